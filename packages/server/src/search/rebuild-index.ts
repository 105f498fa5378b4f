import { join } from 'node:path';
import type { Config } from '../config.ts';
import { systemClock } from '../lib/clock.ts';
import { followAll } from '../storage/follow-all.ts';
import { openStorage } from '../storage/open.ts';
import { statement } from '../storage/sql.ts';
import { lockFolder } from '../storage/sqlite/lock-folder.ts';
import { dropFullText } from '../storage/sqlite/full-text.ts';
import { followLogs } from './follow-log.ts';

/**
 * Makes the index anew from the logs; returns the number of sessions. With SQLite it locks the data folder, which
 * serves one process at a time (NET-30). In PostgreSQL it goes from session to session, while services go on.
 */
export const rebuildIndex = async (
  config: Pick<Config, 'dataFolder' | 'databaseUrl' | 'databaseConnections'>,
): Promise<number> => {
  using lock = config.databaseUrl === undefined ? lockFolder(config.dataFolder) : undefined;
  if (lock) dropFullText(join(config.dataFolder, 'pairspace.sqlite'));
  const nothing = (): void => undefined;
  const raise = (error: unknown): never => {
    throw error;
  };
  await using storage = await openStorage({
    ...config,
    clock: systemClock,
    onNotify: nothing,
    onAnnounce: nothing,
    onRetry: nothing,
    onError: raise,
    onWait: nothing,
  });
  const sessions = await storage.write(async (tx) => {
    await tx.run`delete from search_entry where session_id not in (select id from session)`;
    return tx.run(...statement(followAll));
  });
  while (await followLogs({ storage, read: storage.read }));
  return sessions;
};
