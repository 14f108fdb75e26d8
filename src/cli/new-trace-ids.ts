import type { Random } from '../model/random.ts';
import { type OtlpDocument, recordsOf } from './moved-to-now.ts';

/** Gives each trace another id, the same in all documents; changes them in place. Gives how many traces there are. */
export function giveNewIds(documents: readonly OtlpDocument[], random: Random): number {
  const { spans, logs } = recordsOf(documents);
  const ids = new Map(spans.map(({ traceId }) => [traceId, '']));
  for (const old of ids.keys()) ids.set(old, traceId(random));
  const links = spans.flatMap((span) => span.links ?? []);
  for (const one of [...spans, ...links, ...logs]) {
    const id = ids.get(one.traceId ?? '');
    if (id !== undefined) one.traceId = id;
  }
  return ids.size;
}

function traceId(random: Random): string {
  const part = (): string =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return part() + part() + part() + part();
}
