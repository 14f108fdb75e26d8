import { expected } from '../model/errors.ts';
import type { Mapping } from '../model/mapping.ts';
import { EMIT, LIMITS } from './defaults.ts';
import type { CompletionOptions, EmitOptions, EvaluationOptions, Limits, Options } from './options.ts';

const NAMES: Readonly<Record<keyof Options, true>> = {
  judge: true,
  evaluations: true,
  ratio: true,
  conventions: true,
  tools: true,
  contextExtractor: true,
  completion: true,
  limits: true,
  redact: true,
  agreement: true,
  emit: true,
  onResult: true,
};
/** `le` is the bound of a histogram's bucket. */
const OWN_LABELS: ReadonlySet<string | undefined> = new Set(['le', 'error_type', 'otel_metric_overflow']);
const SPAN_MODES: readonly EmitOptions['span'][] = ['child', 'link', 'off'];

/** Options with every default filled in and every number checked. */
export interface Settings {
  readonly ratio: number;
  readonly completion: Required<CompletionOptions>;
  readonly limits: Required<Limits>;
  readonly emit: Required<EmitOptions>;
  /** By scorer. */
  readonly floors: ReadonlyMap<string, number>;
}

/** Throws where an option is not what it should be: `Expected completion.graceMs to be 0 or more, got -1`. */
export function resolve(
  options: Options,
  completionDefaults: Required<CompletionOptions>,
  limitDefaults: Required<Limits> = LIMITS,
): Settings {
  if (!isObject(options)) throw expected('options to be an object', options);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown !== undefined) throw expected(`options to have only ${Object.keys(NAMES).join(', ')}`, unknown);
  const settings: Settings = {
    ratio: options.ratio ?? 1,
    completion: filled('completion', options.completion, completionDefaults),
    limits: filled('limits', options.limits, limitDefaults),
    emit: filled('emit', options.emit, EMIT),
    floors: new Map(),
  };
  if (!(typeof settings.ratio === 'number' && settings.ratio >= 0 && settings.ratio <= 1)) {
    throw expected('ratio to be a number from 0 to 1', options.ratio);
  }
  for (const [name, value] of Object.entries(settings.completion)) {
    if (!(typeof value === 'number' && value >= 0)) throw expected(`completion.${name} to be 0 or more milliseconds`, value);
  }
  for (const [name, value] of Object.entries(settings.limits)) {
    const isWhole = Number.isInteger(value) || value === Number.POSITIVE_INFINITY;
    if (!(isWhole && value > 0)) throw expected(`limits.${name} to be a whole number above 0`, value);
  }
  const { evaluations, conventions = [], contextExtractor, redact, agreement, onResult } = options;
  if (evaluations !== undefined && !(isListOfObjects(evaluations) && evaluations.length > 0)) {
    throw expected('evaluations to be a list of 1 or more, each with a scorer', evaluations);
  }
  if (!isListOfObjects(conventions)) throw expected('conventions to be a list of mappings', conventions);
  for (const mapping of conventions) checkMapping(mapping);
  if (contextExtractor !== undefined && typeof contextExtractor !== 'function') {
    throw expected('contextExtractor to be a function', contextExtractor);
  }
  if (redact !== undefined && typeof redact !== 'boolean' && typeof redact !== 'function') {
    throw expected('redact to be true, false or a function', redact);
  }
  if (agreement !== undefined && typeof agreement !== 'string') throw expected('agreement to be the path of a file', agreement);
  if (onResult !== undefined && typeof onResult !== 'function') throw expected('onResult to be a function', onResult);
  const { span, keys, ...switches } = settings.emit;
  checkKeys(keys);
  if (!SPAN_MODES.includes(span)) throw expected(`emit.span to be ${SPAN_MODES.join(', ')}`, span);
  for (const [name, value] of Object.entries(switches)) {
    if (typeof value !== 'boolean') throw expected(`emit.${name} to be true or false`, value);
  }
  return { ...settings, floors: floorsOf(evaluations ?? []) };
}

/** Keys of ours, and what would be one label in Prometheus. */
function checkKeys(keys: unknown): void {
  const isList = Array.isArray(keys) && keys.every((key) => typeof key === 'string' && /^[a-z][a-z0-9_.]*$/i.test(key));
  if (!isList || new Set(keys).size < keys.length) {
    throw expected('emit.keys to be a list of different resource attributes such as service.version', keys);
  }
  const labels = keys.map(labelOf);
  if (new Set(labels).size < keys.length) throw expected('emit.keys to differ in more than . and _, which are one in Prometheus', keys);
  const own = keys.find((key, at) => key === 'service.name' || /^(ragmeter|gen_ai)_/.test(labels[at] ?? '') || OWN_LABELS.has(labels[at]));
  if (own !== undefined) throw expected('emit.keys to name none of the keys that are there anyway (ragmeter.service is service.name)', own);
}

/** As Prometheus has it. */
function labelOf(key: string): string {
  return key.replaceAll('.', '_');
}

function floorsOf(evaluations: readonly EvaluationOptions[]): ReadonlyMap<string, number> {
  const floors = new Map<string, number>();
  for (const { scorer, floor } of evaluations) {
    if (floor === undefined) continue;
    if (!(typeof floor === 'number' && floor >= 0 && floor <= 1)) throw expected('evaluations[].floor to be a number from 0 to 1', floor);
    const name = typeof scorer === 'string' ? scorer : scorer.name;
    const known = floors.get(name);
    if (known !== undefined && known !== floor) throw expected(`evaluations[].floor to be one for ${name}`, [known, floor]);
    floors.set(name, floor);
  }
  return floors;
}

function checkMapping(mapping: Mapping): void {
  const { name, match, query, documents, answer } = mapping;
  if (typeof name !== 'string' || name === '') throw expected('conventions[].name to be a text', name);
  if (typeof match !== 'object' || match === null || Object.keys(match).length === 0) {
    throw expected(`conventions[].match of ${name} to name at least one attribute and its value`, match);
  }
  if (query === undefined && documents === undefined && answer === undefined) {
    throw expected(`conventions[] of ${name} to have a path for query, documents or answer`, mapping);
  }
}

/** The options of one group over their defaults. What is there but undefined hides no default. */
function filled<T extends object>(group: string, options: Partial<T> | undefined, defaults: T): T {
  if (options === undefined) return defaults;
  if (!isObject(options)) throw expected(`${group} to be an object`, options);
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) throw expected(`${group} to have only ${Object.keys(defaults).join(', ')}`, unknown);
  return { ...defaults, ...Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) };
}

function isListOfObjects(value: unknown): boolean {
  return Array.isArray(value) && value.every(isObject);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
