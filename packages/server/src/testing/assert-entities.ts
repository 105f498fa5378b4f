import { deepEqual } from 'node:assert/strict';
import { type Ask, askAfterImport, loggedEvents } from '@pairspace/protocol';
import { lookInside } from '@pairspace/testkit/look-inside';
import { isoTime } from '../lib/clock.ts';

/** The kind of entity that an event keeps, by its name. */
const kinds = new Map(
  Object.entries(loggedEvents).flatMap(([name, event]) => ('entity' in event ? [[name, event.entity] as const] : [])),
);

interface Kept {
  created_seq: unknown;
  seq: unknown;
  ended_at: unknown;
  data: unknown;
}

/** Throws unless the entities of each session are what its log says of them. */
export const assertEntities = async (of: Parameters<typeof lookInside>[0]): Promise<void> => {
  await using inside = await lookInside(of, { readOnly: true });
  const sessions = 'session_id in (select id from session)';
  const kept = await inside.rows(`select * from entity where ${sessions}`);
  if (kept.length === 0) return;
  const names = [...kinds.keys(), 'session.imported'].map((name) => `'${name}'`).join();
  const events = await inside.rows(
    `select session_id, seq, event, at, data from event where ${sessions} and event in (${names}) order by session_id, seq`,
  );
  const folded: Record<string, Kept> = {};
  for (const { session_id, seq, event, at, data: text } of events) {
    const kind = kinds.get(String(event));
    const keep = (id: string, data: { endedAt: string | null }, by: unknown): void => {
      const key = `${String(session_id)} ${kind ?? 'ask'} ${id}`;
      const ended_at = data.endedAt === null ? null : Date.parse(data.endedAt);
      folded[key] = { created_seq: folded[key]?.created_seq ?? seq, seq: by, ended_at, data };
    };
    const data = JSON.parse(String(text)) as Ask;
    if (kind) keep(data.id, data, seq);
    else {
      const imported = { seq: Number(seq), at: isoTime(Number(at)) };
      for (const [key, { data: ask }] of Object.entries(folded)) {
        if (!key.startsWith(`${String(session_id)} ask `) || (ask as Ask).status !== 'open') continue;
        keep((ask as Ask).id, askAfterImport(ask as Ask, imported), seq);
      }
    }
  }
  const rows = kept.map(({ session_id, kind, id, created_seq, seq, ended_at, data }) => [
    `${String(session_id)} ${String(kind)} ${String(id)}`,
    { created_seq, seq, ended_at, data: JSON.parse(String(data)) as unknown },
  ]);
  deepEqual(Object.fromEntries(rows), folded);
};
