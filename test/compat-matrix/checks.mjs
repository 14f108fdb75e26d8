import assert from 'node:assert/strict';

/** Counts what holds, and keeps what does not. */
export function createChecks() {
  const failures = [];
  let passed = 0;
  return {
    failures,
    passed: () => passed,
    equal(what, actual, expected) {
      try {
        assert.deepEqual(actual, expected);
        passed += 1;
      } catch (error) {
        failures.push(`${what}: ${error.message}`);
      }
    },
    /** Checks that somebody else made and counted. */
    add(count) {
      passed += count;
    },
  };
}
