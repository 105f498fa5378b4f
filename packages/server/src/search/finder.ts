import { join } from 'node:path';
import type { SearchFound, SearchQuery } from '../storage/full-text.ts';
import { WorkerThread } from '../threads/worker-thread.ts';

export interface Finder extends AsyncDisposable {
  find: (query: SearchQuery) => Promise<SearchFound>;
}

/** PostgreSQL searches in its own processes; SQLite searches in a thread of this one. */
export const openFinder = async (place: { dataFolder: string; databaseUrl: string | undefined }): Promise<Finder> => {
  if (place.databaseUrl !== undefined) {
    const { PostgresFinder } = await import('../storage/postgres/full-text.ts');
    return new PostgresFinder(place.databaseUrl);
  }
  const file = join(place.dataFolder, 'pairspace.sqlite');
  const thread = new WorkerThread<{ file: string; query: SearchQuery }, SearchFound>({
    program: new URL('./find-worker', import.meta.url),
  });
  return {
    find: (query) => thread.run({ file, query }),
    [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose](),
  };
};
