import { expected } from '../model/errors.ts';
import type { Mapping } from '../model/mapping.ts';
import { EMIT, LIMITS } from './defaults.ts';
import type { CompletionOptions, EmitOptions, Limits, Options } from './options.ts';

const SPAN_MODES: readonly EmitOptions['span'][] = ['child', 'link', 'off'];

/** Options with every default filled in and every number checked. */
export interface Settings {
  readonly ratio: number;
  readonly completion: Required<CompletionOptions>;
  readonly limits: Required<Limits>;
  readonly emit: Required<EmitOptions>;
}

/** Throws where an option is not what it should be: `Expected completion.graceMs to be 0 or more, got -1`. */
export function resolve(
  options: Options,
  completionDefaults: Required<CompletionOptions>,
  limitDefaults: Required<Limits> = LIMITS,
): Settings {
  if (!isObject(options)) throw expected('options to be an object', options);
  const settings: Settings = {
    ratio: options.ratio ?? 1,
    completion: filled('completion', options.completion, completionDefaults),
    limits: filled('limits', options.limits, limitDefaults),
    emit: filled('emit', options.emit, EMIT),
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
  const { span, ...switches } = settings.emit;
  if (!SPAN_MODES.includes(span)) throw expected(`emit.span to be ${SPAN_MODES.join(', ')}`, span);
  for (const [name, value] of Object.entries(switches)) {
    if (typeof value !== 'boolean') throw expected(`emit.${name} to be true or false`, value);
  }
  return settings;
}

function checkMapping(mapping: Mapping): void {
  const { name, match, query, documents, answer } = mapping;
  if (typeof name !== 'string' || name === '') throw expected('conventions[].name to be a text', name);
  if (typeof match !== 'object' || match === null || Object.keys(match).length === 0) {
    throw expected(`conventions[].match of ${name} to name at least one attribute and its value`, match);
  }
  if (query === undefined && documents === undefined && answer === undefined) {
    throw expected(`a path for query, documents or answer in the convention ${name}`, mapping);
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
