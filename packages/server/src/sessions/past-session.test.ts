import { onSqlite } from '@pairspace/testkit/test-database';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestApp } from '../testing/test-app.ts';
import { findPastSession } from './past-session.ts';

test('[TIME-2] a past session is found without reading the events of observers', onSqlite, async () => {
  await using app = await startTestApp();
  const row = { seq: 1, at: 1, removed: null, data: '{"agents":[],"partner":null,"observerCount":0}' };
  const plan = await planOf(app, (db) => findPastSession(db, 'ses_1', 2), row);
  const within = '(session_id=? AND seq>? AND seq<?)';
  expect(plan.filter((step) => step.includes('event'))).toEqual([
    'SEARCH event USING INDEX event_of_whole_session (session_id=? AND seq<?)',
    'SEARCH event USING INDEX sqlite_autoindex_event_1 (session_id=? AND seq=?)',
    `SEARCH event USING INDEX event_of_seat ${within}`,
    `SEARCH event USING COVERING INDEX event_of_observer ${within}`,
    `SEARCH event USING COVERING INDEX event_of_observer_gone ${within}`,
  ]);
});

test('[TIME-2] [SEAT-5] an agent has no seat after the event of its removal, and the next one is the partner', async () => {
  await using app = await startTestApp();
  const { creator, id, inviteCode } = await aSession(app, { maxAgents: 3 });
  await app.request('POST', `/api/sessions/${id}/join`, { body: { inviteCode, agentId: 'cy' } });
  await creator('DELETE', '/agents/bob');
  const { data } = await creator<{ items: { seq: number; event: string }[] }>('GET', '/events');
  const seq = data.items.find(({ event }) => event === 'agent.removed')?.seq ?? 0;
  const seatsAt = async (at: number) => {
    const past = await creator<{ session: { agents: { agentId: string }[]; partner: { agentId: string } | null } }>(
      'GET',
      `/state?seq=${String(at)}`,
    );
    const { agents, partner } = past.data.session;
    return [agents.map(({ agentId }) => agentId), partner?.agentId];
  };
  expect(await seatsAt(seq - 1)).toEqual([['ada', 'bob', 'cy'], 'bob']);
  expect(await seatsAt(seq)).toEqual([['ada', 'cy'], 'cy']);
  expect(await seatsAt(seq + 1)).toEqual([['ada', 'cy'], 'cy']);
});
