export interface Sample {
  readonly name: string;
  readonly labels: Record<string, string>;
  readonly value: number;
  readonly exemplar?: { readonly labels: Record<string, string>; readonly value: number };
}

const LABELS = String.raw`\{((?:[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*",?)*)\}`;
const LINE = new RegExp(String.raw`^([a-zA-Z_][a-zA-Z0-9_]*)(?:${LABELS})? (\S+)(?: # ${LABELS} (\S+) (\S+))?$`);

/** Reads OpenMetrics text, strictly: any line that is not of the format throws. https://github.com/prometheus/OpenMetrics */
export function parseOpenMetrics(body: string): { readonly types: Map<string, string>; readonly samples: Sample[] } {
  const lines = body.split('\n');
  if (lines.pop() !== '' || lines.pop() !== '# EOF') throw new Error('does not end with "# EOF" and one line feed');
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  for (const line of lines) {
    if (line.startsWith('# TYPE ')) {
      const [, , name = '', type = ''] = line.split(' ');
      if (types.has(name)) throw new Error(`two families named ${name}`);
      types.set(name, type);
    } else if (!line.startsWith('# HELP ')) samples.push(sampleOf(line));
  }
  return { types, samples };
}

function sampleOf(line: string): Sample {
  const match = LINE.exec(line);
  if (match === null) throw new Error(`not a sample: ${line}`);
  const [, name = '', labels = '', value, exemplarLabels, exemplarValue] = match;
  const sample = { name, labels: labelsOf(labels), value: Number(value) };
  if (exemplarLabels === undefined) return sample;
  return { ...sample, exemplar: { labels: labelsOf(exemplarLabels), value: Number(exemplarValue) } };
}

function labelsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/g);
  const unescaped = (value: string) => value.replace(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped));
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, unescaped(value)]));
}
