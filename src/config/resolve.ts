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
  const settings: Settings = {
    ratio: options.ratio ?? 1,
    completion: { ...completionDefaults, ...given(options.completion) },
    limits: { ...limitDefaults, ...given(options.limits) },
    emit: { ...EMIT, ...given(options.emit) },
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
  for (const mapping of options.conventions ?? []) checkMapping(mapping);
  if (options.contextExtractor !== undefined && typeof options.contextExtractor !== 'function') {
    throw expected('contextExtractor to be a function', options.contextExtractor);
  }
  if (options.redact !== undefined && typeof options.redact !== 'boolean' && typeof options.redact !== 'function') {
    throw expected('redact to be true, false or a function', options.redact);
  }
  if (!SPAN_MODES.includes(settings.emit.span)) throw expected(`emit.span to be ${SPAN_MODES.join(', ')}`, settings.emit.span);
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

/** What is there but undefined must not hide a default. */
function given<T extends object>(options: T | undefined): Partial<T> {
  return Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined)) as Partial<T>;
}
