import { setTimeout as pause } from 'node:timers/promises';
import { lockFolder } from '../storage/sqlite/lock-folder.ts';
import { removeSqliteSearch } from '../storage/sqlite/search-store.ts';
import { followSession } from './follow-session.ts';
import { listBehind, listFollowed } from './list-behind.ts';
import { indexFile, openSearch, placeOf } from './place.ts';

const heldPauseMs = 50;

/**
 * Rebuilds the index from the log; returns the number of sessions. With SQLite it locks the data folder, which serves
 * one process at a time (NET-30). In PostgreSQL it rebuilds one session after another, while services follow others.
 */
export const rebuildIndex = async (config: {
  dataFolder: string;
  databaseUrl: string | undefined;
}): Promise<number> => {
  using lock = config.databaseUrl === undefined ? lockFolder(config.dataFolder) : undefined;
  if (lock) removeSqliteSearch(indexFile(config.dataFolder));
  const { store, source } = await openSearch(placeOf(config));
  try {
    for await (const { id } of listFollowed(store)) {
      while (await store.follow(id, (session) => session.forget()));
    }
    let sessions = 0;
    for await (const id of listBehind(store, source.db)) {
      for (;;) {
        const followed = await followSession(store, source.db, id);
        if (!followed) await pause(heldPauseMs);
        else if (!followed.more) break;
      }
      sessions++;
    }
    await store.settle();
    return sessions;
  } finally {
    await store[Symbol.asyncDispose]();
    await source[Symbol.asyncDispose]();
  }
};
