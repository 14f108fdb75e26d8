import { EventEmitter } from 'node:events';
import { createRequestHandler } from '../../src/receive/server.ts';
import { GRACE_MS, IDLE_MS, setUpPipeline } from '../support/pipeline.ts';
import type { Input } from './inputs.ts';

export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A receiver with a whole pipeline behind it, and no sockets: what it is told is all that it has. */
export function receiver({ maxBodyBytes }: { readonly maxBodyBytes: number }) {
  // Turns of long ago are judged as well, for their time may be what was changed.
  const { pipeline, clock, warnings, results } = setUpPipeline({ completion: { tooOldMs: 0 } });
  const handler = createRequestHandler({
    receiver: { spans: (spans) => spans.forEach(pipeline.span), logs: (logs) => logs.forEach(pipeline.log) },
    metrics: async () => ({ contentType: 'text/plain', body: '' }),
    health: () => ({ ok: true, body: {} }),
    unready: () => undefined,
    maxBodyBytes,
    warn: (message) => void warnings.push(message),
    nowMs: clock.nowMs,
  });
  return {
    warnings,
    results,
    stats: pipeline.stats,
    ask: (input: Input) => new Promise<Answer>((resolve) => handler(requestOf(input), responseTo(resolve))),
    /** Until every trace is judged. */
    finish: () => clock.advance(GRACE_MS + IDLE_MS),
  };
}

function requestOf({ method, path, headers, body }: Input): Parameters<ReturnType<typeof createRequestHandler>>[0] {
  const request = Object.assign(new EventEmitter(), { method, url: path, headers });
  request.on('newListener', (event) => {
    if (event !== 'end') return;
    queueMicrotask(() => {
      if (body.length > 0) request.emit('data', body);
      request.emit('end');
      request.emit('close');
    });
  });
  return request;
}

function responseTo(answered: (answer: Answer) => void): Parameters<ReturnType<typeof createRequestHandler>>[1] {
  let status = 0;
  let contentType = '';
  const chunks: Uint8Array[] = [];
  return {
    headersSent: false,
    writeHead(code, headers) {
      status = code;
      contentType = String(headers['content-type']);
    },
    write: (chunk) => void chunks.push(Buffer.from(chunk)),
    end(chunk) {
      if (chunk !== undefined) chunks.push(Buffer.from(chunk));
      answered({ status, contentType, body: Buffer.concat(chunks) });
    },
    on: () => {},
  };
}
