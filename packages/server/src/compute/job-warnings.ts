import type { JobOutput, SandboxInput } from '@pairspace/protocol';
import { Globs, TooCostly } from '../lib/glob.ts';

/** The bounds of a job's warnings, which every event of the job contains. */
const mostWarnings = 20;
const mostCharacters = 300;
/** The most steps for matching one job's patterns: some milliseconds, because matching blocks the serving thread. */
const globSteps = 500_000;
/** Paths of more characters in total are not matched at all: splitting them alone would take as long. */
const globCharacters = 500_000;

/** The warnings, cut to the greatest number and the greatest length. */
export const boundWarnings = (warnings: readonly string[]): string[] => {
  const more = warnings.length - mostWarnings;
  const shown = warnings.slice(0, more > 0 ? mostWarnings - 1 : mostWarnings);
  const cut = shown.map((text) =>
    text.length <= mostCharacters ? text : `${text.slice(0, mostCharacters - 1).toWellFormed()}…`,
  );
  return more > 0 ? [...cut, `${String(more + 1)} more warnings are not shown.`] : cut;
};

/** The warnings about the patterns of a job's input. */
export const warnOfInputs = (unmatched: readonly string[]): string[] =>
  boundWarnings(unmatched.map((glob) => `The input pattern "${glob}" matched no file of the session.`));

/** The warnings about missing and extra output files. `found` holds the paths that the job reported. */
export const warnOfOutputs = (
  { outputs: globs = [] }: Partial<SandboxInput>,
  found: readonly string[],
  outputs: readonly JobOutput[],
): string[] => [
  ...unmatchedOf(globs, found).map((glob) => `The output pattern "${glob}" matched no file that is new or changed.`),
  ...outputs.flatMap(({ path, error }) => (error === null ? [] : [`"${path}" was not written: ${error}`])),
];

/** The patterns that match none of these paths. A pattern that is too expensive to match counts as matched. */
export const unmatchedOf = (globs: readonly string[], paths: readonly string[]): string[] => {
  if (globs.length === 0) return [];
  const characters = paths.reduce((sum, path) => sum + path.length, 0);
  if (characters > globCharacters) return [];
  const taken = paths.map(segmentsOf);
  const steps = Math.floor(globSteps / globs.length);
  return globs.filter((glob) => {
    // Only the sandbox expands braces, so such a pattern counts as unmatched only if there are no paths.
    if (glob.includes('{')) return paths.length === 0;
    const pattern = new Globs([segmentsOf(glob).join('/')], steps);
    try {
      return !taken.some((segments) => pattern.matchesSegments(segments));
    } catch (error) {
      if (error instanceof TooCostly) return false;
      throw error;
    }
  });
};

const segmentsOf = (path: string): string[] =>
  path
    .replace(/^\/work\//, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
