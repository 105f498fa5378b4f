import type { Client, SessionState } from '@pairspace/client';
import type { Task } from '@pairspace/protocol';

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

/** Reads all parts of a session beside its log at once. Each part goes to `onPart` as soon as the part is read. */
export const loadSessionParts = async (
  client: Client,
  sessionId: string,
  signal: AbortSignal,
  onPart: (part: Parts) => void,
): Promise<void> => {
  const given = { sessionId, limit: 200 };
  await Promise.all([
    upTo(client.pages('listNotes', given, { signal })).then((notes) => {
      onPart({ notes: by(notes, ({ id }) => id) });
    }),
    readTasks(client, sessionId, signal).then((tasks) => {
      onPart({ tasks: by(tasks, ({ id }) => id) });
    }),
    upTo(client.pages('listAsks', { ...given, status: 'open' }, { signal })).then((asks) => {
      onPart({ asks: by(asks, ({ id }) => id) });
    }),
    upTo(client.pages('listFiles', given, { signal })).then((files) => {
      onPart({ files: by(files, ({ path }) => path) });
    }),
    upTo(client.pages('listJobs', given, { signal })).then((jobs) => {
      onPart({ jobs: by(jobs.reverse(), ({ id }) => id) });
    }),
    upTo(client.pages('listObservers', given, { signal })).then((observers) => {
      onPart({ observers: by(observers, ({ id }) => id) });
    }),
  ]);
};
