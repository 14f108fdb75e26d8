import { beforeEach, expect, test, vi } from 'vitest';
import { eventEmitter } from '../../src/emit/event.ts';
import { VERSION } from '../../src/emit/names.ts';
import { result } from './results.ts';

const emit = vi.hoisted(() => vi.fn());
const getLogger = vi.hoisted(() => vi.fn(() => ({ emit })));

/** As it is from SDK 3 on, where the Logs API is part of the API package. */
vi.mock('@opentelemetry/api', async (importOriginal) => ({ ...(await importOriginal<object>()), logs: { getLogger } }));

beforeEach(() => vi.clearAllMocks());

test('a Logs API inside of the API package is used, and the global of the older one is not', () => {
  const key = Symbol.for('io.opentelemetry.js.api.logs');
  const older = vi.fn();
  Object.assign(globalThis, { [key]: older });
  eventEmitter({ content: false, nowMs: () => 0 }).emit(result());
  Reflect.deleteProperty(globalThis, key);

  expect(getLogger).toHaveBeenCalledExactlyOnceWith('ragmeter', VERSION);
  expect(emit).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ eventName: 'gen_ai.evaluation.result' }));
  expect(older).not.toHaveBeenCalled();
});
