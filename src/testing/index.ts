export { type ScriptedJudge, type ScriptedReply, scriptedJudge } from './scripted-judge.ts';
export { type VirtualClock, virtualClock } from './virtual-clock.ts';
