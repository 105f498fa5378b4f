import type { DeclaredReach } from '@pairspace/protocol';
import { type Env, type Identity, identityFor, identityOfProgram } from '../seats/identity.ts';

export type Json = Readonly<Record<string, unknown>>;

export interface HookEvent {
  /** When a pointer that is given here reaches the agent. */
  mode: Exclude<DeclaredReach['mode'], 'none' | 'unknown' | 'idle'>;
  /** The state of the agent's turn that the event tells; undefined when it tells none. */
  turn?: 'runs' | 'ends';
  answer: (pointer: string) => Json;
}

export const permissionMinutes = { usual: 60, most: 1440 } as const;

export type Decision = { allows: true } | { allows: false; why: string };

/** The moment in which the program would ask its user for a permission (ASK-19). */
interface PermissionHook {
  name: string;
  /** Tools that ask the user something other than a permission. The program asks its user itself for these tools. */
  leaves?: readonly string[];
  answer: (decision: Decision) => Json;
}

/** How one agent program runs hooks. `docs/programs.md` describes the shapes of input and output. */
export interface HookProgram {
  /** The field of the input that names the program's session, if its other child processes are told it, too. */
  sessionField?: string;
  /**
   * The field of the input that names the conversation, where the program's other child processes are not told: a seat
   * belongs to the first conversation whose hook sees it.
   */
  conversationField?: string;
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

/** An event in which the program takes the pointer in a field, and which tells nothing of the turn. */
const inField = (mode: HookEvent['mode'], field: string): HookEvent => ({
  mode,
  answer: (pointer) => ({ [field]: pointer }),
});

/** Keeps the turn from ending while something is new. Each event is told only once, so the turn ends at last. */
const blocked = (decision: string): HookEvent => ({
  mode: 'turn-end',
  turn: 'ends',
  answer: (pointer) => ({ decision, reason: pointer }),
});

/** The hooks that Claude Code and Codex have in the same form. The answer to a permission allows this one call alone. */
const shared = {
  sessionField: 'session_id',
  edit: { name: 'PreToolUse', answer: context('PreToolUse').answer },
  permission: {
    name: 'PermissionRequest',
    leaves: ['AskUserQuestion', 'ExitPlanMode'],
    answer: (decision) => ({
      hookSpecificOutput: {
        hookEventName: 'PermissionRequest',
        decision: decision.allows ? { behavior: 'allow' } : { behavior: 'deny', message: decision.why },
      },
    }),
  },
  events: {
    SessionStart: context('SessionStart'),
    UserPromptSubmit: context('UserPromptSubmit'),
    PostToolUse: context('PostToolUse'),
    Stop: blocked('block'),
  },
} satisfies HookProgram;

export const hookPrograms: Readonly<Record<string, HookProgram>> = {
  'claude-code': { ...shared, windowVariable: 'CLAUDE_CODE_MESSAGING_SOCKET' },
  // Codex drops an output with a field that it does not know.
  codex: shared,
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
      PreInvocation: { mode: 'mid-turn', answer: (pointer) => ({ injectSteps: [{ ephemeralMessage: pointer }] }) },
      Stop: blocked('continue'),
    },
    silence: {},
  },
  cursor: {
    conversationField: 'conversation_id',
    events: { postToolUse: inField('mid-turn', 'additional_context'), stop: inField('turn-end', 'followup_message') },
    silence: {},
  },
  copilot: { events: { postToolUse: inField('mid-turn', 'additionalContext'), agentStop: blocked('block') } },
};

/** The identity of a hook. `PAIRSPACE_IDENTITY` decides, as for commands. */
export const identityOfHook = (program: string, input: Json, env: Env): Identity => {
  const own = env['PAIRSPACE_IDENTITY'];
  if (own) return identityOfProgram(own);
  const { sessionField, conversationField, windowVariable } = hookPrograms[program] ?? {};
  const textIn = (field = ''): string => {
    const value = input[field];
    return typeof value === 'string' ? value : '';
  };
  const session = textIn(sessionField);
  return session === ''
    ? identityOfProgram(program, textIn(conversationField))
    : identityFor(program, session, windowVariable && env[windowVariable]);
};
