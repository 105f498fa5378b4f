export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  refused: 3,
  notFound: 4,
  conflict: 5,
  limit: 6,
  unavailable: 7,
  nothing: 8,
  jobFailed: 9,
  completed: 10,
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export const exitCodeMeanings: Readonly<Record<ExitCode, string>> = {
  0: 'done; wait: something came',
  1: 'an error that no other code describes',
  2: 'the command line is wrong',
  3: 'no seat here, or the service refused the token (401, 403)',
  4: 'not found (404)',
  5: 'conflict: stale version, completed session, task taken (409); guard: a path is held; ask: not approved',
  6: 'too large or too often (413, 429)',
  7: 'the service cannot be reached or is unavailable (503), or runs no such jobs',
  8: 'wait: nothing came within the time; call it again; ask: no answer came',
  9: 'run: the job did not complete',
  10: 'wait: the session is completed, and nothing more comes',
  130: 'interrupted',
};

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** A failure of a command that is not a refusal of the service. `hint` names the next command. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(kind: keyof typeof exitCodes, message: string, hint?: string) {
    super(message);
    this.exitCode = exitCodes[kind];
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
