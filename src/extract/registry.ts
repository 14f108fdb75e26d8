import type { Mapping } from '../model/mapping.ts';
import { generic } from './conventions/generic.ts';
import { langsmith } from './conventions/langsmith.ts';
import { langwatch } from './conventions/langwatch.ts';
import { mastra } from './conventions/mastra.ts';
import { openinference } from './conventions/openinference.ts';
import { openlit } from './conventions/openlit.ts';
import { openllmetry } from './conventions/openllmetry.ts';
import { otelGenAi } from './conventions/otel-gen-ai.ts';
import { vercelAi } from './conventions/vercel-ai.ts';
import type { Extractor } from './extractor.ts';
import { mapped } from './mapping.ts';

/** All conventions that are read, in the order in which they are asked: the first that knows a span wins. */
export const CONVENTIONS: readonly Extractor[] = [
  langsmith,
  langwatch,
  mastra,
  openinference,
  vercelAi,
  openllmetry,
  openlit,
  otelGenAi,
  generic,
];

/** A user's own conventions before the built-in ones. */
export function conventionsFor(mappings: readonly Mapping[] = []): readonly Extractor[] {
  return mappings.length === 0 ? CONVENTIONS : [...mappings.map(mapped), ...CONVENTIONS];
}
