import { deepEqual, equal, ok } from 'node:assert/strict';
import { actsSince, cancelJobs, fullSessionRule, lastSeq, poolRule, sessionRule, timed, together } from '../kit.ts';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';

fullSessionRule('ERR-1', 'an id that is not there, or is of another session or kind, is 404', async (fixture) => {
  const foreign = await fixture.aFullSession();
  await foreign.creator.ok('writeFile', { body: { path: 'theirs.txt', content: '' } });
  const before = await lastSeq(fixture.creator);
  await together(endpointEntries, async ([name, { params: schema }]) => {
    const { params = {}, ...sample } = sampleOf(name, fixture);
    // A key is compared with the agent in the path, and an output may have any path.
    if (name === 'endAgentKey') return;
    const named = name === 'uploadJobOutput' ? ['jobId'] : Object.keys(params).filter((param) => param !== 'version');
    for (const param of named) {
      const theirs = param === 'inviteCode' ? 'none' : (sampleOf(name, foreign).params?.[param] ?? 'none');
      for (const id of ['none', 'x'.repeat(400), fixture.id, 'theirs.txt', theirs]) {
        const given = { ...params, [param]: id };
        if (id === params[param] || !(schema?.safeParse(given).success ?? true)) continue;
        await actorOf(name, fixture).refused('NOT_FOUND', name, { ...sample, params: given });
      }
    }
  });
  deepEqual(await actsSince(fixture.creator, before), []);
});

fullSessionRule('SES-9', 'what a completed session does not take is 409 with session_completed', async (fixture) => {
  await cancelJobs(fixture);
  await fixture.creator.ok('updateSession', { body: { status: 'completed' } });
  const before = await lastSeq(fixture.creator);
  await together(endpointEntries, async ([name, { conflicts = [] }]) => {
    // A person who steers reopens the session in the same request (SEAT-14).
    if (!conflicts.includes('session_completed') || name === 'steerSession') return;
    await actorOf(name, fixture).conflict('session_completed', name, sampleOf(name, fixture));
  });
  deepEqual(await actsSince(fixture.creator, before), []);
});

const many = (count: number, item: unknown): unknown[] => Array.from({ length: count }, () => item);

poolRule('ERR-4', 'a 400 lists twenty issues at most, and how many there are', async ({ creator }) => {
  const env = Object.fromEntries(many(200, '').map((_, index) => [`${'-'.repeat(5000)}${String(index)}`, 1]));
  const body = { type: 'javascript', input: { code: '', env } };
  const { details, message } = await creator.refused('VALIDATION_ERROR', 'submitJob', { body });
  equal((details['issues'] as unknown[]).length, 20);
  ok(Number(details['moreIssues']) >= 180);
  ok(JSON.stringify({ details, message }).length < 16 * 1024);
});

poolRule('NET-4', 'the length of an array or map is looked at before its items', async ({ creator, nobody }) => {
  const url = 'http://127.0.0.1:9/';
  const webhook = { body: { url, events: many(9000, 'x') } };
  const { result, ms } = await timed(nobody.refused('VALIDATION_ERROR', 'createWebhook', webhook));
  equal((result.details['issues'] as unknown[]).length, 1);
  // The bound includes pauses of a busy machine.
  ok(ms < 10_000, `it took ${String(ms)} ms`);
  const env = Object.fromEntries(many(9000, 0).map((_, index) => [`-${String(index)}`, 0]));
  const job = { body: { type: 'javascript', input: { code: '', env } } };
  const refused = await creator.refused('VALIDATION_ERROR', 'submitJob', job);
  equal((refused.details['issues'] as unknown[]).length, 1);
});

sessionRule('NET-4', 'a body with too many values is 413, whatever they are', async ({ creator, nobody }) => {
  for (const item of [0, 'x', {}, []]) {
    const body = { content: 'x', metadata: { items: many(10_001, item) } };
    const { message } = await creator.refused('PAYLOAD_TOO_LARGE', 'postMessage', { body });
    ok(message.includes('10000 values'), message);
  }
  await nobody.refused('PAYLOAD_TOO_LARGE', 'createSession', { body: many(10_001, 0) });
  await creator.ok('postMessage', { body: { content: '[,{'.repeat(33_000) } });
});
