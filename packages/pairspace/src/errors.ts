/** The ends of commands: their exit codes, and the meanings of these for `pairspace --help`. */
const ends = {
  done: [0, 'done; wait: something came'],
  failed: [1, 'an error that no other code describes'],
  usage: [2, 'the command line is wrong'],
  refused: [3, 'no seat here, or the service refused the token (401, 403)'],
  notFound: [4, 'not found (404)'],
  conflict: [
    5,
    'conflict: stale version, completed session, task taken (409); guard: a path is held; ask: not approved',
  ],
  limit: [6, 'too large or too often (413, 429)'],
  unavailable: [7, 'the service cannot be reached or is unavailable (503), or runs no such jobs'],
  nothing: [8, 'wait: nothing came within the time; call it again; ask: no answer came'],
  jobFailed: [9, 'run: the job did not complete'],
  completed: [10, 'wait: the session is completed, and nothing more comes'],
  interrupted: [130, 'interrupted'],
} as const;
type End = keyof typeof ends;

export type ExitCode = (typeof ends)[End][0];

export const exitCodes = Object.fromEntries(Object.entries(ends).map(([end, [code]]) => [end, code])) as {
  readonly [E in End]: (typeof ends)[E][0];
};

export const exitCodeMeanings: readonly (readonly [code: ExitCode, meaning: string])[] = Object.values(ends);

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure of a command that is not a refusal of the service. `hint` names the next command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(end: End, message: string, hint?: string) {
    super(message);
    this.exitCode = exitCodes[end];
    this.hint = hint;
  }
}

/** A failure of a command that had issued something before, such as recovery codes, which are told with it. */
export class Unfinished extends Error {
  override readonly name = 'Unfinished';
  readonly results: Record<string, unknown>;
  readonly lines: readonly string[];

  constructor(cause: unknown, results: Record<string, unknown>, lines: readonly string[]) {
    super('The command has done a part of its work.', { cause });
    this.results = results;
    this.lines = lines;
  }
}
