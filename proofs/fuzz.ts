import type { EndpointName } from '@pairspace/protocol';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { serviceFile, startService } from '@pairspace/testkit/service';
import { parseArgs } from 'node:util';
import {
  callerOf,
  checkAnswer,
  endpointEntries,
  expectedOf,
  findService,
  type FullSessionFixture,
  type Kind,
  kinds,
  openRuleContext,
  type Reply,
  sampleOf,
} from 'pairspace-conformance';
import { inParallel } from './lib/in-parallel.ts';
import { measureFootprint, insideEnv } from './lib/inside.ts';
import { mutate } from './lib/mutate.ts';
import { Random } from './lib/random.ts';
import { Verdict } from './lib/verdict.ts';

/**
 * Valid and mutated requests to every endpoint, by every kind of caller, on public and private sessions. The endpoints
 * and their inputs come from the contract, so a new endpoint is covered. No answer may be a 5xx or lack the envelope,
 * nobody may get an answer that the access matrix forbids, and the heap stays flat.
 *
 *   node --conditions=pairspace-source proofs/fuzz.ts [--requests 100000] [--seed N] [--server FILE] [--folder FOLDER]
 */
const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    server: { type: 'string', default: serviceFile },
    folder: { type: 'string', default: `${import.meta.dirname}/../data` },
  },
});
const requests = Number(values.requests);
const atOnce = 6;
/** The number of rounds on one fixture. Afterwards most of its content was changed or deleted. */
const usesOfFixture = 40;
/** The share of requests after which the heap is first measured: the service has loaded all its code by then. */
const warmShare = 0.2;
const grownAtMost = 0.1;
/** The random variation of a small heap. */
const slackMb = 2;
const checks = {
  served: 'no answer is a 5xx',
  envelope: 'every answer has the envelope, and every success its shape',
  access: 'nobody gets what the access matrix forbids',
  heap: 'the heap stays flat within 10 %',
} as const;

const verdict = new Verdict();
await using scratch = await scratchFolder(values.folder);
await using service = await startService({
  folder: scratch.path,
  file: values.server,
  env: { ...insideEnv(scratch.path), PAIRSPACE_COMPUTE: 'workers' },
  constants: { inviteRate: 'off' },
});
const context = openRuleContext(await findService(service.url));
console.log(`seed ${values.seed}`);
const statuses = new Map<number, number>();

type Visibility = 'public' | 'private';

const changesOthers: ReadonlySet<EndpointName> = new Set(['setVisibility', 'updateObserver', 'deleteSession']);

/** Sends one request; the test derives it from a valid request to endpoint `name`. */
const ask = async (
  random: Random,
  name: EndpointName,
  kind: Kind,
  visibility: Visibility,
  fixture: FullSessionFixture,
): Promise<void> => {
  const [, endpoint] = endpointEntries.find(([one]) => one === name) ?? [];
  if (!endpoint) return;
  const caller = await callerOf(kind, fixture, context);
  const sample = sampleOf(name, fixture);
  const isValid = random.chance(0.25);
  const { given, isElsewhere } = isValid ? { given: sample, isElsewhere: false } : mutate(sample, random);
  const request = caller.request(name, given);
  const shown = `${kind}, ${visibility}: ${request.method} ${request.path.slice(0, 200)} ${String(request.body ?? '').slice(0, 200)}`;
  const answer = await context.http.send(request);
  statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
  verdict.expect(checks.served, answer.status < 500, () => `${shown}: ${answer.text.slice(0, 300)}`);
  if (answer.headers['content-type']?.startsWith('text/event-stream')) return;
  let reply: Reply;
  try {
    reply = checkAnswer(answer, isElsewhere ? undefined : endpoint);
    verdict.count(checks.envelope);
  } catch (error) {
    verdict.count(checks.envelope, `${shown}: ${(error as Error).message}`);
    return;
  }
  const expected = expectedOf(endpoint.access, kind, visibility);
  const isForbidden = reply.ok && expected !== 'admitted' && !isElsewhere;
  verdict.expect(checks.access, !isForbidden, () => `${shown}: ${String(reply.status)}, must be ${expected}`);
};

/** Sends some requests on one fixture, which is then deleted. */
const askInFixture = async (round: number): Promise<void> => {
  const random = new Random(Number(values.seed) + round);
  const visibility: Visibility = random.chance(0.5) ? 'public' : 'private';
  const fixture = await context.aFullSession({ visibility });
  for (let used = 0; used < usesOfFixture; used++) {
    const [name] = random.pick(endpointEntries);
    const kind = random.pick(kinds);
    // The other requests depend on what these change, so they come last: a walk-in with a right is invited (PPL-7).
    if (changesOthers.has(name) && used < usesOfFixture - 1) continue;
    await ask(random, name, kind, visibility, fixture);
  }
  await fixture.creator.call('deleteSession');
};

const rounds = Math.ceil(requests / usesOfFixture);
const warm = Math.max(1, Math.round(rounds * warmShare));
await inParallel(warm, atOnce, askInFixture);
const before = await measureFootprint(service, scratch.path);
await inParallel(rounds - warm, atOnce, (round) => askInFixture(warm + round));
const after = await measureFootprint(service, scratch.path);
context[Symbol.dispose]();

const grown = after.heapMb / before.heapMb - 1;
verdict.expect(
  checks.heap,
  grown <= grownAtMost || after.heapMb - before.heapMb < slackMb,
  () => `${before.heapMb.toFixed(1)} MB after ${String(warm)} rounds, ${after.heapMb.toFixed(1)} MB at the end`,
);
console.log(
  [...statuses]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${String(status)}: ${String(count)}`)
    .join(', '),
);
console.log(
  `heap ${before.heapMb.toFixed(1)} MB, then ${after.heapMb.toFixed(1)} MB; resident ${before.residentMb.toFixed(0)} MB, ` +
    `then ${after.residentMb.toFixed(0)} MB; descriptors ${String(before.descriptors)}, then ${String(after.descriptors)}`,
);
verdict.publish(Object.values(checks));
