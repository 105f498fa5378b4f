import { createClient } from '@pairspace/client';
import { expect, test } from 'vitest';
import { tellError } from '../tell-error.ts';
import { seatedAt } from '../testing/seated.ts';
import { join } from './join.ts';

const { signal } = new AbortController();

/** The addresses that a link leads to, where each answers with a page, and what the model is told. */
const follow = async (link: string): Promise<{ called: string[]; told: string }> => {
  const called: string[] = [];
  const fetch = (url: unknown) => {
    called.push(String(url));
    return Promise.resolve(new Response('<h1>The secret of the intranet</h1>', { status: 404 }));
  };
  const seating = { ...seatedAt({}), stranger: (baseUrl: string) => createClient({ baseUrl, fetch }) };
  const told = await join.run({ link }, { seating, signal }).catch((error: unknown) => tellError(error));
  return { called, told };
};

test.each(['http://10.0.0.1/admin?x=/j/AAAABBBBCCCC', 'http://10.0.0.1/admin#/j/AAAABBBBCCCC'])(
  '[DOOR-23] %s is no link, and nothing is called',
  async (link) => {
    expect(await follow(link)).toEqual({ called: [], told: expect.stringContaining('neither a link') as string });
  },
);

test('[DOOR-23] of an answer without the envelope a model sees the status alone', async () => {
  expect(await follow('https://a.example/pair/j/K7QF-2M9X-4TRD')).toEqual({
    called: ['https://a.example/pair/api/invitations/K7QF-2M9X-4TRD'],
    told: 'The answer (status 404) is not one of Pairspace.',
  });
});
