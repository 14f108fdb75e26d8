import type { Options } from '../config/options.ts';
import { RagmeterError } from '../model/errors.ts';

/** Optional packages in the versions that run on every Node that we do, and what each is for. */
const SDK = { name: '@opentelemetry/sdk-node', version: '0.223', use: 'to send results on, as an OTEL_EXPORTER_OTLP_* endpoint is set' };
const AI = { name: 'ai', version: '6', use: 'for the judge' };
const OPENAI = { name: '@ai-sdk/openai', version: '3', use: 'for the judge' };

interface Wanted {
  readonly options: Options;
  /** Results are sent on. */
  readonly exports: boolean;
}

/** Throws where a package that the service will need is absent: at the start, not with the first turn. Names all of them, and one line for them. */
export function requirePackages({ options, exports }: Wanted, isInstalled: (name: string) => boolean): void {
  const judges = [options.judge, ...(options.evaluations ?? []).map(({ judge }) => judge)];
  const models = judges.flatMap((judge) => (typeof judge === 'string' && judge.includes('/') ? [judge] : []));
  const isOpenAi = models.some((model) => model.startsWith('openai/'));
  const wanted = [...(exports ? [SDK] : []), ...(models.length > 0 ? [AI] : []), ...(isOpenAi ? [OPENAI] : [])];
  const absent = wanted.filter(({ name }) => !isInstalled(name));
  if (absent.length === 0) return;
  const named = absent.map(({ name, use }) => `${name} (${use})`).join(', ');
  const line = `npm install ${absent.map(({ name, version }) => `${name}@${version}`).join(' ')}`;
  const [noun, pronoun] = absent.length === 1 ? ['package', 'it'] : ['packages', 'them'];
  throw new RagmeterError('missing_package', `Expected the ${noun} ${named}, got none; install ${pronoun}: ${line}`);
}
