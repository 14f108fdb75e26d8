import { z } from 'zod';

const ratio = z.number().min(0).max(1);
const milliseconds = z.number().min(0);
const count = z.int().min(1);
/** A text with a slash is a model. */
const judge = z
  .string()
  .regex(/^lexical$|^[^/\s]+\/\S+$/, 'expected "lexical" or a model such as "openai/gpt-4.1-mini"')
  .describe('lexical, or a model such as openai/gpt-4.1-mini');
/** What has lines is no path, but a file's content put in its place. */
const file = z.string().regex(/^[^\r\n]+$/, 'expected the path of a file');

const path = z.string().min(1);
const mapping = z.strictObject({
  name: z.string().min(1),
  match: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).describe('attributes that spans of this convention have'),
  query: path.optional(),
  documents: path.optional(),
  text: path.optional(),
  id: path.optional(),
  score: path.optional(),
  answer: path.optional(),
  reference: path.optional(),
});

/** The keys of `ragmeter.yaml`: those of Options that can be written down, and those of the service. */
export const schema: z.ZodType = z.strictObject({
  listen: z.string().optional().describe('HOST:PORT of the service'),
  judge: judge.optional(),
  evaluations: z
    .array(
      z.strictObject({
        scorer: z.string().describe('such as context_relevance'),
        judge: judge.optional(),
        ratio: ratio.optional().describe('share of all traces, 0 to 1'),
        floor: ratio.optional().describe('the mean score below which you want an alert'),
      }),
    )
    .min(1)
    .optional()
    .describe('what is scored, and by whom'),
  ratio: ratio.optional().describe('share of all traces that are evaluated, 0 to 1, by trace id'),
  conventions: z.array(mapping).optional().describe('conventions of your own: where query, documents and answer stand'),
  tools: z
    .strictObject({ retrieve: z.array(z.string()), ignore: z.array(z.string()) })
    .partial()
    .optional()
    .describe('tools of your own that retrieve, or do not'),
  contextExtractor: file.optional().describe('path of a module whose default export finds the context of a turn'),
  completion: z
    .strictObject({ graceMs: milliseconds, idleMs: milliseconds, maxAgeMs: milliseconds, tooOldMs: milliseconds })
    .partial()
    .optional()
    .describe('when a trace counts as complete'),
  limits: z
    .strictObject({
      maxTraces: count,
      maxSpansPerTrace: count,
      maxCharactersPerTrace: count,
      maxQueue: count,
      workers: count,
      judgeDeadlineMs: count,
      maxDone: count,
      maxSeries: count,
    })
    .partial()
    .optional()
    .describe('what may be held at the same time, and for how long'),
  redact: z.boolean().optional().describe('take mails, phone and card numbers, keys and tokens out of every text'),
  agreement: file.optional().describe('a file that ragmeter calibrate --out wrote'),
  emit: z
    .strictObject({
      metrics: z.boolean(),
      event: z.boolean(),
      span: z.enum(['child', 'link', 'off']),
      content: z.boolean().describe('write question, answer and document texts too'),
      keys: z.array(z.string()).describe('resource attributes to put on metrics, events and spans'),
    })
    .partial()
    .optional()
    .describe('what is written of results'),
  auth: z
    .strictObject({ tokenFile: file.describe('a file with one bearer token, or several, one a line') })
    .partial()
    .optional()
    .describe('who may send traces and read metrics'),
  tls: z
    .strictObject({
      cert: file.describe('a file with the certificate, PEM'),
      key: file.describe('a file with its key, PEM'),
      clientCa: file.describe('a file with the certificates of those who sign the certificates of clients, PEM'),
    })
    .partial()
    .optional()
    .describe('files for HTTPS'),
});

/** What zod is made of at a key, without that it may be absent. */
export function typeAt(at: readonly PropertyKey[]): unknown {
  let type: unknown = unwrapped(schema);
  for (const step of at) type = unwrapped(child(type, step));
  return type;
}

/** The keys that may stand at this place. */
export function keysAt(at: readonly PropertyKey[]): readonly string[] {
  const type = typeAt(at);
  return type instanceof z.ZodObject ? Object.keys(type.shape) : [];
}

/** Every key that has a value of its own, and no keys below it. */
export function leaves(under: readonly string[] = []): readonly (readonly string[])[] {
  return keysAt(under).flatMap((key) => {
    const at = [...under, key];
    return keysAt(at).length === 0 ? [at] : leaves(at);
  });
}

function child(type: unknown, step: PropertyKey): unknown {
  if (type instanceof z.ZodObject) return type.shape[String(step)];
  return type instanceof z.ZodArray ? type.element : undefined;
}

function unwrapped(type: unknown): unknown {
  return type instanceof z.ZodOptional ? unwrapped(type.unwrap()) : type;
}
