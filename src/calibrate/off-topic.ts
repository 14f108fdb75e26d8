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

/** Passages of other queries, none twice; fewer where there are not so many. */
function drawn(pool: readonly LabelledPair[], own: ReadonlySet<string>, query: string, count: number, random: Random): readonly string[] {
  const taken = new Set<string>();
  const rest = [...pool];
  while (taken.size < count && rest.length > 0) {
    const at = Math.floor(random() * rest.length);
    const candidate = rest[at];
    rest[at] = rest.at(-1) as LabelledPair;
    rest.pop();
    if (candidate !== undefined && candidate.query !== query && !own.has(candidate.passage)) taken.add(candidate.passage);
  }
  return [...taken];
}
