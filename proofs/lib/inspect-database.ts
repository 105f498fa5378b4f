import { DatabaseSync } from 'node:sqlite';
import type { AcknowledgedMessage } from './writers.ts';
import type { Verdict } from './verdict.ts';

export const databaseChecks = [
  'the database passes integrity_check',
  'a log runs from 1 to its last seq, without gap or repeat',
  'an event of a message, and no other, has the id of the message',
  'an acknowledged message is stored with its id, seq and content',
] as const;

const [integrity, unbroken, findable, stored] = databaseChecks;

/** Checks the tables directly, beside a service that has just started. */
export const inspectDatabase = (file: string, acknowledged: readonly AcknowledgedMessage[], verdict: Verdict): void => {
  using db = new DatabaseSync(file, { readOnly: true, timeout: 5000 });
  const found = db.prepare('pragma integrity_check').all();
  verdict.expect(integrity, found.length === 1 && found[0]?.['integrity_check'] === 'ok', () => JSON.stringify(found));

  const logs = db.prepare(`
    select session.id, last_seq, count(*) as events, count(distinct seq) as numbers, min(seq) as first, max(seq) as last
    from session left join event on event.session_id = session.id group by session.id
  `);
  for (const log of logs.iterate()) {
    const { last_seq: lastSeq, events, numbers, first, last } = log;
    const isUnbroken = first === 1 && [events, numbers, last].every((number) => number === lastSeq);
    verdict.expect(unbroken, isUnbroken, () => JSON.stringify(log));
  }

  const wrong = db.prepare(`
    select session_id, seq from event
    where event = 'message.created' and entity_id is not data ->> 'id'
  `);
  const unfindable = wrong.all();
  verdict.expect(findable, unfindable.length === 0, () => JSON.stringify(unfindable.slice(0, 3)));

  const byPlace = db.prepare(`
    select data ->> 'id' as id, data ->> 'content' as content from event where session_id = ? and seq = ?
  `);
  for (const { sessionId, seq, id, content } of acknowledged) {
    const row = byPlace.get(sessionId, seq);
    verdict.expect(
      stored,
      row?.['id'] === id && row['content'] === content,
      () => `${sessionId} ${String(seq)}: ${id} was acknowledged, ${String(row?.['id'] ?? 'nothing')} is there`,
    );
  }
};
