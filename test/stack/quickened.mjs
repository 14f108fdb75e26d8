/** Alert rules as they are, but what waits for minutes waits for seconds. */
export function quickened(rules) {
  return rules.replace(/^( +(?:interval|for|keep_firing_for): \d+)[mh]$/gm, '$1s');
}
