import type { Random } from '../model/random.ts';
import { groupsOf } from './groups.ts';
import { type LabelledPair, tellsRelevance } from './labelled-pair.ts';

/**
 * For each query that relevance is told on, up to `count` passages of other queries of the same language, as pairs with label 0: what a judge must tell
 * apart at the least. They are put behind the labelled pairs.
 */
export function withOffTopic(pairs: readonly LabelledPair[], count: number, random: Random): readonly LabelledPair[] {
  const labelled = pairs.filter(tellsRelevance);
  const ownPassages = groupsOf(pairs, ({ query }) => query);
  const passagesOf = groupsOf(labelled, ({ lang = '' }) => lang);
  const added = [...groupsOf(labelled, ({ query, lang = '' }) => JSON.stringify([query, lang])).values()].flatMap((own) => {
    const [{ id, query, lang } = {} as LabelledPair] = own;
    const { answer } = own.find((pair) => pair.answer !== undefined) ?? {};
    const others = drawn(
      passagesOf.get(lang ?? '') ?? [],
      new Set(ownPassages.get(query)?.map(({ passage }) => passage)),
      query,
      count,
      random,
    );
    return others.map((passage, index) => ({
      id: `${id} off-topic ${index + 1}`,
      query,
      passage,
      label: 0,
      ...(answer === undefined ? {} : { answer }),
      ...(lang === undefined ? {} : { lang }),
      isOffTopic: true,
    }));
  });
  return [...pairs, ...added];
}

/** Passages of other queries, none twice; fewer where there are not so many. Each is the first that will do from a place that chance gives. */
function drawn(pool: readonly LabelledPair[], own: ReadonlySet<string>, query: string, count: number, random: Random): readonly string[] {
  const taken = new Set<string>();
  for (let draw = 0; draw < count; draw += 1) {
    const start = Math.floor(random() * pool.length);
    for (let step = 0; step < pool.length; step += 1) {
      const candidate = pool[(start + step) % pool.length];
      if (candidate === undefined || candidate.query === query || own.has(candidate.passage) || taken.has(candidate.passage)) continue;
      taken.add(candidate.passage);
      break;
    }
  }
  return [...taken];
}
