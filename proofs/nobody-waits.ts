import { type Endpoint, type EndpointName, endpoints } from '@pairspace/protocol';
import { cpuSeconds } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { readdirSync } from 'node:fs';
import { get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { endpointEntries, findService, type FullSessionFixture, openRuleContext } from 'pairspace-conformance';
import { inParallel } from './lib/in-parallel.ts';
import { measureFootprint, insideEnv } from './lib/inside.ts';
import { knownWorst, worstJobs, worstReport } from './lib/known-worst.ts';
import { fillLargeSession, fullSize, shortSize } from './lib/large-session.ts';
import { fillLargeService, fullSurroundings, shortSurroundings } from './lib/large-service.ts';
import { startProber } from './lib/prober.ts';
import { hostileHeads, hostileTexts, hostileChanges } from './lib/hostile-requests.ts';
import { Verdict } from './lib/verdict.ts';
import { showWaits, type Wait } from './lib/waits.ts';
import { type WorstRequest, worstRequest, worstChanges } from './lib/worst-requests.ts';

/**
 * No request may block others: every endpoint gets the worst requests that the limits allow, valid and refused, one at
 * a time, while another process requests /healthz. The requests are derived from the schemas of the endpoints, so that
 * a new endpoint is covered. An idle server is probed beside the service. Its delays belong to the machine and are
 * subtracted; the limit grows with the slowness of the machine.
 *
 *   node --conditions=pairspace-source proofs/nobody-waits.ts [--short] [--limit-ms 50] [--only ENDPOINT]
 *     [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    'limit-ms': { type: 'string', default: '50' },
    only: { type: 'string' },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const limitMs = Number(values['limit-ms']);
const isShort = values.short;
const streams = isShort ? 300 : 1000;
/** The number of texts costly to match that each field and header gets. */
const hostileTextsEach = isShort ? 1 : 10;
/** Expensive texts get 5 s for rendering (EXP-10); the rest is the time to pack a large session. */
const siteCpuSeconds = isShort ? 20 : 30;
/** Growth includes code and caches that are loaded at first use and stay. */
const mostGrownMb = 48;
const checks = {
  waits: `no request keeps /healthz waiting over ${String(limitMs)} ms`,
  answered: 'every request is answered, and none with 500',
  memory: 'memory returns to where it was',
  site: `a site of texts that are costly to show takes at most ${String(siteCpuSeconds)} s of processor time`,
} as const;

const verdict = new Verdict();
await using scratch = await scratchFolder(values.folder);
await using service = await startService({
  folder: scratch.path,
  file: values.server,
  env: { ...insideEnv(scratch.path), PAIRSPACE_COMPUTE_SLOTS: '1' },
  constants: { inviteRate: 'off' },
});
const context = openRuleContext(await findService(service.url));
await using prober = await startProber(service);

const began = performance.now();
const say = (what: string): void => {
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(4)} s  ${what}`);
};

const longest = new Map<string, Wait>();
let slowness = 1;

/** Does some work while the prober runs, and returns the wait. */
const beside = async (how: string, work: () => Promise<string>): Promise<Wait> => {
  await prober.takeWaits();
  const sentAt = performance.now();
  const answer = await work();
  const tookMs = performance.now() - sentAt;
  // Work after the answer counts as well.
  await pause(15);
  const { serviceMs: waitMs, ownMs, controlMs } = await prober.takeWaits();
  return { how, waitMs, ownMs, allowedMs: limitMs * slowness + controlMs, answer, tookMs };
};

const isShortEnough = ({ waitMs, ownMs, allowedMs }: Wait): boolean =>
  waitMs <= allowedMs || ownMs <= limitMs * slowness;

const judge = (name: string, found: Wait): void => {
  const { how, answer, waitMs, ownMs, allowedMs } = found;
  const before = longest.get(name);
  if (!before || ownMs > before.ownMs) longest.set(name, found);
  const times = `${waitMs.toFixed(0)} ms, ${ownMs.toFixed(0)} of them its own, allowed ${allowedMs.toFixed(0)}`;
  verdict.expect(checks.waits, isShortEnough(found), () => `${name}, ${how} (${answer}): ${times}`);
};

const send = (name: EndpointName, { how, caller, given }: WorstRequest): Promise<Wait> =>
  beside(how, async () => {
    try {
      const { status, text } = await context.http.send(caller.request(name, given));
      verdict.expect(checks.answered, status !== 500, () => `${name}, ${how}: ${text.slice(0, 200)}`);
      return `${String(status)}, ${String(text.length)} characters`;
    } catch (error) {
      // A body that is refused early ends the connection, and the answer may be lost with it.
      return `no answer, ${(error as Error).message.slice(-40)}`;
    }
  });

const sendOnce = async (name: EndpointName, request: WorstRequest): Promise<void> => {
  judge(name, await send(name, request));
};

/**
 * Repeats a request that blocked others: the cost of the service stays the same, while a delay of the machine passes.
 */
const judgeBest = async (name: string, ask: () => Promise<Wait>, tries = 3): Promise<void> => {
  let found = await ask();
  for (let tried = 1; tried < tries && !isShortEnough(found); tried++) found = await ask();
  judge(name, found);
};

const sendUntilShort = (name: EndpointName, make: () => Promise<WorstRequest>): Promise<void> =>
  judgeBest(name, async () => send(name, await make()));

const isAsked = (name: string): boolean => values.only === undefined || values.only === name;

const askGenerated = async (): Promise<void> => {
  for (const [name, endpoint] of endpointEntries.filter(([name]) => isAsked(name))) {
    let fixture = await context.aFullSession();
    const ways = [...worstChanges(name, fixture, isShort), ...hostileChanges(name, fixture, hostileTextsEach)];
    for (const way of ways) {
      await judgeBest(name, async () => {
        const found = await send(name, worstRequest(name, fixture, way));
        // A change would make the next request cheaper; a refused request changes nothing.
        const isRefused = /^[45]/.test(found.answer);
        if (endpoint.method !== 'GET' && !isRefused) fixture = await context.aFullSession();
        return found;
      });
    }
    const worst = longest.get(name);
    say(
      `${name}: ${String(ways.length)} requests, longest wait ${(worst?.waitMs ?? 0).toFixed(0)} ms (${worst?.how ?? ''})`,
    );
  }
};

const askOfLarge = async (fixture: FullSessionFixture): Promise<void> => {
  const reads = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([name, { method, access }]) =>
      isAsked(name) && ((access === 'reader' && method === 'GET') || name === 'makeTranscript'),
  );
  for (const [name] of reads) {
    for (const way of worstChanges(name, fixture, isShort)) {
      const request = { ...worstRequest(name, fixture, way), how: `large session, ${way.how}` };
      await sendUntilShort(name, () => Promise.resolve(request));
    }
  }
};

/** Sends heads and paths that are expensive to parse. */
const askWithHostileHeads = async ({ id }: FullSessionFixture): Promise<void> => {
  for (const { how, request } of hostileHeads(id, hostileTextsEach)) {
    await judgeBest('heads', () => beside(how, async () => String(await statusOf(request))));
  }
};

/** The number of strangers that send the same request at once, nearly the connections of one address. */
const crowd = 190;
const askInCrowds = async (fixture: FullSessionFixture): Promise<void> => {
  for (const [name] of readsOfStrangers()) {
    const { caller, given } = worstRequest(name, fixture, { how: '', query: { limit: 200 } });
    const request = caller.request(name, given);
    const askAll = (): Promise<Wait> =>
      beside(`${String(crowd)} at once`, async () => {
        const answers = await Promise.all(Array.from({ length: crowd }, () => statusOf(request)));
        return `${String(answers.filter((status) => status === 200).length)} answered`;
      });
    await judgeBest(name, askAll, 2);
  }
};

const statusOf = async (request: Parameters<typeof context.http.send>[0]): Promise<number> => {
  try {
    const { status } = await context.http.send(request);
    verdict.expect(checks.answered, status !== 500, () => `${request.method} ${request.path}`);
    return status;
  } catch {
    return 0;
  }
};

/** Reads of a public session that end by themselves. */
const readsOfStrangers = (): [EndpointName, Endpoint][] =>
  (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
    ([name, { method, access }]) =>
      isAsked(name) && access === 'reader' && method === 'GET' && !['streamEvents', 'exportSite'].includes(name),
  );

const askKnown = async (): Promise<void> => {
  const fixture = await context.aFullSession();
  const { creator } = fixture;
  await creator.ok('configurePool', { body: { provider: 'sandbox' } }).catch(() => undefined);
  const jobs = await context.aSession();
  await jobs.creator.ok('configurePool', { body: { provider: 'sandbox', totalCredits: 1000 } });
  await inParallel(isShort ? 200 : 990, 8, async (index) => {
    const path = `${'a'.repeat(240)}/${'a'.repeat(200)}${String(index)}`;
    await jobs.creator.ok('writeFile', { body: { path, content: 'x' } });
  });
  for (const [name, request] of worstJobs({ ...fixture, ...jobs }))
    if (isAsked(name)) await sendUntilShort(name as EndpointName, () => Promise.resolve(request));
  for (const [name, request] of hostileTexts(fixture))
    if (isAsked(name)) await sendUntilShort(name, () => Promise.resolve(request));
  if (isAsked('completeJob')) {
    await sendUntilShort('completeJob', async () => (await worstReport(await context.aFullSession()))[1]);
  }
};

/** A large note is written while many clients follow the session. */
const askWithStreams = async (): Promise<void> => {
  const { id, creator } = await context.aFullSession();
  const stop = new AbortController();
  await inParallel(streams, 50, async () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    get(`${service.url}/api/sessions/${id}/stream`, { agent: false, signal: stop.signal }, (response) => {
      response.resume().on('error', () => undefined);
      resolve();
    }).on('error', reject);
    await promise;
  });
  const given = { body: { title: 'Large', content: '"'.repeat(2 ** 20) } };
  await sendOnce('createNote', { how: `with ${String(streams)} streams`, caller: creator, given });
  const afterwards = await beside('what the streams get', async () => {
    await pause(2000);
    return 'no request';
  });
  judge('createNote', afterwards);
  stop.abort();
};

say('measures the machine');
slowness = Math.max(1, await prober.measureSlowness());
await pause(3000);
const idle = await prober.takeWaits();
say(
  `work takes ${slowness.toFixed(2)} times what it takes on a quiet machine; without load the longest wait was ` +
    `${idle.serviceMs.toFixed(1)} ms, of a server with nothing to do ${idle.controlMs.toFixed(1)} ms`,
);

await fillLargeService(context.nobody, isShort ? shortSurroundings : fullSurroundings);
say('filled the service');
const before = await measureFootprint(service, scratch.path);
await askGenerated();
await askKnown();
const large = await fillLargeSession(
  await context.aFullSession({ visibility: 'public' }),
  isShort ? shortSize : fullSize,
);
say('filled a large session');
slowness = Math.max(slowness, await prober.measureSlowness());
const cpuBefore = cpuSeconds(service.pid);
await sendOnce('exportSite', {
  how: 'large session, ZIP',
  caller: large.creator,
  given: { headers: { accept: 'application/zip' } },
});
const siteCpu = cpuSeconds(service.pid) - cpuBefore;
verdict.expect(checks.site, siteCpu <= siteCpuSeconds, () => `${siteCpu.toFixed(1)} s`);
await askOfLarge(large);
if (isAsked('heads')) await askWithHostileHeads(large);
await askInCrowds(large);
for (const [name, request] of knownWorst(large)) if (isAsked(name)) await sendOnce(name as EndpointName, request);
if (isAsked('createNote')) await askWithStreams();
if (isAsked('deleteSession')) {
  await sendOnce('deleteSession', { how: 'large session', caller: large.creator, given: {} });
  const afterwards = await beside('what is done afterwards', async () => {
    await pause(isShort ? 10_000 : 60_000);
    return 'no request';
  });
  judge('deleteSession', afterwards);
}

// Work after the answers may take some seconds and hold memory meanwhile.
let after = before;
let grownMb = Infinity;
for (let look = 0; look < 10 && grownMb >= mostGrownMb; look++) {
  await pause(2000);
  after = await measureFootprint(service, scratch.path);
  grownMb = after.heapMb + after.externalMb - before.heapMb - before.externalMb;
}
verdict.expect(checks.memory, grownMb < mostGrownMb, () => `${grownMb.toFixed(1)} MB more on the heap and beside it`);
context[Symbol.dispose]();

showWaits(longest);
console.log(
  `heap ${before.heapMb.toFixed(0)} MB before, ${after.heapMb.toFixed(0)} after, ${grownMb.toFixed(1)} MB more with what is beside it; resident ${before.residentMb.toFixed(0)} MB ` +
    `before, ${after.residentMb.toFixed(0)} after; ${String(readdirSync(scratch.path).length)} files in the data folder; ` +
    `processor time of the site ${siteCpu.toFixed(1)} s`,
);
verdict.publish(Object.values(checks));
