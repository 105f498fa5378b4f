import { type Endpoints, type Observer, ObserverRight, type ResultOf } from '@pairspace/protocol';
import { actingAs, type Caller } from '../access/caller.ts';
import { type Page, pageOfRows, textCursor } from '../storage/page.ts';
import type { Queries } from '../storage/storage.ts';
import { type ObserverRow, presentObserver } from './observer-row.ts';

/** The observers of a session, oldest first (SES-24). */
export const listObservers = async (
  db: Queries,
  sessionId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Page<Observer>> => {
  const after = textCursor('observers', cursor) ?? '';
  const rows = await db.all<ObserverRow>`
    select id, name, invited, rights, vouched, joined_at from observer
    where session_id = ${sessionId} and id > ${after} order by id limit 0 + ${limit + 1}
  `;
  const page = pageOfRows('observers', rows, limit, ({ id }) => id);
  return { ...page, items: page.items.map(presentObserver) };
};

type You = ResultOf<Endpoints['listObservers']>['you'];

/** The caller with its rights, if it is an observer or the operator; null for any other caller (PPL-10). */
export const presentYou = (caller: Caller): You => {
  if (caller.kind === 'operator') {
    const { id, name } = actingAs(caller);
    return { id, name, invited: false, rights: [...ObserverRight.options], vouched: true, givesRights: true };
  }
  if (caller.kind !== 'observer') return null;
  const { observerId: id, observerName: name, invited, rights, vouched, issuedToCreator: givesRights } = caller;
  return { id, name, invited, rights: [...rights], vouched, givesRights };
};
