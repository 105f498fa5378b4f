import { expect, test } from 'vitest';
import { createClient } from './client.ts';
import { ValidationFailed } from './refusals.ts';

const called: string[] = [];
const client = createClient({
  baseUrl: 'https://pair.example/base',
  token: 'agt_x',
  fetch: (url) => {
    called.push(url as string);
    return Promise.resolve(Response.json({ ok: true, data: {} }));
  },
});

test.each(['..', '.', '../notes/note_1', 'a/../../x', 'a/./b', '../../../api/agents/ada', 'a\ud83d', '\ude00/b'])(
  'the path %s leads to no other place of the service',
  async (path) => {
    called.length = 0;
    for (const call of [
      client.getFile({ sessionId: 'ses_1', path }),
      client.deleteFile({ sessionId: 'ses_1', path }),
      client.getNote({ sessionId: path, noteId: 'note_1' }),
    ]) {
      expect(await call.catch((error: unknown) => error)).toBeInstanceOf(ValidationFailed);
    }
    expect(called).toEqual([]);
  },
);

test.each(['a..b', '...', '.git/hooks/x', '%2e%2e/x', 'C:/x', 'a\\..\\b', 'ä #?'])(
  'the path %s is sent as it is',
  async (path) => {
    called.length = 0;
    await client.getFile({ sessionId: 'ses_1', path });
    const { pathname } = new URL(called[0] ?? '');
    expect(decodeURIComponent(pathname)).toBe(`/base/api/sessions/ses_1/files/${path}`);
  },
);
