import type { Client, SessionState } from '@pairspace/client';

type Parts = Partial<Pick<SessionState, 'notes' | 'files' | 'jobs' | 'observers' | 'pool'>>;

/** More of each than this are shown when somebody asks for them. */
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

/** What a session holds beside its log, part by part, the smallest first. */
export async function* loadSessionParts(
  client: Client,
  sessionId: string,
  signal: AbortSignal,
): AsyncGenerator<Parts, void, undefined> {
  const given = { sessionId, limit: 200 };
  const { pool } = await client.getCompute({ sessionId }, { signal });
  yield { pool: pool ?? undefined };
  yield { files: by(await upTo(client.pages('listFiles', given, { signal })), ({ path }) => path) };
  const jobs = await upTo(client.pages('listJobs', given, { signal }));
  yield { jobs: by(jobs.reverse(), ({ id }) => id) };
  yield { observers: by(await upTo(client.pages('listObservers', given, { signal })), ({ id }) => id) };
  yield { notes: by(await upTo(client.pages('listNotes', given, { signal })), ({ id }) => id) };
}
