import { type IncomingHttpHeaders, request as openRequest } from 'node:http';
import { eventually, type Running, type RunOptions, start } from './ragmeter.ts';

export interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array;
}

/** `ragmeter serve` on a free port, ready for requests. */
export interface Service extends Running {
  readonly url: string;
  readonly send: (path: string, sent?: Sent) => Promise<Answer>;
  /** A POST of JSON. */
  readonly post: (path: string, document: unknown) => Promise<Answer>;
  readonly metrics: () => Promise<readonly Sample[]>;
  /** Resolves to what the counter of turns says, by `outcome` or `outcome(reason)`, once it adds up to `count`. */
  readonly turns: (count: number) => Promise<Readonly<Record<string, number>>>;
}

/** One line of `/metrics`. */
export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
  readonly exemplar?: string;
}

export async function serve(args: readonly string[], options?: RunOptions): Promise<Service> {
  const running = start(['serve', ...args], options);
  const [, url = ''] = await running.says(/listening on (http:\/\/\S+)/);
  const send = (path: string, sent?: Sent) => sendTo(`${url}${path}`, sent);
  const metrics = async () => samplesOf((await send('/metrics', { method: 'GET' })).text);
  return {
    ...running,
    url,
    send,
    metrics,
    post: (path, document) => send(path, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(document) }),
    async turns(count) {
      let outcomes: Readonly<Record<string, number>> = {};
      const reached = await eventually(async () => {
        outcomes = outcomesOf(await metrics());
        return sum(Object.values(outcomes)) >= count ? outcomes : undefined;
      });
      if (reached === undefined) throw new Error(`Expected ${count} turns with an outcome, got ${JSON.stringify(outcomes)}`);
      return reached;
    },
  };
}

/** A request on a connection of its own, exactly as given. */
function sendTo(url: string, { method = 'POST', headers = {}, body }: Sent = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const request = openRequest(url, { method, agent: false, headers: { ...length, ...headers } }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () => {
        // What was announced and never sent is not waited for.
        request.destroy();
        resolve({ status: response.statusCode, headers: response.headers, text });
      });
    });
    request.on('error', reject);
    if (headers['content-length'] === undefined) request.end(body);
    else request.flushHeaders();
  });
}

function outcomesOf(samples: readonly Sample[]): Record<string, number> {
  const outcomes: Record<string, number> = {};
  for (const { name, labels, value } of samples) {
    if (name !== 'ragmeter_turns_total') continue;
    const { ragmeter_outcome: outcome, ragmeter_reason: reason } = labels;
    const key = reason === undefined ? String(outcome) : `${outcome}(${reason})`;
    outcomes[key] = (outcomes[key] ?? 0) + value;
  }
  return outcomes;
}

function samplesOf(text: string): readonly Sample[] {
  return text.split('\n').flatMap((line) => {
    const match = /^(\w+)(?:\{(.*?)\})? (\S+)(?: # \{trace_id="(\w+)"\} .*)?$/.exec(line);
    if (match?.[1] === undefined) return [];
    const labels = Object.fromEntries([...(match[2] ?? '').matchAll(/(\w+)="([^"]*)"/g)].map(([, key, value]) => [key, value]));
    return [{ name: match[1], labels, value: Number(match[3]), ...(match[4] === undefined ? {} : { exemplar: match[4] }) }];
  });
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
