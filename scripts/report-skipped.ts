import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import '@pairspace/testkit/needs';

/** Prints at the end of a run why tests were skipped, with their number. */
export default class SkippedReporter implements Reporter {
  #isFiltered = false;

  onInit({ config }: Vitest): void {
    this.#isFiltered = config.testNamePattern !== undefined;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (this.#isFiltered) return;
    const counts = new Map<string, number>();
    for (const test of modules.flatMap(({ children }) => [...children.allTests('skipped')])) {
      const reason = reasonOf(test);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    for (const [reason, count] of counts) console.log(`     Skipped  ${count.toLocaleString('en')}: ${reason}`);
  }
}

const reasonOf = (test: TestCase): string => {
  const result = test.result();
  const { needs } = test.meta();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  return needs === undefined ? `no reason is given for "${test.fullName}" and the like` : `there is no ${needs}`;
};
