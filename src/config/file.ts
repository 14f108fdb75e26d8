import { YAMLError } from 'yaml';
import { RagmeterError } from '../model/errors.ts';
import { checked } from './checked.ts';
import type { Values } from './values.ts';
import { yamlValue } from './yaml.ts';

/** Reads the text of a config file. Every error names the key, what was expected and what came; `name` says which file. */
export function parseConfig(yamlText: string, name: string): Values {
  let document: unknown;
  try {
    document = yamlValue(yamlText) ?? {};
  } catch (cause) {
    throw new RagmeterError('invalid_config', `${name}: expected YAML, got something else: ${yamlProblem(cause)}`, { cause });
  }
  return checked(document, (key, problem) => `${name}: ${placed(key, problem)}`);
}

function placed(key: string, problem: string): string {
  if (problem.startsWith('unknown key')) return key === '' ? problem : problem.replace(/:/, ` under ${key}:`);
  return `${key === '' ? 'the file' : key}: ${problem}`;
}

/** One line: the parser adds the lines of the file and a pointer to the column. */
function yamlProblem(cause: unknown): string {
  const [problem = ''] = (cause instanceof Error ? cause.message : String(cause)).split('\n');
  return cause instanceof YAMLError
    ? problem.replace(/:$/, '').replace(/^Source contains multiple documents;.*(?= at line)/, 'Expected one document, got several')
    : problem;
}
