const shownProblems = 5;

interface Check {
  what: string;
  /** How many things were looked at. */
  counted: number;
  problems: string[];
}

/** The checks of a proof, what each counted and what it found wrong. */
export class Verdict {
  readonly #checks = new Map<string, Check>();

  /** Counts one thing that was looked at; with `problem` it was wrong. */
  count(what: string, problem?: string): void {
    const check = this.#checks.get(what) ?? { what, counted: 0, problems: [] };
    this.#checks.set(what, check);
    check.counted++;
    if (problem !== undefined) check.problems.push(problem);
  }

  /** Counts one thing that must be so; `problem` says what it is when it is not. */
  expect(what: string, holds: boolean, problem: () => string): void {
    this.count(what, holds ? undefined : problem());
  }

  /** Shows every check, then how many passed; fails the process when one did not. A check that saw nothing fails. */
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
