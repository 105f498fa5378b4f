import { deepEqual } from 'node:assert/strict';
import {
  type Ask,
  askAfterImport,
  jobAfterImport,
  type JobSummary,
  loggedEvents,
  type Task,
  taskAfterImport,
} from '@pairspace/protocol';
import { lookInside } from '@pairspace/testkit/look-inside';
import { isoTime } from '../lib/clock.ts';

/** The events that keep an entity. */
const names = Object.entries(loggedEvents).flatMap(([name, event]) => ('entity' in event ? [name] : []));

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
  const chosen = [...names, 'session.imported'].map((name) => `'${name}'`).join();
  const events = await inside.rows(
    `select session_id, seq, event, at, data from event where ${sessions} and event in (${chosen}) order by session_id, seq`,
  );
  const folded: Record<string, Kept> = {};
  for (const { session_id, seq, event, at, data: text } of events) {
    const keep = (kind: string, data: { id: string }, ended_at: unknown): void => {
      const key = `${String(session_id)} ${kind} ${data.id}`;
      folded[key] = { created_seq: folded[key]?.created_seq ?? seq, seq, ended_at, data };
    };
    if (event !== 'session.imported') {
      const [kind = '', change = ''] = String(event).split('.');
      const data = JSON.parse(String(text)) as { id: string; content?: string; finishedAt?: string | null };
      delete data.content;
      keep(kind, data, ['ended', 'deleted'].includes(change) || (kind === 'job' && data.finishedAt) ? at : null);
      continue;
    }
    const imported = { seq: Number(seq), at: isoTime(Number(at)) };
    for (const [key, { data }] of Object.entries(folded)) {
      const isOf = (kind: string, status: string): boolean =>
        key.startsWith(`${String(session_id)} ${kind} `) && (data as Ask | JobSummary | Task).status === status;
      if (isOf('ask', 'open')) keep('ask', askAfterImport(data as Ask, imported), at);
      if (isOf('job', 'pending') || isOf('job', 'running'))
        keep('job', jobAfterImport(data as JobSummary, imported.at), at);
      if (isOf('task', 'working')) keep('task', taskAfterImport(data as Task), null);
    }
  }
  const rows = kept.map(({ session_id, kind, id, created_seq, seq, ended_at, data }) => [
    `${String(session_id)} ${String(kind)} ${String(id)}`,
    { created_seq, seq, ended_at, data: JSON.parse(String(data)) as unknown },
  ]);
  deepEqual(Object.fromEntries(rows), folded);
};
