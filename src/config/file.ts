import { parse, YAMLParseError } from 'yaml';
import { z } from 'zod';
import { RagmeterError, show } from '../model/errors.ts';
import type { Options } from './options.ts';

const ratio = z.number().min(0).max(1);
const milliseconds = z.number().min(0);
const count = z.int().min(1);
/** A text with a slash is a model. */
const judge = z.string().regex(/^lexical$|^[^/\s]+\/\S+$/, 'expected "lexical" or a model such as "openai/gpt-4.1-mini"');

const path = z.string().min(1);
const mapping = z.strictObject({
  name: z.string().min(1),
  match: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  query: path.optional(),
  documents: path.optional(),
  text: path.optional(),
  id: path.optional(),
  score: path.optional(),
  answer: path.optional(),
  reference: path.optional(),
});

/** The keys of `ragmeter.yaml`: those of Options that can be written down, and `listen`. */
const schema = z.strictObject({
  listen: z.string().optional(),
  judge: judge.optional(),
  evaluations: z
    .array(z.strictObject({ scorer: z.string(), judge: judge.optional(), ratio: ratio.optional(), floor: ratio.optional() }))
    .min(1)
    .optional(),
  ratio: ratio.optional(),
  conventions: z.array(mapping).optional(),
  tools: z
    .strictObject({ retrieve: z.array(z.string()), ignore: z.array(z.string()) })
    .partial()
    .optional(),
  completion: z
    .strictObject({ graceMs: milliseconds, idleMs: milliseconds, maxAgeMs: milliseconds, tooOldMs: milliseconds })
    .partial()
    .optional(),
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
    .optional(),
  redact: z.boolean().optional(),
  agreement: path.optional(),
  emit: z
    .strictObject({
      metrics: z.boolean(),
      event: z.boolean(),
      span: z.enum(['child', 'link', 'off']),
      content: z.boolean(),
      keys: z.array(z.string()),
    })
    .partial()
    .optional(),
});

export interface FileConfig {
  readonly listen?: string;
  readonly options: Options;
}

/** Reads the text of a config file. Every error names the key, what was expected and what came; `name` says which file. */
export function parseConfig(yamlText: string, name: string): FileConfig {
  let document: unknown;
  try {
    document = parse(yamlText) ?? {};
  } catch (cause) {
    throw new RagmeterError('invalid_config', `${name}: expected YAML, got something else: ${yamlProblem(cause)}`, { cause });
  }
  const read = schema.safeParse(document, { reportInput: true });
  if (!read.success) throw new RagmeterError('invalid_config', read.error.issues.map((issue) => `${name}: ${explain(issue)}`).join('\n'));
  const { listen, ...options } = read.data;
  return { ...(listen === undefined ? {} : { listen }), options: options as Options };
}

/** One line: the parser adds the lines of the file and a pointer to the column. */
function yamlProblem(cause: unknown): string {
  const [problem = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return cause instanceof YAMLParseError
    ? problem.replace(/:$/, '').replace(/^Source contains multiple documents;.*(?= at line)/, 'Expected one document, got several')
    : problem;
}

/** What zod calls the types of YAML's values, in words. */
const TYPES: Readonly<Record<string, string>> = {
  object: 'keys and values',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

function explain(issue: z.core.$ZodIssue): string {
  const key = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') {
    const known = keysAt(issue.path);
    const where = key === '' ? '' : ` under ${key}`;
    return `unknown key ${issue.keys.map((unknown) => `"${unknown}"`).join(', ')}${where}: expected one of ${known.join(', ')}`;
  }
  return `${key === '' ? 'the file' : key}: ${expectation(issue)}, got ${issue.input === undefined ? 'nothing' : show(issue.input)}`;
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `expected ${issue.values.map((value) => `"${String(value)}"`).join(' or ')}`;
    case 'too_small':
      return `expected ${String(issue.minimum)} or more`;
    case 'too_big':
      return `expected ${String(issue.maximum)} or less`;
    default:
      return issue.message;
  }
}

/** The keys that the schema knows at this place. */
function keysAt(path: readonly PropertyKey[]): readonly string[] {
  let at: unknown = schema;
  for (const step of path) at = child(at, step);
  const bare = unwrapped(at);
  return bare instanceof z.ZodObject ? Object.keys(bare.shape) : [];
}

function child(type: unknown, step: PropertyKey): unknown {
  const bare = unwrapped(type);
  if (bare instanceof z.ZodObject) return bare.shape[String(step)];
  return bare instanceof z.ZodArray ? bare.element : undefined;
}

function unwrapped(type: unknown): unknown {
  return type instanceof z.ZodOptional ? unwrapped(type.unwrap()) : type;
}
