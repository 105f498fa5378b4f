import { type Endpoint, endpoints } from '@pairspace/protocol';
import { call } from '@pairspace/testkit/call';
import { testServers } from '@pairspace/testkit/test-servers';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inParallel } from './lib/in-parallel.ts';
import { startKillable } from './lib/cluster.ts';
import { openProof } from './lib/open-proof.ts';
import { openOutsiders, openPlace, type Outsider, type PrivatePlace } from './lib/private-place.ts';

/**
 * The proof that nobody finds what is private: every read and every search, by every kind of outsider, of a session that was
 * never public and of one that turns private and public again, while agents write into both. With
 * PAIRSPACE_TEST_DATABASE_URL and PAIRSPACE_TEST_NATS_URL there are three nodes.
 *
 *   node --conditions=pairspace-source proofs/nothing-private.ts [--rounds 50] [--server FILE] [--folder FOLDER]
 */
await using proof = await openProof({ rounds: 50 });
const { rounds, server, folder, verdict, say } = proof;
const adminToken = randomBytes(24).toString('hex');
const readsAtOnce = 12;
const writePauseMs = 30;
const streamMs = 2000;

const checks = {
  never: 'no answer to an outsider has a word of a session that was never public',
  turned: 'no answer to a request that began after a session turned private has a word of it',
  refused: 'a read of a private session is refused',
  same: 'a private session and its absence look alike to a search: items, cursor and seq',
  found: 'while the session is public its words are found',
} as const;

await using servers = (await testServers()) ?? null;
await using service = await startKillable({
  file: server,
  folder,
  env: {
    PAIRSPACE_ADMIN_TOKEN: adminToken,
    PAIRSPACE_SESSION_PACE: 'off',
    PAIRSPACE_COMPUTE: 'workers',
    PAIRSPACE_LOG: 'silent',
  },
  servers,
});
const base = service.url;

const wordOf = (name: string): string => `${name}${randomBytes(6).toString('hex')}`;
const { place: hidden } = await openPlace(base, wordOf('hidden'), 'private');
const { place: turning, left } = await openPlace(base, wordOf('turning'), 'public');
const walkIn = await call<{ observerToken: string }>(`${turning.url}/observe`, { body: {} });
const { place: shown } = await openPlace(base, wordOf('shown'), 'public');
const shared = wordOf('shared');
for (const { url, token } of [hidden, turning, shown])
  await call(`${url}/messages`, { token, body: { content: shared } });
const outsiders: Outsider[] = [
  ...(await openOutsiders(base, adminToken)),
  { name: 'an agent that was removed', token: left },
  { name: 'an observer that came by itself', token: walkIn.observerToken },
];

/** A new object for each turn, so that a request sees whether the session turned meanwhile. */
let turn = { isPrivate: false };
let isOver = false;
let found = 0;
let reads = 0;

interface Read {
  path: string;
  /** Undefined for reads of no session in particular. */
  place?: PrivatePlace;
}

/** Lists of no session in particular that take a text to look for. */
const lists: readonly string[] = ['/api/sessions', '/api/agents', '/api/directory', '/api/search', '/api/me/search'];

const readsOf = (place: PrivatePlace): Read[] =>
  Object.values(endpoints)
    .filter(({ method }) => method === 'GET')
    .map(({ path }: Endpoint) => {
      const url = path.replaceAll(/[:*](\w+)/g, (_, name: string) => {
        const value = place.params[name] ?? `no-${name}`;
        return name === 'path' ? value : encodeURIComponent(value);
      });
      const query = lists.includes(path) || path.endsWith('/search') ? `?q=${place.canary}&limit=50` : '';
      return {
        path: url + (path.endsWith('/state') ? '?seq=1' : query),
        ...(path.includes(':sessionId') && { place }),
      };
    });

const searchesOf = ({ canary, id, params }: PrivatePlace): Read[] =>
  [canary, `${canary.slice(0, 9)}*`, `"said ${canary}"`, `${canary} common`, `common -${shared}`].flatMap((q) =>
    ['', '&kind=file', `&author=${params['agentId'] ?? ''}`].flatMap((filter) =>
      ['/api/search', '/api/me/search', `/api/sessions/${id}/search`].map((path) => ({
        path: `${path}?q=${encodeURIComponent(q)}${filter}`,
      })),
    ),
  );

const get = async (path: string, { token, headers = {} }: Outsider): Promise<{ status: number; text: string }> => {
  const response = await fetch(`${base}${path}`, {
    headers: { ...headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
    signal: AbortSignal.timeout(path.endsWith('/stream') ? streamMs : 30_000),
  });
  // A stream that is admitted has no end.
  const text = await response.text().catch(() => '');
  return { status: response.status, text };
};

const look = async ({ path, place }: Read, outsider: Outsider): Promise<void> => {
  const before = turn;
  const { status, text } = await get(path, outsider);
  const wasPrivate = before.isPrivate && before === turn;
  reads++;
  const told = (): string => `${outsider.name}: GET ${path} answered ${String(status)} ${text.slice(0, 300)}`;
  verdict.expect(checks.never, !text.includes(hidden.canary), told);
  if (wasPrivate) verdict.expect(checks.turned, !text.includes(turning.canary), told);
  else if (status === 200 && text.includes(turning.canary)) found++;
  const isRefused = [401, 403, 404].includes(status);
  if (place === hidden || (place === turning && wasPrivate)) verdict.expect(checks.refused, isRefused, told);
};

/** An answer that says nothing but that nothing was found. */
const nothing = JSON.stringify({ items: [], nextCursor: null, indexedSeq: null });

const compareSearches = async (outsider: Outsider): Promise<void> => {
  const before = turn;
  for (const { canary } of [hidden, turning]) {
    const { status, text } = await get(`/api/search?q=${canary}`, outsider);
    if (status !== 200) return;
    const { items, nextCursor, indexedSeq } = (JSON.parse(text) as { data: Record<string, unknown> }).data;
    if (canary === turning.canary && !(before.isPrivate && before === turn)) return;
    verdict.expect(checks.same, JSON.stringify({ items, nextCursor, indexedSeq }) === nothing, () => text);
  }
};

const write = async ({ url, token, canary }: PrivatePlace): Promise<void> => {
  for (let number = 0; !isOver; number++) {
    const content = `said ${canary} of common words, number ${String(number)} ${shared.slice(0, 5)}`;
    await call(`${url}/messages`, { token, body: { content } });
    const file = { path: `${canary}-${String(number % 20)}.md`, content };
    await call(`${url}/files`, { token, body: file }).catch(() => undefined);
    await pause(writePauseMs);
  }
};

const turnTo = async (visibility: 'private' | 'public'): Promise<void> => {
  turn = { isPrivate: false };
  await call(`${turning.url}/visibility`, { token: turning.token, body: { visibility } });
  turn = { isPrivate: visibility === 'private' };
};

const writing = Promise.all([hidden, turning].map(write));
const everything = [hidden, turning].flatMap((place) => [...readsOf(place), ...searchesOf(place)]);
const plan = outsiders.flatMap((outsider) => everything.map((read) => ({ read, outsider })));
/** Each read is taken twice or more: by the second time the session has another visibility. */
const share = Math.ceil((plan.length * 2 * Math.max(1, Math.floor(rounds / 12))) / rounds);
let next = 0;

for (let round = 0; round < rounds; round++) {
  await turnTo(round % 2 === 0 ? 'private' : 'public');
  const comparing = Promise.all(outsiders.map(compareSearches));
  await inParallel(share, readsAtOnce, async () => {
    const one = plan[next++ % plan.length];
    if (one) await look(one.read, one.outsider);
  });
  await comparing;
}
isOver = true;
await writing;
verdict.expect(checks.found, found > 0, () => 'nothing was found');

say(
  `${String(rounds)} turns; ${String(reads)} reads and searches by ${String(outsiders.length)} kinds of outsiders; ` +
    `${String(found)} answers with public words`,
);
verdict.publish(Object.values(checks));
