import { type Ask, ServiceError } from '@pairspace/protocol';
import { type EntityRow, selectEntities } from '../events/entity-store.ts';
import { type Sql, sql } from '../storage/sql.ts';
import type { Queries } from '../storage/storage.ts';

/** The asks of a session that a condition chooses. */
export const selectAsks = (db: Queries, sessionId: string, condition: Sql): Promise<EntityRow[]> =>
  selectEntities(db, { sessionId, kind: 'ask' }, condition);

export const findAsk = async (db: Queries, sessionId: string, id: string): Promise<Ask | undefined> => {
  const [row] = await selectAsks(db, sessionId, sql`id = ${id}`);
  return row && presentAsk(row);
};

export const getAsk = async (db: Queries, sessionId: string, id: string): Promise<Ask> => {
  const ask = await findAsk(db, sessionId, id);
  if (!ask) throw new ServiceError('NOT_FOUND', 'There is no such ask in this session.');
  return ask;
};

/** An ask as it counts here: an answer in a log that nothing proves counts as not vouched (IMP-15). */
export const presentAsk = (row: EntityRow): Ask => {
  const ask = loggedAsk(row);
  return row.unproven === 1 && ask.answer ? { ...ask, answer: { ...ask.answer, vouched: false } } : ask;
};

/** An ask as its newest event has it. */
export const loggedAsk = ({ data }: EntityRow): Ask => JSON.parse(data) as Ask;
