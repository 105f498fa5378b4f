import type { SearchStore } from '../storage/search-store.ts';
import type { Queries } from '../storage/storage.ts';

const page = 1000;

interface Head {
  id: string;
  seq: number;
  isPublic: boolean;
}

/**
 * The sessions whose indexed end differs from the end of their log, and the deleted sessions that the index still
 * holds. The index may be ahead of the log after a restore.
 */
export async function* listBehind(store: Pick<SearchStore, 'list'>, db: Queries): AsyncGenerator<string> {
  const followed = listFollowed(store);
  let next = await followed.next();
  for await (const session of pagesOf((after) => listHeads(db, after))) {
    for (; !next.done && next.value.id < session.id; next = await followed.next()) yield next.value.id;
    if (next.done || next.value.id > session.id) yield session.id;
    else {
      if (next.value.seq !== session.seq || next.value.isPublic !== session.isPublic) yield session.id;
      next = await followed.next();
    }
  }
  for (; !next.done; next = await followed.next()) yield next.value.id;
}

/** The sessions that the index holds. */
export const listFollowed = (store: Pick<SearchStore, 'list'>): AsyncGenerator<Head> =>
  pagesOf((after) => store.list(after, page));

const listHeads = async (db: Queries, after: string): Promise<Head[]> => {
  const rows = await db.all<{ id: string; seq: number; visibility: string }>`
    select id, last_seq as seq, visibility from session where id > ${after} order by id limit 0 + ${page}
  `;
  return rows.map(({ id, seq, visibility }) => ({ id, seq, isPublic: visibility === 'public' }));
};

async function* pagesOf(read: (after: string) => Promise<Head[]>): AsyncGenerator<Head> {
  let after = '';
  for (;;) {
    const heads = await read(after);
    yield* heads;
    if (heads.length < page) return;
    after = heads.at(-1)?.id ?? after;
  }
}
