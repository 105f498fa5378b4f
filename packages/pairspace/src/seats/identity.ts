import type { Ancestor } from './ancestors.ts';

/** The environment variables of a process. */
export type Env = Readonly<Record<string, string | undefined>>;

/** The agent program that runs this command, by its environment. */
export interface Identity {
  /** `claude-code`, `codex`, …, or `shell` without a known agent program. */
  program: string;
  /** An id that the command, the MCP server and the hooks of one program session share. */
  key: string;
  /** The window of the program, if known. It stays the same after `/clear`. */
  window?: string;
}

/** The variables by which agent programs tell their children the session. */
const programs = [
  {
    program: 'claude-code',
    variable: 'CLAUDE_CODE_SESSION_ID',
    window: 'CLAUDE_CODE_MESSAGING_SOCKET',
    process: /\bclaude\b/,
  },
  { program: 'codex', variable: 'CODEX_THREAD_ID', process: /\bcodex\b/ },
  { program: 'opencode', variable: 'OPENCODE_SESSION_ID', process: /\bopencode\b/ },
] as const;

/** Programs that do not tell all of their children the session. `sign` is a variable of their shells. */
const silentPrograms = [
  { program: 'gemini', sign: 'GEMINI_CLI', process: /\bgemini\b/ },
  { program: 'copilot', sign: 'COPILOT_AGENT_SESSION_ID', process: /\bcopilot\b/ },
  { program: 'cursor', process: /\bcursor\b/i },
  { program: 'antigravity', process: /\b(?:agy|antigravity)\b/ },
] as const;

/** The agent program in the command line of a process, if any. */
export const agentProgramIn = (command: string): string | undefined =>
  [...programs, ...silentPrograms].find(({ process }) => process.test(command))?.program;

export const shell: Identity = { program: 'shell', key: 'shell' };

export const identityFor = (program: string, programSessionId: string, window?: string): Identity => ({
  program,
  key: `${program}:${programSessionId}`,
  ...(window !== undefined && window !== '' && { window: `${program}:${window}` }),
});

/** Whether an identity took the seat: in the same session of its program, or in the same window. */
export const isOwn = (seat: { identity: string; window?: string | undefined }, { key, window }: Identity): boolean =>
  seat.identity === key || (window !== undefined && seat.window === window);

/** The id of the program's own session; undefined for a shell. */
export const programSessionOf = ({ program, key }: Identity): string | undefined =>
  program === 'shell' ? undefined : key.slice(program.length + 1);

/**
 * The identity that all sessions of a program share, if the program does not tell its session to all of its children.
 * The MCP server of the program gets this identity by `PAIRSPACE_IDENTITY`.
 */
export const identityOfProgram = (program: string): Identity => identityFor('custom', program);

/**
 * The identity of this process: `PAIRSPACE_IDENTITY`, otherwise the session of the surrounding agent program. A nested
 * program inherits the variables of its parent; then the nearest ancestor process decides.
 */
export const identityOf = (env: Env, ancestors: () => readonly Ancestor[]): Identity => {
  const own = env['PAIRSPACE_IDENTITY'];
  if (own !== undefined) return identityFor('custom', own);
  const present = [...programs, ...silentPrograms].flatMap((one) => {
    const identity = identityBy(one, env);
    return identity ? [{ identity, process: one.process }] : [];
  });
  const [first, ...others] = present;
  if (!first) return shell;
  if (others.length === 0) return first.identity;
  for (const { command } of ancestors()) {
    const nearest = present.find(({ process }) => process.test(command));
    if (nearest) return nearest.identity;
  }
  return first.identity;
};

const identityBy = (
  { program, ...how }: (typeof programs)[number] | (typeof silentPrograms)[number],
  env: Env,
): Identity | undefined => {
  if ('sign' in how) return env[how.sign] ? identityOfProgram(program) : undefined;
  if (!('variable' in how)) return undefined;
  const id = env[how.variable];
  return id ? identityFor(program, id, 'window' in how ? env[how.window] : undefined) : undefined;
};
