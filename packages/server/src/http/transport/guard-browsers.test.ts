import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';

test('[NET-20] a trusted proxy forwards the names of the service alone, and nothing that is no name', async () => {
  await using app = await startTestApp({ trustProxy: ['127.0.0.1'], hosts: ['pairspace.test'] });
  const ask = async (forwarded: string, path = '/skill.md') => {
    const answer = await fetch(`${app.url}${path}`, { headers: { 'x-forwarded-host': forwarded } });
    return { status: answer.status, text: await answer.text() };
  };
  expect(await ask('pairspace.test')).toMatchObject({
    status: 200,
    text: expect.stringContaining('http://pairspace.test/j/CODE') as string,
  });
  for (const foreign of ['evil.test', 'a b', 'x"><b>']) expect((await ask(foreign)).status).toBe(403);
  // Addresses occur in commands to paste, where such a name could be more than a name.
  expect((await ask('a-b.localhost:8787')).status).toBe(200);
  expect((await ask('[::1]:8787')).status).toBe(200);
  for (const words of ['$(id)', 'a;id', 'a`id`', "a'b", 'a&b', '*a*', '{a,b}'])
    expect({ words, status: (await ask(`${words}.localhost`)).status }).toEqual({ words, status: 403 });

  await using any = await startTestApp({ trustProxy: ['127.0.0.1'], hosts: 'any' });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const answer = await fetch(`${any.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'x-forwarded-host': 'a b"<x>',
    },
    body: JSON.stringify(list),
  });
  expect(answer.status).toBe(403);
});
