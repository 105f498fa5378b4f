import type { Ask } from './asks.ts';
import type { Task } from './tasks.ts';

/** The task states of A2A that this service uses. */
export const a2aStates = [
  'TASK_STATE_SUBMITTED',
  'TASK_STATE_WORKING',
  'TASK_STATE_INPUT_REQUIRED',
  'TASK_STATE_COMPLETED',
  'TASK_STATE_FAILED',
  'TASK_STATE_CANCELED',
  'TASK_STATE_REJECTED',
] as const;
export type A2aState = (typeof a2aStates)[number];

const stateOfStatus = {
  open: 'TASK_STATE_SUBMITTED',
  offered: 'TASK_STATE_SUBMITTED',
  working: 'TASK_STATE_WORKING',
  done: 'TASK_STATE_COMPLETED',
  failed: 'TASK_STATE_FAILED',
  cancelled: 'TASK_STATE_CANCELED',
} as const satisfies Record<Task['status'], A2aState>;

/** A message in the form of A2A. */
export interface A2aMessage {
  messageId: string;
  contextId: string;
  taskId: string;
  role: 'ROLE_AGENT' | 'ROLE_USER';
  referenceTaskIds?: readonly string[];
  parts: readonly { text: string }[];
}

export interface A2aStatus {
  state: A2aState;
  timestamp: string;
  message?: A2aMessage;
}

/** The fields of a task from which its A2A status is made. */
export type A2aStatusSource = Pick<
  Task,
  'id' | 'sessionId' | 'seq' | 'status' | 'reason' | 'result' | 'a2a' | 'endedAt' | 'updatedAt'
>;

/** The status of a task in the form of A2A. `ask` is an open ask about the task (A2A-5). */
export const a2aStatusOf = (task: A2aStatusSource, ask: Ask | undefined): A2aStatus => {
  if (task.endedAt === null && ask) return a2aStatusOfAsk(ask);
  const state = task.a2a?.declined ? 'TASK_STATE_REJECTED' : stateOfStatus[task.status];
  const words = task.reason ?? (task.status === 'failed' ? task.result?.text : undefined);
  return {
    state,
    timestamp: task.updatedAt,
    ...(words && { message: messageOf(task, `${task.id}-${String(task.seq)}`, words) }),
  };
};

/** The A2A status of a task while `ask`, an ask about the task, is open. */
export const a2aStatusOfAsk = (ask: Ask): A2aStatus => ({
  state: 'TASK_STATE_INPUT_REQUIRED',
  timestamp: ask.createdAt,
  message: messageOf({ id: ask.taskId ?? '', sessionId: ask.sessionId }, ask.id, wordsOf(ask)),
});

const wordsOf = ({ title, details, options, freeText }: Ask): string =>
  [
    title,
    details,
    ...options.map(({ id, label }) => `${id}: ${label}`),
    freeText ? 'An answer may be a text.' : '',
    'A person who may answer decides, on the page of the session or by its API.',
  ]
    .filter((line) => line !== '')
    .join('\n');

const messageOf = ({ id, sessionId }: Pick<Task, 'id' | 'sessionId'>, messageId: string, text: string): A2aMessage => ({
  messageId,
  contextId: sessionId,
  taskId: id,
  role: 'ROLE_AGENT',
  parts: [{ text }],
});
