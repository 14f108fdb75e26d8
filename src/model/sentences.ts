const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** The sentences of a text, in order, without the space around them. A text without any has none. */
export function sentencesOf(text: string): readonly string[] {
  return [...segmenter.segment(text)].map(({ segment }) => segment.trim()).filter((sentence) => sentence !== '');
}
