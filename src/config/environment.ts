import { z } from 'zod';
import { RagmeterError } from '../model/errors.ts';
import { checked } from './checked.ts';
import { leaves, typeAt } from './schema.ts';
import { merged, type Values, valueUnder } from './values.ts';
import { yamlValue } from './yaml.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const PREFIX = 'RAGMETER_';
/** Bearer tokens themselves. They have no key: a secret does not stand in a configuration. */
export const TOKEN_VARIABLE = 'RAGMETER_TOKEN';
/** The path of the configuration, where the command line names none. */
export const CONFIG_VARIABLE = 'RAGMETER_CONFIG';

/** What Kubernetes and Docker set in every container for a service that is called ragmeter, or ragmeter-something. */
const OF_SERVICE_LINKS = /^RAGMETER_(\w+_)?(SERVICE_(HOST|PORT)(_\w+)?|PORT(_\d+_(TCP|UDP)(_(PROTO|PORT|ADDR))?)?)$/;

/** `limits.maxQueue` is `RAGMETER_LIMITS_MAX_QUEUE`; what is under `auth` goes without it. */
export function variableOf(at: readonly string[]): string {
  const words = at[0] === 'auth' ? at.slice(1) : at;
  return `${PREFIX}${words.map((word) => word.replace(/[A-Z]/g, (capital) => `_${capital}`)).join('_')}`.toUpperCase();
}

export interface FromEnvironment {
  readonly values: Values;
  /** The variable of each key that has one, by the key with dots. */
  readonly variables: ReadonlyMap<string, string>;
}

/** The keys that are set by variables. An empty one is as if it were not set; one of no key is a mistake. */
export function fromEnvironment(environment: Environment): FromEnvironment {
  const byVariable = new Map(leaves().map((at) => [variableOf(at), at]));
  const variables = new Map<string, string>();
  let values: Values = {};
  for (const [variable, text = ''] of Object.entries(environment)) {
    if (!variable.startsWith(PREFIX) || OF_SERVICE_LINKS.test(variable)) continue;
    if (variable === TOKEN_VARIABLE || variable === CONFIG_VARIABLE || text === '') continue;
    const at = byVariable.get(variable);
    if (at === undefined) {
      const known = [TOKEN_VARIABLE, CONFIG_VARIABLE, ...byVariable.keys()];
      throw new RagmeterError('invalid_config', `unknown variable ${variable}: expected one of ${known.join(', ')}`);
    }
    const document = valueUnder(at, typed(text, typeAt(at), variable));
    // A place inside of the value is told as it is in the file.
    const place = (key: string): string => [variable, key.split('.').slice(at.length).join('.')].filter(Boolean).join('.');
    values = merged(
      values,
      checked(document, (key, problem) => `${place(key)}: ${problem}`),
    );
    variables.set(at.join('.'), variable);
  }
  return { values, variables };
}

/** What is not of the type is left as it is: the check says so. */
function typed(text: string, type: unknown, variable: string): unknown {
  if (type instanceof z.ZodNumber) return /^\s*$/.test(text) || Number.isNaN(Number(text)) ? text : Number(text);
  if (type instanceof z.ZodBoolean) return text === 'true' || text === 'false' ? text === 'true' : text;
  if (!(type instanceof z.ZodArray)) return text;
  if (type.element instanceof z.ZodString) return text.split(',').map((item) => item.trim());
  try {
    return yamlValue(text);
  } catch (cause) {
    throw new RagmeterError('invalid_config', `${variable}: expected a list as YAML or JSON, got something else`, { cause });
  }
}
