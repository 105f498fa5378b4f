const shownProblems = 5;

interface Check {
  what: string;
  /** The number of checked things. */
  counted: number;
  problems: string[];
}

/** The checks of a proof, with counts and problems. */
export class Verdict {
  readonly #checks = new Map<string, Check>();

  /** Counts one checked thing; `problem` describes a failure. */
  count(what: string, problem?: string): void {
    const check = this.#checks.get(what) ?? { what, counted: 0, problems: [] };
    this.#checks.set(what, check);
    check.counted++;
    if (problem !== undefined) check.problems.push(problem);
  }

  /** Counts one condition that must hold; `problem` describes its failure. */
  expect(what: string, holds: boolean, problem: () => string): void {
    this.count(what, holds ? undefined : problem());
  }

  /** Counts one thing that must be done without a failure. */
  async passes(what: string, work: () => unknown): Promise<void> {
    this.count(
      what,
      await Promise.resolve()
        .then(work)
        .then(() => undefined, String),
    );
  }

  /**
   * Prints every check and the number of passed checks; fails the process if one failed. A check without observations
   * fails.
   */
  publish(expected: readonly string[]): void {
    const checks = [...new Set([...expected, ...this.#checks.keys()])].map(
      (what) => this.#checks.get(what) ?? { what, counted: 0, problems: ['nothing was looked at'] },
    );
    console.table(
      checks.map(({ what, counted, problems }) => ({ check: what, counted, wrong: problems.length })),
      ['check', 'counted', 'wrong'],
    );
    for (const { what, problems } of checks.filter((check) => check.problems.length > 0)) {
      console.log(`${what}:`);
      for (const problem of problems.slice(0, shownProblems)) console.log(`  ${problem}`);
      if (problems.length > shownProblems) console.log(`  and ${String(problems.length - shownProblems)} more`);
    }
    const failed = checks.filter((check) => check.problems.length > 0).length;
    console.log(`${String(checks.length - failed)} passed, ${String(failed)} failed`);
    if (failed > 0) process.exitCode = 1;
  }
}
