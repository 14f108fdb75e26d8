import type { z } from 'zod';
import { RagmeterError, show } from '../model/errors.ts';
import { keysAt, schema } from './schema.ts';
import type { Values } from './values.ts';

/** What zod calls the types of YAML's values, in words. */
const TYPES: Readonly<Record<string, string>> = {
  object: 'keys and values',
  array: 'a list',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
};

/** Groups in which a value put into the wrong place may be a secret. It is not repeated. */
const SECRETIVE: ReadonlySet<unknown> = new Set(['auth', 'tls']);

/**
 * Checks a document against the schema. Every mistake is a line that says the key, what was expected and what came; `told` makes it a line of its
 * own place, of the key and the problem.
 */
export function checked(document: unknown, told: (key: string, problem: string) => string): Values {
  const read = schema.safeParse(document, { reportInput: true });
  if (read.success) return read.data as Values;
  throw new RagmeterError('invalid_config', read.error.issues.map((issue) => told(issue.path.join('.'), problemOf(issue))).join('\n'));
}

function problemOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'unrecognized_keys') {
    return `unknown key ${issue.keys.map((unknown) => `"${unknown}"`).join(', ')}: expected one of ${keysAt(issue.path).join(', ')}`;
  }
  return `${expectation(issue)}, got ${shown(issue)}`;
}

function shown({ input, path }: z.core.$ZodIssue): string {
  if (input === undefined) return 'nothing';
  return SECRETIVE.has(path[0]) ? 'another value' : show(input);
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
