import { openinference } from './conventions/openinference.ts';
import { otelGenAi } from './conventions/otel-gen-ai.ts';
import type { Extractor } from './extractor.ts';

/** All conventions that are read, in the order in which they are asked: the first that knows a span wins. */
export const CONVENTIONS: readonly Extractor[] = [openinference, otelGenAi];
