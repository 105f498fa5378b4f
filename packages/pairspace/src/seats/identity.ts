import { createHash, randomBytes } from 'node:crypto';
import { homedir, hostname, userInfo } from 'node:os';
import type { Ancestors } from './ancestors.ts';

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

/**
 * Agent programs. `variable` names the session in the environment of their child processes. Programs without it do not
 * tell all of their children the session: `sign` is a variable of their shells. `name` matches the name of the program.
 */
const programs: readonly { program: string; variable?: string; window?: string; sign?: string; name: RegExp }[] = [
  {
    program: 'claude-code',
    variable: 'CLAUDE_CODE_SESSION_ID',
    window: 'CLAUDE_CODE_MESSAGING_SOCKET',
    name: /^claude\b/,
  },
  { program: 'codex', variable: 'CODEX_THREAD_ID', name: /^codex\b/ },
  { program: 'opencode', variable: 'OPENCODE_SESSION_ID', name: /^opencode\b/ },
  { program: 'gemini', sign: 'GEMINI_CLI', name: /^gemini\b/ },
  { program: 'copilot', sign: 'COPILOT_AGENT_SESSION_ID', name: /^copilot\b/ },
  { program: 'cursor', name: /^cursor\b/i },
  { program: 'antigravity', name: /^(?:agy|antigravity)\b/ },
];

const interpreter = /^(?:node|nodejs|bun|deno)(?:\.exe)?$/;

/** Parts of a path that are not the name of the program, as in `claude-code/cli.js` and `claude/versions/2.1.332`. */
const nameless = /^(?:bin|dist|versions|v?\d[\w.-]*|(?:cli|index)\.[cm]?js)$/;

const nameOf = (path: string): string => path.split(/[\\/]/).findLast((part) => !nameless.test(part)) ?? '';

/** The agent program of a process, by the name of the program or of the script that an interpreter runs. */
export const agentProgramIn = ([program = '', ...words]: readonly string[]): string | undefined => {
  const script = interpreter.test(nameOf(program)) ? words.find((word) => !/^-|^run$/.test(word)) : undefined;
  const own = nameOf(script ?? program);
  return programs.find(({ name }) => name.test(own))?.program;
};

export const shell: Identity = { program: 'shell', key: 'shell' };

export const identityFor = (program: string, programSessionId: string, window?: string): Identity => ({
  program,
  key: `${program}:${programSessionId}`,
  ...(window !== undefined && window !== '' && { window: `${program}:${window}` }),
});

/**
 * Whether an identity took the seat: in the same session of its program, or in the same window. An identity that all
 * conversations of a program share owns no seat of another conversation.
 */
export const isOwn = (
  seat: { identity: string; window?: string | undefined },
  { program, key, window }: Identity,
): boolean => {
  const isSameWindow = window !== undefined && seat.window === window;
  if (program !== 'custom') return seat.identity === key || isSameWindow;
  return seat.identity === key && (isSameWindow || window === undefined || seat.window === undefined);
};

/** The id of the program's own session; undefined for a shell. */
export const programSessionOf = ({ program, key }: Identity): string | undefined =>
  program === 'shell' ? undefined : key.slice(program.length + 1);

/** The identity of all sessions of a program that does not tell its children which one they belong to. */
export const identityOfProgram = (program: string, conversation = ''): Identity =>
  identityFor('custom', program, conversation);

/** The agent program that is the nearest ancestor of this process. */
export const programAbove = (ancestors: Ancestors): string | undefined =>
  ancestors()
    .map(agentProgramIn)
    .find((name) => name !== undefined);

/**
 * The identity of this process: `PAIRSPACE_IDENTITY`, otherwise the session of the surrounding agent program. A nested
 * program inherits the variables of its parent; then the nearest ancestor process decides.
 */
export const identityOf = (env: Env, ancestors: Ancestors): Identity => {
  const own = env['PAIRSPACE_IDENTITY'];
  if (own !== undefined) return identityFor('custom', own);
  const present = programs.flatMap(({ program, variable, window, sign }) => {
    const id = variable && env[variable];
    if (id) return [{ program, identity: identityFor(program, id, window && env[window]) }];
    return sign && env[sign] ? [{ program, identity: identityOfProgram(program) }] : [];
  });
  const [first, ...others] = present;
  if (!first) return shell;
  if (others.length === 0) return first.identity;
  for (const argv of ancestors()) {
    const above = agentProgramIn(argv);
    const nearest = present.find(({ program }) => program === above);
    if (nearest) return nearest.identity;
  }
  return first.identity;
};

/** The program that an identity names; undefined where its program tells its sessions apart, and for a name of a user. */
const programNamedBy = (identity: Identity): string | undefined => {
  const named = identity.program === 'custom' ? programSessionOf(identity) : undefined;
  return named !== undefined && agentProgramIn([named]) === named ? named : undefined;
};

/** The program of an identity, also where the program is named by `PAIRSPACE_IDENTITY`. */
export const programOf = (identity: Identity): string => programNamedBy(identity) ?? identity.program;

/**
 * The agentId for an agent that has not chosen one. It is the same in all Pairspace sessions of one program session; a
 * shell gets a new one each time, because nothing distinguishes two agents in it. A program without distinguishable
 * sessions has one per home folder.
 */
export const newAgentId = (identity: Identity): string => {
  const shared = programNamedBy(identity);
  if (shared !== undefined) return `${shared}-${digestOf(JSON.stringify([shared, hostname(), homedir()]))}`;
  if (identity.program === 'shell') return `${userName()}-${randomBytes(3).toString('hex')}`;
  return `${identity.program}-${digestOf(identity.key)}`;
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8);

const userName = (): string => {
  try {
    return userInfo().username.replace(/[^A-Za-z0-9._-]/g, '') || 'agent';
  } catch {
    return 'agent';
  }
};
