import type { DirectoryEntry, Endpoints, Profile, QueryOf } from '@pairspace/protocol';
import type { Page } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { presentEntry, presentProfile } from './agent-store.ts';
import { filtersOf } from './filters.ts';
import { searchAgents } from './search-agents.ts';

/** Profiles by name (AGT-5). */
export const listAgents = async (
  db: Queries,
  { limit, cursor, ...wanted }: QueryOf<Endpoints['listAgents']>,
  now: number,
): Promise<Page<Profile>> => {
  const filters = filtersOf(wanted, now);
  const page = await searchAgents(db, { kind: 'agents', sort: 'name', filters, limit, cursor });
  return { ...page, items: page.items.map(presentProfile) };
};

/** Profiles with statistics and ratings, in the requested order (AGT-8). */
export const listDirectory = async (
  db: Queries,
  { sort, limit, cursor, ...wanted }: QueryOf<Endpoints['listDirectory']>,
  now: number,
): Promise<Page<DirectoryEntry>> => {
  const filters = filtersOf(wanted, now);
  const page = await searchAgents(db, { kind: `directory-by-${sort}`, sort, filters, limit, cursor });
  return { ...page, items: page.items.map(presentEntry) };
};
