import type { Ancestor } from './ancestors.ts';

/** An agent program that runs this command, as far as its environment tells. */
export interface Identity {
  /** `claude-code`, `codex`, … or `shell` where no agent program is known. */
  program: string;
  /** The same for the command, the MCP server and the hooks of one program session. */
  key: string;
}

/** The variables by which agent programs tell their children which session they belong to. */
const programs = [
  { program: 'claude-code', variable: 'CLAUDE_CODE_SESSION_ID', process: /\bclaude\b/ },
  { program: 'codex', variable: 'CODEX_THREAD_ID', process: /\bcodex\b/ },
  { program: 'opencode', variable: 'OPENCODE_SESSION_ID', process: /\bopencode\b/ },
  { program: 'gemini', variable: 'GEMINI_SESSION_ID', process: /\bgemini\b/ },
] as const;

/** Programs that tell their children nothing of their session. */
const silentPrograms = [
  { program: 'cursor', process: /\bcursor\b/i },
  { program: 'copilot', process: /\bcopilot\b/ },
  { program: 'antigravity', process: /\b(?:agy|antigravity)\b/ },
] as const;

/** The agent program that the command line of a process names, if any. */
export const agentProgramIn = (command: string): string | undefined =>
  [...programs, ...silentPrograms].find(({ process }) => process.test(command))?.program;

export const shell: Identity = { program: 'shell', key: 'shell' };

export const identityFor = (program: string, programSessionId: string): Identity => ({
  program,
  key: `${program}:${programSessionId}`,
});

/** The id of the program's own session; undefined for a shell. */
export const programSessionOf = ({ program, key }: Identity): string | undefined =>
  program === 'shell' ? undefined : key.slice(program.length + 1);

/**
 * The identity of all sessions of a program that does not tell which of them speaks. What such a program starts is told
 * so by `PAIRSPACE_IDENTITY`.
 */
export const identityOfProgram = (program: string): Identity => identityFor('custom', program);

/**
 * Who runs this command: `PAIRSPACE_IDENTITY`, else the session of the agent program around it. A program that was
 * started by another inherits the variables of its parent; there the nearest ancestor process decides.
 */
export const identityOf = (
  env: Readonly<Record<string, string | undefined>>,
  ancestors: () => readonly Ancestor[],
): Identity => {
  const own = env['PAIRSPACE_IDENTITY'];
  if (own !== undefined && own !== '') return identityFor('custom', own);
  const present = programs.flatMap(({ program, variable, process }) => {
    const id = env[variable];
    return id === undefined || id === '' ? [] : [{ program, id, process }];
  });
  const [first, ...others] = present;
  if (!first) return shell;
  if (others.length === 0) return identityFor(first.program, first.id);
  for (const { command } of ancestors()) {
    const nearest = present.find(({ process }) => process.test(command));
    if (nearest) return identityFor(nearest.program, nearest.id);
  }
  return identityFor(first.program, first.id);
};
