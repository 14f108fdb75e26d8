import type { Options } from '../../src/config/options.ts';
import { oncePerBurst } from '../../src/observe/once-per-burst.ts';
import { SpanIntake } from '../../src/receive/span-processor.ts';
import { setUpPipeline } from './pipeline.ts';

/** A pipeline behind the hooks of a span processor, on a virtual clock. */
export function setUpInProcess(options: Options = {}, around: Omit<NonNullable<Parameters<typeof setUpPipeline>[1]>, 'inProcess'> = {}) {
  const scene = setUpPipeline({ ...options, completion: { graceMs: 1_000, ...options.completion } }, { ...around, inProcess: true });
  const { clock, warnings, health, pipeline } = scene;
  const intake = new SpanIntake(pipeline, {
    clock,
    health,
    warn: oncePerBurst((message) => warnings.push(message), clock.elapsedMs),
  });
  return {
    ...scene,
    intake,
    /** As the processor's own. */
    async forceFlush(): Promise<void> {
      intake.flush();
      await pipeline.flush();
    },
    async drain(deadlineMs: number): Promise<void> {
      intake.flush();
      await pipeline.drain(deadlineMs);
    },
  };
}
