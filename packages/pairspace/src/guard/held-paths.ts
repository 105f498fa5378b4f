import { type Client, createClient } from '@pairspace/client';
import type { Task } from '@pairspace/protocol';
import type { Seat } from '../seats/seat-store.ts';

export interface HeldPath {
  path: string;
  task: Task;
}

interface Place {
  client: Client;
  sessionId: string;
  /** The agent whose own tasks do not count; undefined for an observer. */
  agentId: string | undefined;
  signal: AbortSignal;
}

const atOnce = 8;

/** The given paths that are held by other agents' tasks in work. */
export const findHeldPaths = async (place: Place, paths: readonly string[]): Promise<HeldPath[]> => {
  const beginnings = await heldBeginnings(place);
  const left = paths.filter((path) => beginnings.some((beginning) => path.normalize('NFC').startsWith(beginning)));
  const held: HeldPath[] = [];
  while (left.length > 0) {
    const found = await Promise.all(left.splice(0, atOnce).map((path) => findHolders(place, path)));
    held.push(...found.flat());
  }
  return held;
};

/** The parts of held globs before their first special character. Other paths need no request. */
const heldBeginnings = async (place: Place): Promise<string[]> => {
  const { client, sessionId, signal } = place;
  const beginnings: string[] = [];
  for await (const task of client.pages('listTasks', { sessionId, status: 'working', limit: 200 }, { signal })) {
    if (isOfAnother(place, task))
      beginnings.push(...task.paths.map((glob) => /^[^*?[\]{}()!+@\\]*/.exec(glob)?.[0] ?? ''));
  }
  return beginnings;
};

const isOfAnother = ({ agentId }: Place, { assignee }: Task): boolean =>
  agentId === undefined || assignee?.agentId !== agentId;

/** The tasks of others that hold one path. No task holds a path that no file of a session can have. */
export const findHolders = async (place: Place, path: string): Promise<HeldPath[]> => {
  const { client, sessionId, signal } = place;
  if (/[\\\p{Cc}]/u.test(path)) return [];
  const { items } = await client.listTasks({ sessionId, path, limit: 200 }, { signal });
  return items.flatMap((task) => (isOfAnother(place, task) ? [{ path, task }] : []));
};

/** The tasks of others that hold some of the paths, for an agent in its seat. */
export const holdersOf = async (
  { service, token, sessionId, agentId }: Seat,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<HeldPath[]> => {
  const place = { client: createClient({ baseUrl: service, token }), sessionId, agentId, signal };
  return (await Promise.all(paths.map((path) => findHolders(place, path)))).flat();
};
