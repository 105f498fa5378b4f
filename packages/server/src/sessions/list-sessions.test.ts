import type { Session } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listSessions } from './list-sessions.ts';

test('[SES-5] a session is listed as it was at one moment, whatever happens to it meanwhile', async () => {
  await using app = await startTestApp();
  await using storage = await openBeside(app);
  const goes = await aSession(app);
  app.clock.advance(1);
  const { data } = await app.request<{ session: Session }>('POST', '/api/sessions', { body: { agentId: 'ada' } });
  const { id, inviteCode } = data.session;
  let isOver = false;
  const racing = {
    ...storage.read,
    all: async <Row>(...query: Parameters<typeof storage.read.all>) => {
      const rows = await storage.read.all<Row>(...query);
      if (!isOver) {
        await app.request('POST', `/api/sessions/${id}/join`, { body: { inviteCode, agentId: 'bob' } });
        await goes.creator('DELETE', '');
      }
      isOver = true;
      return rows;
    },
  };
  const { items } = await listSessions(racing, { scope: 'public', limit: 50 });
  expect(items.map(({ agents, status }) => [agents.length, status])).toEqual([
    [1, 'waiting'],
    [2, 'active'],
  ]);
});

test('[SES-5] q finds a name that holds it, in any case, however many others there are before it', async () => {
  await using app = await startTestApp();
  const create = (name: string) => app.request('POST', '/api/sessions', { body: { name, visibility: 'public' } });
  await create('The 100%_Rare one');
  await create('Another');
  const find = async (q: string): Promise<string[]> => {
    const { data } = await app.request<{ items: Session[] }>('GET', `/api/sessions?q=${encodeURIComponent(q)}`);
    return data.items.map(({ name }) => name);
  };
  expect(await find('%_RARE')).toEqual(['The 100%_Rare one']);
  expect(await find('other')).toEqual(['Another']);
  expect(await find('missing')).toEqual([]);
});
