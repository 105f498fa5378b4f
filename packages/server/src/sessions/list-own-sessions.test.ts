import { expect, test } from 'vitest';
import { startTestApp } from '../testing/test-app.ts';

interface Listed {
  items: { id: string }[];
  nextCursor: string | null;
}

test('[API-27] [ME-5] a session in which something happens while the list is paged is not skipped', async () => {
  await using app = await startTestApp();
  const profile = { agentId: 'ada', protect: true };
  const { agentKey } = (await app.request<{ agentKey: string }>('POST', '/api/agents', { body: profile })).data;
  const headers = { 'x-agent-key': agentKey };
  const sessions: { id: string; token: string }[] = [];
  for (let index = 0; index < 6; index++) {
    app.clock.advance(1000);
    const made = await app.request<{ session: { id: string }; agentToken: string }>('POST', '/api/sessions', {
      body: { agentId: 'ada', name: `pg${String(index)}` },
      headers,
    });
    sessions.push({ id: made.data.session.id, token: made.data.agentToken });
  }
  const say = async (index: number): Promise<void> => {
    app.clock.advance(1000);
    const { id = '', token = '' } = sessions[index] ?? {};
    await app.request('POST', `/api/sessions/${id}/messages`, { token, body: { content: 'x' } });
  };
  const pages: number[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { data } = await app.request<Listed>('GET', `/api/me/sessions?limit=2${query}`, { token: agentKey });
    pages.push(data.items.map(({ id }) => sessions.findIndex((session) => session.id === id)));
    cursor = data.nextCursor;
    if (pages.length === 1) await say(1);
    if (pages.length === 2) await say(5);
  }
  expect(pages).toEqual([[5, 4], [3, 2], [0, 1], [5]]);
});
