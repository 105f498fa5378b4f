import type { DeclaredReach } from '@pairspace/protocol';
import { type Env, type Identity, identityFor, identityOfProgram } from '../seats/identity.ts';

export type Json = Readonly<Record<string, unknown>>;

/** A moment at which an agent program runs a hook. */
export interface HookEvent {
  /** When a pointer that is given here reaches the agent. */
  mode: Exclude<DeclaredReach['mode'], 'none' | 'unknown' | 'idle'>;
  /** The state of the agent's turn that the event tells; undefined when it tells none. */
  turn?: 'runs' | 'ends';
  /** The output of the hook that puts a pointer before the agent. */
  answer(pointer: string): Json;
}

/** How long people can answer for a permission. */
export const permissionMinutes = { usual: 60, most: 1440 } as const;

/** The decision of people. A denial says why. */
export type Decision = { allows: true } | { allows: false; why: string };

/** The moment in which the program would ask its user for a permission (ASK-19). */
interface PermissionHook {
  name: string;
  /** Tools that ask the user something other than a permission. The program asks its user itself for these tools. */
  leaves?: readonly string[];
  answer(decision: Decision): Json;
}

/** How one agent program runs hooks. `docs/programs.md` describes the shapes of input and output. */
export interface HookProgram {
  /**
   * The field of the input that names the program's session; undefined if the program does not tell its other child
   * processes the session.
   */
  sessionField?: string;
  /**
   * The field of the input that names the conversation, where the program's other child processes are not told: a seat
   * belongs to the first conversation whose hook sees it.
   */
  conversationField?: string;
  /** The environment variable that names the program's window. */
  windowVariable?: string;
  events: Readonly<Record<string, HookEvent>>;
  /** The moment before an edit, in which the agent is told whose task holds the path. */
  edit?: { name: string } & Pick<HookEvent, 'answer'>;
  permission?: PermissionHook;
  /** The output of the hook without news; undefined for none. */
  silence?: Json;
}

const context = (name: string): HookEvent => ({
  mode: 'mid-turn',
  ...(name !== 'SessionStart' && { turn: 'runs' }),
  answer: (pointer) => ({ hookSpecificOutput: { hookEventName: name, additionalContext: pointer } }),
});

/**
 * Keeps the turn from ending while something is new. Each event is told only once, so the turn ends even in a program
 * that sets no limit of its own.
 */
const blocked = (decision: string): HookEvent => ({
  mode: 'turn-end',
  turn: 'ends',
  answer: (pointer) => ({ decision, reason: pointer }),
});

const beforeEdit = { name: 'PreToolUse', answer: (pointer: string): Json => context('PreToolUse').answer(pointer) };

/** The answer allows this one call. It never adds a rule that would allow later calls. */
const permission: PermissionHook = {
  name: 'PermissionRequest',
  leaves: ['AskUserQuestion', 'ExitPlanMode'],
  answer: (decision) => ({
    hookSpecificOutput: {
      hookEventName: 'PermissionRequest',
      decision: decision.allows ? { behavior: 'allow' } : { behavior: 'deny', message: decision.why },
    },
  }),
};

export const hookPrograms: Readonly<Record<string, HookProgram>> = {
  'claude-code': {
    sessionField: 'session_id',
    windowVariable: 'CLAUDE_CODE_MESSAGING_SOCKET',
    edit: beforeEdit,
    permission,
    events: {
      SessionStart: context('SessionStart'),
      UserPromptSubmit: context('UserPromptSubmit'),
      PostToolUse: context('PostToolUse'),
      Stop: blocked('block'),
    },
  },
  // Codex drops an output with a field that it does not know.
  codex: {
    sessionField: 'session_id',
    edit: beforeEdit,
    permission,
    events: {
      SessionStart: context('SessionStart'),
      UserPromptSubmit: context('UserPromptSubmit'),
      PostToolUse: context('PostToolUse'),
      Stop: blocked('block'),
    },
  },
  // The plugin of the program reads the answer.
  opencode: {
    events: {},
    edit: { name: 'edit', answer: (pointer) => ({ pointer }) },
    permission: {
      name: 'permission',
      answer: (decision) => (decision.allows ? { reply: 'once' } : { reply: 'reject', message: decision.why }),
    },
  },
  gemini: {
    conversationField: 'session_id',
    events: { AfterTool: context('AfterTool'), AfterAgent: blocked('deny') },
  },
  antigravity: {
    conversationField: 'conversationId',
    events: {
      PreInvocation: {
        mode: 'mid-turn',
        answer: (pointer) => ({ injectSteps: [{ ephemeralMessage: pointer }] }),
      },
      Stop: blocked('continue'),
    },
    silence: {},
  },
  cursor: {
    conversationField: 'conversation_id',
    events: {
      postToolUse: { mode: 'mid-turn', answer: (pointer) => ({ additional_context: pointer }) },
      stop: { mode: 'turn-end', answer: (pointer) => ({ followup_message: pointer }) },
    },
    silence: {},
  },
  copilot: {
    events: {
      postToolUse: { mode: 'mid-turn', answer: (pointer) => ({ additionalContext: pointer }) },
      agentStop: blocked('block'),
    },
  },
};

/** The identity of a hook. `PAIRSPACE_IDENTITY` decides, as for commands. */
export const identityOfHook = (program: string, input: Json, env: Env): Identity => {
  const own = env['PAIRSPACE_IDENTITY'];
  if (own) return identityOfProgram(own);
  const { sessionField, conversationField, windowVariable } = hookPrograms[program] ?? {};
  const textIn = (field: string | undefined): string => {
    const value = field === undefined ? undefined : input[field];
    return typeof value === 'string' ? value : '';
  };
  const session = textIn(sessionField);
  return session === ''
    ? identityOfProgram(program, textIn(conversationField))
    : identityFor(program, session, windowVariable && env[windowVariable]);
};
