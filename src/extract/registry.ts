import type { Mapping, ToolNames } from '../model/mapping.ts';
import { ignoringTools, retrievingTools } from './configured-tools.ts';
import { dify } from './conventions/dify.ts';
import { generic } from './conventions/generic.ts';
import { haystack } from './conventions/haystack.ts';
import { langfuse } from './conventions/langfuse.ts';
import { langsmith } from './conventions/langsmith.ts';
import { langwatch } from './conventions/langwatch.ts';
import { mastra } from './conventions/mastra.ts';
import { mlflow } from './conventions/mlflow.ts';
import { openinference } from './conventions/openinference.ts';
import { openlit } from './conventions/openlit.ts';
import { openllmetry } from './conventions/openllmetry.ts';
import { otelGenAi } from './conventions/otel-gen-ai.ts';
import { springAi } from './conventions/spring-ai.ts';
import { trulens } from './conventions/trulens.ts';
import { vercelAi } from './conventions/vercel-ai.ts';
import type { Extractor } from './extractor.ts';
import { mapped } from './mapping.ts';

/** All conventions that are read, in the order in which they are asked: the first that knows a span wins. */
export const CONVENTIONS: readonly Extractor[] = [
  langsmith,
  langwatch,
  mastra,
  langfuse,
  mlflow,
  trulens,
  haystack,
  dify,
  springAi,
  openinference,
  vercelAi,
  openllmetry,
  openlit,
  otelGenAi,
  generic,
];

/** What a user says about conventions and tools of their own. */
export interface Declared {
  readonly conventions?: readonly Mapping[] | undefined;
  readonly tools?: ToolNames | undefined;
}

/** A user's own conventions and tools before the built-in ones. */
export function conventionsFor({ conventions = [], tools = {} }: Declared): readonly Extractor[] {
  const { retrieve = [], ignore = [] } = tools;
  const builtIn = ignore.length === 0 ? CONVENTIONS : CONVENTIONS.map((convention) => ignoringTools(convention, tools));
  return [...conventions.map(mapped), ...(retrieve.length === 0 ? [] : [retrievingTools(retrieve)]), ...builtIn];
}
