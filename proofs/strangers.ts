import type { Message } from '@pairspace/protocol';
import { call, request } from '@pairspace/testkit/call';
import { createSession, type OpenSession, startService } from '@pairspace/testkit/service';
import { threadTimes } from '@pairspace/testkit/thread-times';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  actorOf,
  callerOf,
  endpointEntries,
  findService,
  kinds,
  openRuleContext,
  sampleOf,
} from 'pairspace-conformance';
import { Follower, untilCaughtUp } from './lib/follower.ts';
import { hugeBodies, wrongHeads } from './lib/hostile-texts.ts';
import { inParallel } from './lib/in-parallel.ts';
import { insideEnv, measureFootprint } from './lib/inside.ts';
import { mutate } from './lib/mutate.ts';
import { listed, openProof } from './lib/open-proof.ts';
import { startProxy } from './lib/public-proxies.ts';
import { Random } from './lib/random.ts';
import { RawClient, textOf } from './lib/raw-client.ts';

/**
 * Hostile clients: each kind goes on while another client works, and is judged by that: the other client is served, no
 * answer of the service is a 5xx, and memory comes back. The cost of a request is the processor time of the serving thread. With
 * `--through nginx,caddy` the same once more behind the proxies that `docs/public-internet.md` prints.
 *
 *   node --conditions=pairspace-source proofs/strangers.ts [--only garbage,crowd] [--requests 20000] [--seed N]
 *     [--through nginx,caddy] [--server FILE] [--folder FOLDER]
 */
const everyKind = 'garbage,heads,bodies,readers,crowd';
await using proof = await openProof({
  ...{ only: everyKind, requests: 20_000, through: '' },
  seed: Math.floor(Math.random() * 1e9),
});
const { requests, seed, folder, verdict, say } = proof;
const proxies = listed(proof.through);
/** The requests that are served at once; ten times as many clients come. */
const capacity = 64;
const mostGrownMb = 48;
/** The mean cost of a request of any kind, in processor time of the serving thread. */
const mostCpuMs = 100;
const servedWithinMs = 120_000;
const checks = {
  served: 'the other client is served: its requests, and every event of its stream',
  answered: 'no answer of the service is a 5xx, but 503 while more clients come than can be served',
  ended: 'the service ends every request of a stranger, by an answer or by its connection',
  memory: `memory comes back, to within ${String(mostGrownMb)} MB`,
  cheap: `a request costs the serving thread at most ${String(mostCpuMs)} ms of processor time on the mean`,
} as const;

/** Behind a proxy the service knows clients by the address that the proxy names; the rates of one address do not count here. */
const made = ['sessions', 'profiles', 'ratings', 'observers', 'webhooks', 'pools', 'jobs'];
const ofProxy = {
  PAIRSPACE_TRUST_PROXY: '127.0.0.1',
  PAIRSPACE_RATES: made.map((thing) => `${thing}=off`).join(),
};
await using service = await startService({
  folder,
  file: proof.server,
  env: {
    ...insideEnv(folder),
    PAIRSPACE_COMPUTE: 'workers',
    PAIRSPACE_SESSION_PACE: 'off',
    ...(proxies.length > 0 && ofProxy),
  },
  limits: { requestsAtOnce: capacity },
  constants: { inviteRate: 'off' },
});
const context = openRuleContext(await findService(service.url));
say(`seed ${String(seed)}`);

/** A session with large answers. */
const large = await createSession(service.url, { name: 'Large' });
for (let index = 0; index < 60; index++)
  await call(`${large.url}/messages`, { token: large.token, body: { content: 'x'.repeat(90_000) } });
const messagesOf = ({ id }: OpenSession): string => `/api/sessions/${id}/messages`;

/** The address at which strangers come in. */
interface Door {
  url: string;
  name: string;
}

/** Sends one request of a stranger, and judges its answer. */
const ask = async ({ url, name }: Door, text: string, mayBeBusy = false, address = '127.0.0.3'): Promise<number> => {
  const answer = await new RawClient(url, address).ask(text);
  const shown = (): string => `${name}: ${text.slice(0, 200)}: ${answer?.text.slice(0, 300) ?? 'it did not end'}`;
  verdict.expect(checks.ended, answer !== undefined, shown);
  const status = answer?.status ?? 0;
  // A proxy answers with its own 502 when the client, or a body that is too large, ends a request on its way.
  const isOfService = name === 'the service' || /^x-request-id:/im.test(answer?.text ?? '');
  verdict.expect(checks.answered, status < 500 || !isOfService || (mayBeBusy && status === 503), shown);
  return status;
};

/** Each kind of stranger; returns the number of its requests. */
const strangers: Readonly<Record<string, (door: Door) => Promise<number>>> = {
  /** Valid and mutated requests to every endpoint, by those whom it admits and by others. */
  async garbage(door) {
    const each = 40;
    await inParallel(Math.ceil(requests / each), 4, async (round) => {
      const random = new Random(seed + round);
      const fixture = await context.aFullSession({ visibility: random.pick(['public', 'private']) });
      for (let sent = 0; sent < each; sent++) {
        const [name] = random.pick(
          endpointEntries.filter(([one]) => !one.startsWith('stream') && one !== 'deleteSession'),
        );
        const given = random.chance(0.2) ? sampleOf(name, fixture) : mutate(sampleOf(name, fixture), random);
        const query = Object.fromEntries(Object.entries(given.query ?? {}).filter(([field]) => field !== 'wait'));
        const caller = random.chance(0.5)
          ? actorOf(name, fixture)
          : await callerOf(random.pick(kinds), fixture, context);
        await ask(door, textOf(caller.request(name, { ...given, query })));
      }
      await fixture.creator.call('deleteSession');
    });
    return requests;
  },
  async heads(door) {
    const heads = wrongHeads(messagesOf(large));
    await inParallel(heads.length, 8, async (index) => {
      await ask(door, heads[index] ?? '');
    });
    return heads.length;
  },
  async bodies(door) {
    const bodies = hugeBodies();
    const headers = { authorization: `Bearer ${large.token}`, 'content-type': 'application/json' };
    for (const body of bodies) await ask(door, textOf({ method: 'POST', path: messagesOf(large), headers, body }));
    return bodies.length;
  },
  /** Readers of large answers and streams who never read. */
  async readers({ url }) {
    const paths = [
      `${messagesOf(large)}?limit=200`,
      'export',
      'stream?since=0',
      'events?since=0&limit=200',
      'transcript',
    ];
    const sockets = Array.from({ length: 100 }, (_, index) => {
      const path = paths[index % paths.length] ?? '';
      const whole = path.startsWith('/') ? path : `/api/sessions/${large.id}/${path}`;
      return new RawClient(url, '127.0.0.3').dial(textOf({ method: 'GET', path: whole }));
    });
    await pause(10_000);
    for (const socket of sockets) socket.destroy();
    return sockets.length;
  },
  /** Ten times the clients that the service serves at once, each from its own address. */
  async crowd(door) {
    const crowded = await createSession(service.url);
    const headers = { authorization: `Bearer ${crowded.token}`, 'content-type': 'application/json' };
    const text = textOf({ method: 'POST', path: messagesOf(crowded), headers, body: '{"content":"Me too."}' });
    const counts = { served: 0, refused: 0 };
    await inParallel(capacity * 10 * 4, capacity * 10, async (index) => {
      const address = `127.1.${String((index % 640) >> 8)}.${String(1 + (index % 250))}`;
      const status = await ask(door, text, true, address);
      if (status === 201) counts.served++;
      else counts.refused++;
    });
    say(`crowd at ${door.name}: ${JSON.stringify(counts)}`);
    verdict.expect(checks.served, counts.served > 0, () => 'nobody of the crowd was served');
    return counts.served + counts.refused;
  },
};

/** Another client at work: it comes again when the service asks it to, and every request must be served at last. */
const workUntil = async (signal: AbortSignal, { url, token }: OpenSession): Promise<number> => {
  let served = 0;
  const insist = async (path: string, body?: object): Promise<void> => {
    const deadline = performance.now() + servedWithinMs;
    const send = () => request<Message>(`${url}/${path}`, { token, ...(body && { body }) }).catch(() => undefined);
    let reply = await send();
    while (!(reply && reply.status < 300) && performance.now() < deadline) {
      await pause(200);
      reply = await send();
    }
    verdict.expect(checks.served, reply !== undefined && reply.status < 300, () => `${path}: ${String(reply?.status)}`);
    served++;
  };
  while (!signal.aborted) {
    await insist('messages', { content: 'How far are you?' });
    await insist('messages?limit=50');
    await insist('presence', { status: 'working' });
    await pause(100);
  }
  return served;
};

/** Judges a kind of stranger at a door, beside another client at the same door. */
const prove = async (kind: string, door: Door, come: (door: Door) => Promise<number>): Promise<void> => {
  const made = await createSession(service.url);
  const session = { ...made, url: `${door.url}/api/sessions/${made.id}` };
  using follower = new Follower(session);
  const before = await measureFootprint(service, folder);
  const stop = new AbortController();
  const working = workUntil(stop.signal, session);
  const cpuBefore = threadTimes(service.pid).cpuMs;
  const came = await come(door);
  stop.abort();
  const served = await working;
  const cpuMs = (threadTimes(service.pid).cpuMs - cpuBefore) / (came + served);
  await untilCaughtUp([follower], [made]);
  const { lastSeq } = await call<{ lastSeq: number }>(made.url, { token: made.token });
  verdict.expect(checks.served, follower.lastSeq === lastSeq && follower.problems.length === 0, () =>
    [kind, follower.lastSeq, lastSeq, ...follower.problems].join(),
  );
  let grownMb = Infinity;
  for (let look = 0; look < 30 && grownMb > mostGrownMb; look++) {
    if (look > 0) await pause(2000);
    const { heapMb, externalMb } = await measureFootprint(service, folder);
    grownMb = heapMb + externalMb - before.heapMb - before.externalMb;
  }
  verdict.expect(checks.memory, grownMb <= mostGrownMb, () => `${kind} at ${door.name}: ${grownMb.toFixed(0)} MB more`);
  verdict.expect(checks.cheap, cpuMs <= mostCpuMs, () => `${kind} at ${door.name}: ${cpuMs.toFixed(1)} ms`);
  say(
    `${kind} at ${door.name}: ${String(came)} requests, ${cpuMs.toFixed(1)} ms of the serving thread each; ` +
      `${String(served)} of the other client served; ${grownMb.toFixed(1)} MB more`,
  );
};

for (const name of ['the service', ...proxies]) {
  await using proxy = name === 'the service' ? null : await startProxy(name, join(folder, name), service.url);
  const door = { name, url: proxy?.url ?? service.url };
  for (const kind of listed(proof.only)) {
    const come = strangers[kind];
    if (!come) throw new Error(`--only takes ${everyKind}, not ${kind}`);
    await prove(kind, door, come);
  }
}
context[Symbol.dispose]();
verdict.publish(Object.values(checks));
