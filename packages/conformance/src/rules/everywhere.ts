import { equal } from 'node:assert/strict';
import { fullSessionRule } from '../rule.ts';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import { cancelJobs, lastSeq } from '../session-fixture.ts';
import { together } from '../tools.ts';

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
      const theirs = (param !== 'inviteCode' && sampleOf(name, foreign).params?.[param]) || 'none';
      for (const id of ['none', 'x'.repeat(400), fixture.id, 'theirs.txt', theirs]) {
        const given = { ...params, [param]: id };
        if (id === params[param] || !(schema?.safeParse(given).success ?? true)) continue;
        await actorOf(name, fixture).refused('NOT_FOUND', name, { ...sample, params: given });
      }
    }
  });
  equal(await lastSeq(fixture.creator), before);
});

fullSessionRule('SES-9', 'what a completed session does not take is 409 with session_completed', async (fixture) => {
  await cancelJobs(fixture);
  await fixture.creator.ok('updateSession', { body: { status: 'completed' } });
  const before = await lastSeq(fixture.creator);
  await together(endpointEntries, async ([name, { conflicts = [] }]) => {
    // Whoever steers reopens the session in the same request (SEAT-14).
    if (!conflicts.includes('session_completed') || name === 'steerSession') return;
    await actorOf(name, fixture).conflict('session_completed', name, sampleOf(name, fixture));
  });
  equal(await lastSeq(fixture.creator), before);
});
