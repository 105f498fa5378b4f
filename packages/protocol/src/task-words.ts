import { inQuotes, nameCharacters, someone, word } from './peer-words.ts';
import type { Task, TaskStatus } from './tasks.ts';

/** The statuses of tasks that have not ended, in the order in which lists show such tasks. */
export const currentTaskStatuses = ['working', 'offered', 'open'] as const satisfies readonly TaskStatus[];

type Link = NonNullable<Task['result']>['links'][number];

/**
 * The link that a text names: `note:`, `file:`, `job:` or `message:` before an id or path, or a URL; otherwise
 * undefined.
 */
export const taskLinkIn = (text: string): Pick<Link, 'kind' | 'ref'> | undefined => {
  if (/^https?:\/\//.test(text)) return { kind: 'url', ref: text };
  const [, kind, ref] = /^(note|file|job|message):(.+)$/.exec(text) ?? [];
  return ref === undefined ? undefined : { kind: kind as Link['kind'], ref };
};

const ownerWords = ({ status, assignee, offeredTo }: Pick<Task, 'status' | 'assignee' | 'offeredTo'>): string[] => [
  ...(assignee === null
    ? []
    : [`${status === 'working' ? 'owner' : 'by'} ${someone(assignee.agentId, assignee.agentName)}`]),
  ...(offeredTo === null ? [] : [`offered to ${word(offeredTo)}`]),
];

interface Telling {
  /** Tasks to which blockers may belong: a blocker in this list is named by number, another by id. */
  among?: readonly Task[];
  /** The greatest number of characters of a text that others chose. */
  most?: number;
}

/** A task on one line, words of others in quotation marks. */
export const taskLine = (task: Task, { among = [], most = nameCharacters }: Telling = {}): string => {
  const numbers = new Map(among.map(({ id, number }) => [id, number]));
  const blockers = task.blockedBy.map((id) => word(numbers.get(id) ?? id));
  return [
    `task ${word(task.number)} ${inQuotes(task.title, most)}, ${word(task.status)}`,
    ...ownerWords(task),
    ...(blockers.length === 0 ? [] : [`waits for ${blockers.join(', ')}`]),
    ...(task.priority === 1 ? [] : [`priority ${word(task.priority)}`]),
  ].join(', ');
};

/** The facts of a task, one a line, without its texts. */
export const taskFacts = (task: Task, most = nameCharacters): string[] => {
  const { requester, leaseUntil, attempts, paths, labels, result } = task;
  const list = (name: string, words: readonly string[]): string[] =>
    words.length === 0 ? [] : [`${name}: ${words.map((text) => inQuotes(text, most)).join(', ')}`];
  return [
    taskLine(task, { most }),
    `asked for by ${someone(requester.id, requester.name)}, claimed ${word(attempts)} times`,
    ...(leaseUntil === null ? [] : [`lease until ${word(leaseUntil)}, and longer by each call of its owner`]),
    ...list('paths', paths),
    ...list('labels', labels),
    ...(result?.links ?? []).map(({ kind, ref, title }) => `made: ${word(kind)} ${inQuotes(title ?? ref, most)}`),
  ];
};

/** A refusal names no more tasks than this. */
const mostNamed = 5;

/** The owner, the blockers, or the tasks that hold the paths, from the details of a refused step of a task. */
export const taskRefusalWords = (details: Readonly<Record<string, unknown>> = {}): string | undefined => {
  const { assignee, blockedBy, tasks, offeredTo } = details;
  if (isOwner(assignee)) return `Its owner is ${someone(assignee.agentId, assignee.agentName)}.`;
  if (typeof offeredTo === 'string') return `It is offered to ${word(offeredTo)}.`;
  if (Array.isArray(blockedBy) && blockedBy.length > 0) {
    return `It waits for ${blockedBy
      .slice(0, mostNamed)
      .map((id) => word(String(id)))
      .join(', ')}.`;
  }
  if (Array.isArray(tasks) && tasks.length > 0) {
    return `Its paths are held by ${(tasks as unknown[]).slice(0, mostNamed).map(holderWords).join('; ')}.`;
  }
  return undefined;
};

/** A task in work with its owner, from an answer that may come from any service. */
export const holderWords = (holder: unknown): string => {
  const { number, title, assignee } = Object(holder) as Partial<Record<keyof Task, unknown>>;
  const owner = isOwner(assignee) ? ` of ${someone(assignee.agentId, assignee.agentName)}` : '';
  return `task ${typeof number === 'number' ? word(number) : '?'} ${inQuotes(typeof title === 'string' ? title : '?')}${owner}`;
};

const isOwner = (value: unknown): value is NonNullable<Task['assignee']> => {
  const { agentId, agentName } = Object(value) as Record<string, unknown>;
  return typeof agentId === 'string' && typeof agentName === 'string';
};
