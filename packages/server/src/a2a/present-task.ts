import {
  type A2aMessage,
  type A2aStatus,
  a2aStatusOf,
  type Ask,
  isEndedTask,
  ServiceError,
  type Task,
  utf8Bytes,
} from '@pairspace/protocol';
import type { A2aCall } from './a2a-call.ts';
import { readReferences } from './references.ts';

interface Part {
  text?: string;
  raw?: string;
  url?: string;
  filename?: string;
  mediaType?: string;
}

export interface Artifact {
  artifactId: string;
  name: string;
  parts: Part[];
}

export interface A2aTask {
  id: string;
  contextId: string;
  status: A2aStatus;
  artifacts?: Artifact[];
  history?: A2aMessage[];
  metadata: object;
}

/** The greatest size of all contents of files and notes in a task; further artifacts hold addresses. */
const inlineBytes = 1024 * 1024;

interface Shown {
  /** The number of messages of the history; undefined for all. */
  historyLength?: number | undefined;
  /** Whether artifacts hold the contents of files and notes, their addresses alone, or are left out. */
  artifacts: 'contents' | 'addresses' | 'none';
}

/** The open asks of the session, newest first. */
export const listOpenAsks = async ({ calls, agent }: A2aCall): Promise<Ask[]> =>
  (await calls.listAsks({ sessionId: agent.sessionId, status: 'open', limit: 200 })).items;

/** The oldest open ask about each task. */
export const findOpenAsks = async (call: A2aCall): Promise<Map<string, Ask>> => {
  const asks = await listOpenAsks(call);
  return new Map(asks.flatMap((ask) => (ask.taskId === null ? [] : [[ask.taskId, ask] as const])));
};

/** A task in the form of A2A (A2A-5). */
export const presentTask = async (
  call: A2aCall,
  task: Task,
  ask: Ask | undefined,
  { historyLength, artifacts }: Shown,
): Promise<A2aTask> => ({
  id: task.id,
  contextId: task.sessionId,
  status: a2aStatusOf(task, ask),
  ...(artifacts !== 'none' && { artifacts: await artifactsOf(call, task, artifacts === 'contents') }),
  ...(historyLength !== 0 && { history: [requestOf(task)] }),
  metadata: { number: task.number, title: task.title, assignee: task.assignee?.agentId ?? null },
});

/** The message that made the task. */
const requestOf = (task: Task): A2aMessage => {
  const { text, referenceTaskIds } = readReferences(task.description);
  return {
    messageId: `${task.id}-1`,
    contextId: task.sessionId,
    taskId: task.id,
    role: 'ROLE_USER',
    parts: [{ text: text || task.title }],
    ...(referenceTaskIds.length > 0 && { referenceTaskIds }),
  };
};

/** The result of a task that has ended: its text, and what it links to. */
export const artifactsOf = async (call: A2aCall, task: Task, withContents: boolean): Promise<Artifact[]> => {
  if (!isEndedTask(task.status) || !task.result) return [];
  const { text, links } = task.result;
  const made: Artifact[] = text === '' ? [] : [{ artifactId: 'result', name: 'result', parts: [{ text }] }];
  let left = withContents ? inlineBytes : 0;
  for (const [index, link] of links.entries()) {
    const part = (left > 0 ? await contentOf(call, link, left) : undefined) ?? addressOf(call, link);
    left -= utf8Bytes(part.text ?? part.raw ?? '');
    made.push({ artifactId: `link-${String(index + 1)}`, name: link.title ?? link.ref, parts: [part] });
  }
  return made;
};

type Link = NonNullable<Task['result']>['links'][number];

/** The content of a file or a note, if it is there and fits. */
const contentOf = async ({ calls, agent }: A2aCall, link: Link, left: number): Promise<Part | undefined> => {
  const { sessionId } = agent;
  try {
    if (link.kind === 'note') {
      const { content, title } = await calls.getNote({ sessionId, noteId: link.ref });
      return content !== '' && utf8Bytes(content) <= left
        ? { text: content, filename: title, mediaType: 'text/markdown' }
        : undefined;
    }
    if (link.kind !== 'file') return undefined;
    const { content, encoding, mediaType, path, size } = await calls.getFile({ sessionId, path: link.ref });
    if (size === 0 || content.length > left * (encoding === 'base64' ? 4 / 3 : 1)) return undefined;
    return { ...(encoding === 'base64' ? { raw: content } : { text: content }), filename: path, mediaType };
  } catch (error) {
    // The agent may have linked to something that does not exist, or that was deleted since.
    if (error instanceof ServiceError && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code)) return undefined;
    throw error;
  }
};

const folders = { note: 'notes', file: 'files', job: 'compute/jobs', message: 'messages' } as const;

const addressOf = ({ address, agent }: A2aCall, { kind, ref }: Link): Part => {
  if (kind === 'url') return { url: ref };
  const path = ref.split('/').map(encodeURIComponent).join('/');
  return { url: `${address}/api/sessions/${agent.sessionId}/${folders[kind]}/${path}` };
};
