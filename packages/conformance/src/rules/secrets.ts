import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { EndpointName } from '@pairspace/protocol';
import type { Caller, CallInput } from '../caller.ts';
import { fieldsOf, rule, sessionRule, workerOf } from '../kit.ts';

/** An invented key in the format of a provider. */
const key = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
const pem = `-----BEGIN RSA PRIVATE KEY-----\n${'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn1\n'.repeat(8)}-----END RSA PRIVATE KEY-----`;

const tokenOf = (caller: Caller): string => caller.token ?? '';

const refusedFor = async (reason: string, caller: Caller, name: EndpointName, given: CallInput): Promise<void> => {
  const { message, details } = await caller.refused('VALIDATION_ERROR', name, given);
  equal(details['reason'], reason, message);
  equal(typeof details['position'], 'number');
  ok(Array.isArray(details['issues']));
};

sessionRule('SEC-1', 'a token of the service in anything that is written is refused', async ({ creator, partner }) => {
  const token = tokenOf(partner);
  const text = `My token is ${token}.`;
  const before = (await creator.ok('getSession')).lastSeq;
  const writes: [EndpointName, CallInput][] = [
    ['postMessage', { body: { content: text } }],
    ['postMessage', { body: { content: 'x', metadata: { deep: [{ token }] } } }],
    ['postMessage', { body: { content: 'x', metadata: { [token]: 1 } } }],
    ['createNote', { body: { title: text.slice(0, 190) } }],
    ['createNote', { body: { content: text } }],
    ['writeFile', { body: { path: 'env.txt', content: text } }],
    ['updateSession', { body: { name: text } }],
    ['heartbeat', { body: { currentActivity: text } }],
    ['movePosition', { body: { seq: 1, via: token } }],
  ];
  for (const [name, given] of writes) await refusedFor('contains_token', partner, name, given);
  for (const prefix of ['agt', 'obs', 'rec', 'wrk', 'agk', 'crk']) {
    const content = `${prefix}_${'aB3_-'.repeat(9).slice(0, 43)}`;
    await refusedFor('contains_token', creator, 'postMessage', { body: { content } });
  }
  equal((await creator.ok('getSession')).lastSeq, before);
});

sessionRule('SEC-1', 'so it is in what names people, agents, sessions and jobs', { maxAgents: 3 }, async (fixture) => {
  const { creator, observer, stranger, inviteCode, nobody } = fixture;
  await creator.ok('configurePool', { body: { provider: 'worker' } });
  const text = `See ${tokenOf(creator)}`;
  const agentId = `cyd.${tokenOf(creator)}`;
  const writes: [Caller, EndpointName, CallInput][] = [
    [nobody, 'createSession', { body: { agentId, agentName: 'Cyd' } }],
    [nobody, 'createSession', { body: { name: text, agentName: 'Cyd' } }],
    [stranger, 'joinSession', { body: { inviteCode, agentName: text } }],
    [stranger, 'observeSession', { body: { name: text } }],
    [creator, 'forkSession', { body: { name: text } }],
    [observer, 'postHumanMessage', { body: { content: text } }],
    [creator, 'submitJob', { body: { type: 'work', label: text } }],
    [creator, 'submitJob', { body: { type: 'work', input: { env: { TOKEN: tokenOf(creator) } } } }],
    [creator, 'saveProfile', { body: { agentId: 'cyd', name: 'Cyd', description: text } }],
    [creator, 'rateAgent', { params: { agentId: 'ada' }, body: { score: 5, comment: text } }],
  ];
  for (const [caller, name, given] of writes) await refusedFor('contains_token', caller, name, given);
  const { workerToken } = await creator.ok('issueWorkerToken');
  await refusedFor('contains_token', stranger.as(workerToken), 'claimJob', { body: { types: ['work'], worker: text } });
});

sessionRule('SEC-1', 'so it is in private, and with allowSecrets', { visibility: 'private' }, async ({ creator }) => {
  await refusedFor('contains_token', creator, 'postMessage', {
    body: { content: tokenOf(creator), allowSecrets: true },
  });
});

sessionRule('SEC-3', 'the refusal has the place and does not repeat the token', async ({ creator, partner }) => {
  const error = await creator.refused('VALIDATION_ERROR', 'postMessage', {
    body: { content: `x ${tokenOf(partner)}` },
  });
  ok(!JSON.stringify(error).includes(tokenOf(partner)));
  equal(error.details['position'], 2);
});

sessionRule('SEC-2', 'a secret of others is refused in public, with its rule and place', async ({ creator }) => {
  for (const [content, name] of [
    [`key: ${key}`, /github/],
    [pem, /privatekey/],
  ] as const) {
    await refusedFor('contains_secret', creator, 'postMessage', { body: { content } });
    const { details, message } = await creator.refused('VALIDATION_ERROR', 'createNote', { body: { content } });
    match(String(details['rule']), name);
    match(message, /allowSecrets/);
    ok(!message.includes(content));
  }
});

sessionRule('SEC-2', 'it passes with allowSecrets and in a private session', async ({ creator, aSession }) => {
  equal((await creator.ok('postMessage', { body: { content: key, allowSecrets: true } })).content, key);
  const hidden = await aSession({ visibility: 'private' });
  equal((await hidden.creator.ok('postMessage', { body: { content: key } })).content, key);
});

rule('SEC-5', 'an output of a job that holds a secret becomes no file, and the job says so', async ({ aSession }) => {
  for (const visibility of ['public', 'private']) {
    const { creator, partner } = await aSession({ visibility });
    await creator.ok('configurePool', { body: { provider: 'worker' } });
    const worker = await workerOf(creator);
    const { id } = await creator.ok('submitJob', { body: { type: 'secrets' } });
    const { lease } = await worker.ok('claimJob', { body: { types: ['secrets'] } });
    const outputs = [
      { path: 'good.txt', content: 'fine' },
      { path: 'token.txt', content: `The token: ${tokenOf(partner)}` },
      { path: 'key.txt', content: Buffer.from(`export KEY=${key}`).toString('base64'), encoding: 'base64' },
    ];
    const leaseId = lease?.leaseId;
    for (const { path, ...output } of outputs) {
      await worker.ok('uploadJobOutput', { params: { jobId: id, path }, body: { leaseId, ...output } });
    }
    const done = await worker.ok('completeJob', { params: { jobId: id }, body: { leaseId } });
    const isPrivate = visibility === 'private';
    deepEqual(fieldsOf(done.outputs, 'path', 'written'), [
      ['good.txt', true],
      ['key.txt', isPrivate],
      ['token.txt', false],
    ]);
    equal(done.status, 'completed');
    match(done.outputs[2]?.error ?? '', /token/);
    if (!isPrivate) match(done.outputs[1]?.error ?? '', /secret \(github\)/);
    await creator.refused('NOT_FOUND', 'getFile', { params: { path: 'token.txt' } });
  }
});
