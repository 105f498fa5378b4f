import type { SearchHit } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { indexContent } from '../index-content.ts';
import { readAll } from '../read-all.ts';
import { until } from '../until.ts';
import type { World } from './world.ts';

const sessionCount = 6;
const longestFollowingMs = 60_000;
const env = { PAIRSPACE_COMPUTE: 'off', PAIRSPACE_SESSION_PACE: 'off', PAIRSPACE_LOG: 'silent' };
const command = join(import.meta.dirname, '../../../packages/cli/src/main.ts');
const checks = {
  found: 'each message that was acknowledged is found after all kills, once',
  equal: 'the index after all kills holds what an index that is made anew holds',
} as const;

interface Written extends OpenSession {
  words: string[];
}

/** Steps follow each other, whatever becomes of each: some fail while a process is away. */
const writeUntil = async (over: AbortSignal, { url, token, words }: Written): Promise<void> => {
  const send = <Data>(path: string, body: object | undefined, method = 'POST'): Promise<Data | undefined> =>
    call<Data>(`${url}${path}`, { token, method, ...(body && { body }) }).catch(() => undefined);
  for (let number = 0; !over.aborted; number++) {
    const word = `n${String(number)}w`;
    const message = await send('/messages', { content: `${word} was said among others` });
    if (message) words.push(word);
    else await pause(20);
    const note = await send<{ id: string }>('/notes', { title: `Note ${word}`, content: 'draft text' });
    await send('/files', { path: `docs/${String(number % 7)}.md`, content: `file of ${word}` });
    if (note && number % 3 === 0) await send(`/notes/${note.id}`, undefined, 'DELETE');
    else if (note) await send(`/notes/${note.id}`, { expectedVersion: 1, content: `second text ${word}` }, 'PUT');
    if (number % 10 === 9) await send('/visibility', { visibility: number % 20 === 9 ? 'private' : 'public' });
  }
};

/** Sessions that are made, filled and deleted. */
const comeAndGoUntil = async (over: AbortSignal, base: string): Promise<void> => {
  while (!over.aborted) {
    const session = await createSession(base).catch(() => undefined);
    if (!session) await pause(20);
    else {
      const { url, token } = session;
      const say = (content: string) => call(`${url}/messages`, { token, body: { content } }).catch(() => undefined);
      for (let said = 0; said < 30; said++) await say(`short life ${String(said)}`);
      await call(url, { token, method: 'DELETE' }).catch(() => undefined);
    }
  }
};

const untilFollowed = async ({ url, token }: OpenSession): Promise<void> => {
  const { lastSeq } = await call<{ lastSeq: number }>(url, { token });
  const search = () => call<{ indexedSeq: number }>(`${url}/search?q=any`, { token });
  const isFollowed = await until(async () => (await search()).indexedSeq >= lastSeq, longestFollowingMs);
  if (!isFollowed) throw new Error('The index does not follow.');
};

/** Writers change, delete, hide and publish while processes are killed. */
export const index: World = {
  nodes: 3,
  env,
  async setUp({ service, verdict, folder, databaseUrl }) {
    const places: Written[] = [];
    while (places.length < sessionCount) places.push({ ...(await createSession(service.url)), words: [] });
    const over = new AbortController();
    const writing = Promise.all([
      ...places.map((place) => writeUntil(over.signal, place)),
      comeAndGoUntil(over.signal, service.url),
    ]);
    const judgeFound = async (place: Written): Promise<void> => {
      await untilFollowed(place);
      const hits = await readAll<SearchHit>(place, 'search?q="was said among others"&kind=message');
      const times = Map.groupBy(hits, ({ snippet }) => snippet.text.split(' ')[0] ?? '');
      for (const word of place.words) {
        const count = times.get(word)?.length ?? 0;
        verdict.expect(checks.found, count === 1, () => `${word} was found ${String(count)} times`);
      }
    };
    return {
      untilKill: () => pause(100 + Math.random() * 300),
      async judge() {
        over.abort();
        await writing;
        for (const place of places) await judgeFound(place);
        await service.stop();
        const installation = { databaseUrl, folder };
        const followed = await indexContent(installation);
        execFileSync(process.execPath, ['--conditions=pairspace-source', command, 'reindex'], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: { ...process.env, ...env, PAIRSPACE_DATA: folder, ...(databaseUrl && { DATABASE_URL: databaseUrl }) },
        });
        const anew = await indexContent(installation);
        const known = new Set(anew);
        const odd = followed.filter((line) => !known.has(line));
        verdict.expect(checks.equal, odd.length === 0 && followed.length === anew.length, () => {
          return `${String(followed.length)} and ${String(anew.length)} lines; ${odd.slice(0, 3).join('\n')}`;
        });
        const said = places.reduce((sum, { words }) => sum + words.length, 0);
        const did = `${String(said)} messages acknowledged, ${String(anew.length)} lines of the index compared`;
        return { did, checks: Object.values(checks) };
      },
    };
  },
};
