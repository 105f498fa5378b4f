import type { Client, SessionState } from '@pairspace/client';
import type { Task } from '@pairspace/protocol';
import { keepReading } from '../lib/keep-reading.ts';

type Parts = Partial<Pick<SessionState, 'tasks' | 'asks' | 'notes' | 'files' | 'jobs' | 'observers'>>;

/** The greatest number of loaded items of each kind. A further item is read when somebody opens the item. */
const mostItems = 1000;

const by = <T>(items: readonly T[], key: (item: T) => string): Map<string, T> =>
  new Map(items.map((item) => [key(item), item]));

const upTo = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
    if (found.length >= mostItems) break;
  }
  return found;
};

/** A session can have more tasks than are loaded. The tasks that have not ended are then also read by status. */
const readTasks = async (client: Client, sessionId: string, signal: AbortSignal): Promise<Task[]> => {
  const given = { sessionId, limit: 200 };
  const some = await upTo(client.pages('listTasks', given, { signal }));
  if (some.length < mostItems) return some;
  const current = (['open', 'offered', 'working'] as const).map((status) =>
    upTo(client.pages('listTasks', { ...given, status }, { signal })),
  );
  return [...some, ...(await Promise.all(current)).flat()];
};

/**
 * Reads all parts of a session except for its log, at the same time, and repeats each read until it succeeds. Calls
 * `onPart` for each part as soon as it was read.
 */
export const loadSessionParts = async (
  client: Client,
  sessionId: string,
  signal: AbortSignal,
  onPart: (part: Parts) => void,
): Promise<void> => {
  const given = { sessionId, limit: 200 };
  const reads: (() => Promise<Parts>)[] = [
    async () => ({ notes: by(await upTo(client.pages('listNotes', given, { signal })), ({ id }) => id) }),
    async () => ({ tasks: by(await readTasks(client, sessionId, signal), ({ id }) => id) }),
    async () => ({
      asks: by(await upTo(client.pages('listAsks', { ...given, status: 'open' }, { signal })), ({ id }) => id),
    }),
    async () => ({ files: by(await upTo(client.pages('listFiles', given, { signal })), ({ path }) => path) }),
    async () => ({ jobs: by((await upTo(client.pages('listJobs', given, { signal }))).reverse(), ({ id }) => id) }),
    async () => ({ observers: by(await upTo(client.pages('listObservers', given, { signal })), ({ id }) => id) }),
  ];
  const readPart = async (read: () => Promise<Parts>): Promise<void> => {
    const part = await keepReading(read, signal);
    if (part) onPart(part);
  };
  await Promise.all(reads.map(readPart));
};
