import type { SearchHit } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { createSession, type OpenSession } from '@pairspace/testkit/service';
import { testServers } from '@pairspace/testkit/test-servers';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { indexContent } from './lib/index-content.ts';
import { startKillable } from './lib/killed.ts';
import { readProofOptions } from './lib/options.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * The crash proof of the index of searches: writers change, delete, hide and publish while the process that follows is
 * killed repeatedly. At the end the index holds what one that is made anew from the log holds. With
 * PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL there are three nodes.
 *
 *   node --conditions=pairspace-source proofs/search-kill-nine.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
const { rounds, server, folder } = readProofOptions({ rounds: 50 });
const sessionCount = 6;
const longestFollowingMs = 60_000;

const checks = {
  found: 'each message that was acknowledged is found after all kills, once',
  equal: 'the index after all kills holds what an index that is made anew holds',
} as const;

await using scratch = await scratchFolder(folder);
await using servers = (await testServers()) ?? null;
const verdict = new Verdict();
const began = performance.now();
const env = { PAIRSPACE_COMPUTE: 'off', PAIRSPACE_SESSION_PACE: 'off', PAIRSPACE_LOG: 'silent' };
await using service = await startKillable({
  size: servers ? 3 : 1,
  file: server,
  folder: scratch.path,
  env,
  constants: {},
  servers,
});

interface Place extends OpenSession {
  acknowledged: string[];
}

const open = async (): Promise<Place> => ({ ...(await createSession(service.url)), acknowledged: [] });
const places: Place[] = [];
while (places.length < sessionCount) places.push(await open());
let isOver = false;

/** Steps follow each other, whatever becomes of each: some fail while a process is away. */
const write = async (place: Place): Promise<void> => {
  const { url, token, acknowledged } = place;
  const send = <Data>(path: string, body: object | undefined, method = 'POST'): Promise<Data | undefined> =>
    call<Data>(`${url}${path}`, { token, method, ...(body && { body }) }).catch(() => undefined);
  for (let number = 0; !isOver; number++) {
    const word = `n${String(number)}w`;
    const message = await send<{ id: string }>('/messages', { content: `${word} was said among others` });
    if (message) acknowledged.push(word);
    const note = await send<{ id: string; version: number }>('/notes', {
      title: `Note ${word}`,
      content: 'draft text',
    });
    await send('/files', { path: `docs/${String(number % 7)}.md`, content: `file of ${word}` });
    if (note && number % 3 === 0) await send(`/notes/${note.id}`, undefined, 'DELETE');
    else if (note) await send(`/notes/${note.id}`, { expectedVersion: 1, content: `second text ${word}` }, 'PUT');
    if (number % 10 === 9) await send('/visibility', { visibility: number % 20 === 9 ? 'private' : 'public' });
    if (!message) await pause(20);
  }
};

/** Sessions that are made, filled and deleted. */
const comeAndGo = async (): Promise<void> => {
  while (!isOver) {
    const place = await open().catch(() => undefined);
    if (!place) await pause(20);
    else {
      const { url, token } = place;
      for (let said = 0; said < 30; said++)
        await call(`${url}/messages`, { token, body: { content: `short life ${String(said)}` } }).catch(
          () => undefined,
        );
      await call(url, { token, method: 'DELETE' }).catch(() => undefined);
    }
  }
};

const writing = Promise.all([...places.map(write), comeAndGo()]);
for (let round = 0; round < rounds; round++) {
  await pause(100 + Math.random() * 300);
  await service.kill(round);
  await service.start();
}
isOver = true;
await writing;

interface Page {
  items: SearchHit[];
  nextCursor: string | null;
  indexedSeq: number;
  partial: boolean;
}

const search = ({ url, token }: Place, query: Record<string, string>): Promise<Page> =>
  call<Page>(`${url}/search?${new URLSearchParams(query).toString()}`, { token });

const untilFollowed = async (place: Place): Promise<void> => {
  const { lastSeq } = await call<{ lastSeq: number }>(place.url, { token: place.token });
  const deadline = performance.now() + longestFollowingMs;
  while ((await search(place, { q: 'any' })).indexedSeq < lastSeq)
    if (performance.now() > deadline) throw new Error('The index does not follow.');
};

let messages = 0;
for (const place of places) {
  await untilFollowed(place);
  const times = new Map<string, number>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const query = { q: '"was said among others"', kind: 'message', limit: '200', ...(cursor !== '' && { cursor }) };
    const page: Page = await search(place, query);
    for (const { snippet } of page.items) {
      const word = snippet.text.split(' ')[0] ?? '';
      times.set(word, (times.get(word) ?? 0) + 1);
    }
    cursor = page.nextCursor;
  }
  messages += place.acknowledged.length;
  for (const word of place.acknowledged)
    verdict.expect(
      checks.found,
      times.get(word) === 1,
      () => `${word} was found ${String(times.get(word) ?? 0)} times`,
    );
}
// A search over all public sessions waits up to a second for what each process follows, also for the last deletions.
for (let quick = 0; quick < 6;) {
  const asked = performance.now();
  await call(`${service.url}/api/search?q=any`);
  quick = performance.now() - asked < 900 ? quick + 1 : 0;
}
await service.stop();

const installation = { databaseUrl: servers?.databaseUrl ?? null, folder: scratch.path };
const followed = await indexContent(installation);
execFileSync(
  process.execPath,
  ['--conditions=pairspace-source', join(import.meta.dirname, '../packages/cli/src/main.ts'), 'reindex'],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      ...env,
      PAIRSPACE_DATA: scratch.path,
      ...(servers && { DATABASE_URL: servers.databaseUrl }),
    },
  },
);
const anew = await indexContent(installation);
const known = new Set(anew);
const odd = followed.filter((line) => !known.has(line));
verdict.expect(checks.equal, odd.length === 0 && followed.length === anew.length, () => {
  return `${String(followed.length)} and ${String(anew.length)} lines; ${odd.slice(0, 3).join('\n')}`;
});

console.log(
  `${String(rounds)} kills in ${((performance.now() - began) / 1000).toFixed(0)} s; ${String(messages)} messages ` +
    `acknowledged; ${String(anew.length)} lines of the index compared`,
);
verdict.publish(Object.values(checks));
