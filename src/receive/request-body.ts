import type { HttpRequest } from './http.ts';

export type Body =
  | { readonly status: 'read'; readonly bytes: Uint8Array }
  /** Reading stopped at the bound: the rest of the body is still on its way. */
  | { readonly status: 'too_large' }
  /** The client went away in the middle. */
  | { readonly status: 'aborted' };

/** Reads a body of at most `maxBytes`. Never rejects, and never holds more than the bound and one chunk. */
export function readBody(request: HttpRequest, maxBytes: number): Promise<Body> {
  if (Number(request.headers['content-length']) > maxBytes) return Promise.resolve({ status: 'too_large' });
  return new Promise((resolve) => {
    let chunks: Uint8Array[] = [];
    let size = 0;
    const onData = (chunk: Uint8Array) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size > maxBytes) settle({ status: 'too_large' });
    };
    const settle = (body: Body) => {
      request.off('data', onData);
      chunks = [];
      resolve(body);
    };
    request.on('data', onData);
    request.on('end', () => settle({ status: 'read', bytes: Buffer.concat(chunks, size) }));
    request.on('error', () => settle({ status: 'aborted' }));
    request.on('close', () => settle({ status: 'aborted' }));
  });
}

/** Throws away what still comes of a body, up to `maxBytes`; resolves when it is at its end, past the bound, or the client is gone. */
export function discardBody(request: HttpRequest, maxBytes: number): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    request.on('data', (chunk) => {
      size += chunk.length;
      if (size > maxBytes) resolve();
    });
    request.on('end', resolve);
    request.on('error', resolve);
    request.on('close', resolve);
  });
}
