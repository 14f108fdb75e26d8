export { type VirtualClock, virtualClock } from './virtual-clock.ts';
