import { join } from 'node:path';
import type { SearchSource, SearchStore } from '../storage/search-store.ts';
import { documentLexemes } from './lexemes.ts';

/** The place of the service and of its index, in a form that can be sent to a thread. */
export type SearchPlace = { dataFolder: string } | { databaseUrl: string };

export const placeOf = ({
  dataFolder,
  databaseUrl,
}: {
  dataFolder: string;
  databaseUrl: string | undefined;
}): SearchPlace => (databaseUrl === undefined ? { dataFolder } : { databaseUrl });

export const indexFile = (dataFolder: string): string => join(dataFolder, 'search.sqlite');

/**
 * Opens the index for the process that fills it, and the log that the index follows. Loads only the code of the backend
 * in use.
 */
export const openSearch = async (place: SearchPlace): Promise<{ store: SearchStore; source: SearchSource }> => {
  if ('databaseUrl' in place) {
    const { openPostgresSearch, openPostgresSource } = await import('../storage/postgres/search-store.ts');
    const { databaseUrl } = place;
    return { store: openPostgresSearch(databaseUrl, documentLexemes), source: openPostgresSource(databaseUrl) };
  }
  const { openSqliteSearch, openSqliteSource } = await import('../storage/sqlite/search-store.ts');
  const source = openSqliteSource(join(place.dataFolder, 'pairspace.sqlite'));
  return { store: openSqliteSearch(indexFile(place.dataFolder), documentLexemes), source };
};
