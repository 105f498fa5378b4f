import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { endpoints, pathOf, statusOfCode } from '@pairspace/protocol';
import { endpointEntries, sampleOf } from '../samples.ts';
import { fullSessionRule, lastSeq, rule, sessionRule, together } from '../kit.ts';

const unknownToken = `agt_${'Q'.repeat(43)}`;
const wrongCode = 'ZZZZ-ZZZZ-ZZZZ';
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/\/:\w+/g, '/[^/]+').replace(/\/\*\w+$/, '/.+')}$`);

/** The table of errors, written here independently of the service; every refusal is compared with it. */
rule('ERR-1', 'a code has one status', () => {
  const bad = { VALIDATION_ERROR: 400, UNAUTHORIZED: 401, FORBIDDEN: 403, NOT_FOUND: 404, METHOD_NOT_ALLOWED: 405 };
  const late = { CONFLICT: 409, PAYLOAD_TOO_LARGE: 413, UNSUPPORTED_MEDIA_TYPE: 415, IDEMPOTENCY_MISMATCH: 422 };
  deepEqual(statusOfCode, { ...bad, ...late, RATE_LIMITED: 429, INTERNAL_ERROR: 500, UNAVAILABLE: 503 });
  return Promise.resolve();
});

rule('ERR-4', 'a validation error names every field that is wrong, and where it is', async ({ nobody, aSession }) => {
  const body = { maxAgents: 1, agentId: '!', mode: 'fast', name: '' };
  const { details } = await nobody.refused('VALIDATION_ERROR', 'createSession', { body });
  const issues = details['issues'] as { path: string; message: string }[];
  for (const field of Object.keys(body)) {
    ok(
      issues.some(({ path, message }) => path.includes(field) && message !== ''),
      `no issue names ${field}`,
    );
  }
  const { stranger } = await aSession();
  const refusal = await stranger.refused('VALIDATION_ERROR', 'listEvents', { query: { limit: 0, since: 'x' } });
  const paths = (refusal.details['issues'] as { path: string }[]).map(({ path }) => path).join(' ');
  match(paths, /limit/);
  match(paths, /since/);
});

fullSessionRule('ERR-5', 'an unknown token is 401 on every endpoint, also where none is needed', async (fixture) => {
  const before = await lastSeq(fixture.creator);
  const nonsense = [unknownToken, unknownToken.replace('agt', 'obs'), 'x', `${fixture.creator.token ?? ''}x`, 'null'];
  await together(endpointEntries, async ([name]) => {
    const sample = sampleOf(name, fixture);
    for (const token of nonsense) await fixture.creator.as(token).refused('UNAUTHORIZED', name, sample);
  });
  const { items } = await fixture.creator.ok('listEvents', { query: { since: before } });
  // A lease of the session may end meanwhile.
  ok(items.every(({ actor }) => actor.kind === 'system'));
});

rule('ERR-5', 'an unknown token is 401 before anything else is looked at', async ({ nobody }) => {
  const caller = nobody.as(unknownToken).in('ses_none');
  await caller.refused('UNAUTHORIZED', 'getSession');
  await caller.refused('UNAUTHORIZED', 'postMessage', { body: { content: 5 } });
  await caller.refused('UNAUTHORIZED', 'listEvents', { query: { limit: 0 } });
  await caller.refused('UNAUTHORIZED', 'createSession', { body: { maxAgents: 99 } });
});

fullSessionRule('ERR-6', 'another method on a known path is 405 and says what is allowed', async (fixture) => {
  const { http, send } = fixture;
  const allowedAt = new Map<string, Set<string>>();
  for (const [name, endpoint] of endpointEntries) {
    const path = pathOf(endpoint, { sessionId: fixture.id, ...sampleOf(name, fixture).params });
    const allowed = allowedAt.get(path) ?? new Set();
    allowedAt.set(path, allowed.add(endpoint.method));
    if (endpoint.method === 'GET') allowed.add('HEAD');
  }
  // A path may match several endpoints: `claim` could also be the id of a job.
  for (const [path, allowed] of allowedAt) {
    for (const endpoint of Object.values(endpoints)) {
      if (!patternOf(endpoint.path).test(path)) continue;
      allowed.add(endpoint.method);
      if (endpoint.method === 'GET') allowed.add('HEAD');
    }
  }
  await together(allowedAt, async ([path, allowed]) => {
    for (const method of methods.filter((candidate) => !allowed.has(candidate))) {
      const { status, headers } = await (method === 'HEAD' ? http : { send }).send({ method, path });
      equal(status, 405, `${method} ${path}`);
      const named = headers.allow?.split(',').map((one) => one.trim());
      deepEqual(new Set(named), allowed, `Allow of ${method} ${path}`);
    }
  });
});

fullSessionRule('ERR-7', 'a conflict says which it is', async ({ creator, note }) => {
  const body = { expectedVersion: 7, content: 'x' };
  const { details } = await creator.conflict('stale_version', 'updateNote', { params: { noteId: note.id }, body });
  deepEqual([details['currentVersion'], details['current']], [1, note]);
});

sessionRule('ERR-11', 'no error repeats a token or an invite code', async ({ id, http, send }) => {
  const secret = `agt_${'S'.repeat(43)}`;
  for (const authorization of [`Bearer ${secret}`, `Basic ${secret}`, `Bearer ${secret} ${secret}`, secret]) {
    const asked = { method: 'GET', path: `/api/sessions/${id}`, headers: { authorization } };
    const { text, status } = await http.send(asked);
    equal(status, 401);
    ok(!text.includes('SSSS'), text);
  }
  const malformed = await send({
    method: 'POST',
    path: `/api/sessions/${id}/join`,
    headers: { 'content-type': 'application/json' },
    body: `{"inviteCode":"${wrongCode}"`,
  });
  ok(!JSON.stringify(malformed).includes(wrongCode));
});

rule('ERR-11', 'a message says what would be right', async ({ nobody, send }) => {
  const { message } = await nobody.refused('VALIDATION_ERROR', 'createSession', { body: { maxAgents: 99 } });
  match(message, /16/);
  const { ok: isOk, ...reply } = await send({ method: 'DELETE', path: endpoints.createSession.path });
  ok(!isOk && 'error' in reply && reply.error.message.includes('POST'));
});
