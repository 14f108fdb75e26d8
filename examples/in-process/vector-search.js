import { wordsOf } from './words.js';

/** More buckets than there are different features in a few pages of text, so that few of them meet in one. */
const DIMENSIONS = 4096;

/**
 * An index in memory: texts become vectors of hashed words and character trigrams, weighted by how rare these are among the passages.
 *
 * @param {readonly { id: string, topic: string, text: string }[]} passages
 */
export function createIndex(passages) {
  const rarity = rarityIn(passages.map(({ text }) => countsOf(text)));
  const entries = passages.map((passage) => ({ passage, vector: vectorOf(passage.text, rarity) }));
  return {
    /** The passages nearest to the question, best first. `topic` leaves out all others. */
    search(question, { topic, most = 3, leastScore = 0.05 } = {}) {
      const vector = vectorOf(question, rarity);
      return entries
        .filter(({ passage }) => topic === undefined || passage.topic === topic)
        .map((entry) => ({ id: entry.passage.id, text: entry.passage.text, score: cosine(vector, entry.vector) }))
        .filter(({ score }) => score >= leastScore)
        .sort((a, b) => b.score - a.score)
        .slice(0, most);
    },
  };
}

/** How often each feature stands in a text, by its bucket. */
function countsOf(text) {
  const counts = new Float64Array(DIMENSIONS);
  for (const word of wordsOf(text)) {
    counts[bucketOf(word)] += 1;
    const padded = `^${word}$`;
    for (let at = 0; at + 3 <= padded.length; at += 1) counts[bucketOf(padded.slice(at, at + 3))] += 0.3;
  }
  return counts;
}

function rarityIn(all) {
  return Float64Array.from({ length: DIMENSIONS }, (_, at) => {
    const holders = all.filter((counts) => counts[at] > 0).length;
    return Math.log((all.length + 1) / (holders + 1));
  });
}

/** Of length 1, so that a plain product is the cosine. */
function vectorOf(text, rarity) {
  const vector = countsOf(text).map((count, at) => count * rarity[at]);
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

function cosine(a, b) {
  return a.reduce((sum, value, at) => sum + value * b[at], 0);
}

/** FNV-1a, https://www.rfc-editor.org/rfc/rfc9923 */
function bucketOf(feature) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < feature.length; at += 1) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % DIMENSIONS;
}
