import { expect, test } from 'vitest';
import { startTwoAgents } from '../testing/two-agents.ts';

test('a link to join, and links with which a person watches and oversees', async () => {
  await using two = await startTwoAgents();
  const { pairspace, app } = two;
  const { out, err } = await pairspace('create Hidden --private --as dora', { as: 'dora' });
  const [, id = ''] = /^Opened (\S+) as/.exec(out) ?? [];
  const viewer = `${app.url}/#/s/${id}`;
  expect(out).toContain(`Watch it in a browser: ${viewer}\n`);
  expect(err).toContain('pairspace link --watch');
  expect((await pairspace('link', { as: 'dora' })).out).toBe(/\S+\/j\/\S+\n/.exec(out)?.[0]);
  const tokenIn = async (args: string): Promise<string> => {
    const link = (await pairspace(`link ${args}`, { as: 'dora' })).out;
    expect(link.startsWith(`${viewer}?token=obs_`)).toBe(true);
    return link.trim().slice(`${viewer}?token=`.length);
  };
  const statusWith = async (token: string): Promise<number> =>
    (await app.request('POST', `/api/sessions/${id}/messages/human`, { token, body: { content: 'hello' } })).status;
  const token = await tokenIn('--watch --name Grace');
  expect((await app.request('GET', `/api/sessions/${id}`, { token })).status).toBe(200);
  expect(await statusWith(token)).toBe(403);
  expect(await statusWith(await tokenIn('--oversee'))).toBe(201);
  const observers = await app.request('GET', `/api/sessions/${id}/observers`, { token });
  expect(JSON.stringify(observers.data)).toContain('Grace');
  expect((await pairspace(`link --oversee --session ${two.id}`, { as: 'bob' })).code).toBe(3);
  expect((await pairspace('link --watch --oversee')).code).toBe(2);
});
