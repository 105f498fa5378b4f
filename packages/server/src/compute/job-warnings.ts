import type { JobOutput, SandboxInput } from '@pairspace/protocol';
import { Globs, TooCostly } from '../lib/glob.ts';

/** Warnings are in each event of the job. */
const mostWarnings = 20;
const mostCharacters = 300;
/** Comparisons of one job, some milliseconds: nobody else is served meanwhile. */
const globSteps = 500_000;

/** At most so many, each no longer than a line or two. */
export const boundWarnings = (warnings: readonly string[]): string[] => {
  const more = warnings.length - mostWarnings;
  const shown = warnings.slice(0, more > 0 ? mostWarnings - 1 : mostWarnings);
  const cut = shown.map((text) =>
    text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`,
  );
  return more > 0 ? [...cut, `${String(more + 1)} more warnings are not shown.`] : cut;
};

/** What is to be said of the patterns that a job names for its input. */
export const warnOfInputs = (unmatched: readonly string[]): string[] =>
  boundWarnings(unmatched.map((glob) => `The input pattern "${glob}" matched no file of the session.`));

/** What is to be said of the files that a job brought back, and of those that it did not. `found`: as the job named them. */
export const warnOfOutputs = (
  { outputs: globs = [] }: Partial<SandboxInput>,
  found: readonly string[],
  outputs: readonly JobOutput[],
): string[] => [
  ...unmatchedOf(globs, found).map((glob) => `The output pattern "${glob}" matched no file that is new or changed.`),
  ...outputs.flatMap(({ path, error }) => (error === null ? [] : [`"${path}" was not written: ${error}`])),
];

/** The patterns that match none of these paths. What would take too long to tell counts as matched. */
export const unmatchedOf = (globs: readonly string[], paths: readonly string[]): string[] => {
  const steps = Math.floor(globSteps / Math.max(1, globs.length));
  return globs.filter((glob) => {
    // The sandbox alone knows braces.
    if (glob.includes('{')) return paths.length === 0;
    const pattern = new Globs([belowWork(glob)], steps);
    try {
      return !paths.some((path) => pattern.matches(belowWork(path)));
    } catch (error) {
      if (error instanceof TooCostly) return false;
      throw error;
    }
  });
};

const belowWork = (path: string): string =>
  path
    .replace(/^\/work\//, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
