/** The part of `node:http`'s `IncomingMessage` that is used here. Sockets live in runtime/; what comes out of them comes in by the door. */
export interface HttpRequest {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  on(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
  on(event: 'end' | 'close' | 'error', listener: () => void): unknown;
  off(event: 'data', listener: (chunk: Uint8Array) => void): unknown;
}

/** The part of `node:http`'s `ServerResponse` that is used here. */
export interface HttpResponse {
  readonly headersSent: boolean;
  writeHead(status: number, headers: Record<string, string | number>): unknown;
  write(body: string | Uint8Array): unknown;
  end(body?: string | Uint8Array): unknown;
  on(event: 'error', listener: () => void): unknown;
}
