import { parseDocument } from 'yaml';

/**
 * What a text says in YAML. Throws what the parser says, also where it would only warn: what has a tag that nobody knows is not what was meant,
 * and the parser's own warnings repeat lines of the text on stderr.
 */
export function yamlValue(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'error' });
  const [problem] = [...document.errors, ...document.warnings];
  if (problem !== undefined) throw problem;
  return document.toJS();
}
