import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { type EndpointName, pathOf } from '@pairspace/protocol';
import { actorOf, endpointEntries, sampleOf } from '../samples.ts';
import { fullSessionRule, range, rule, sessionRule, together } from '../kit.ts';

const json = { 'content-type': 'application/json' };

/** Operations that create something and answer 201 (API-8). */
const creating = 'createSession joinSession forkSession importSession observeSession postMessage postHumanMessage'
  .split(' ')
  .concat('createNote createTask createAsk saveProfile rateAgent createWebhook pingWebhook submitJob'.split(' '))
  .concat('issueWorkerToken');

rule('API-1', 'the API lives under /api, without a version', async ({ nobody, send }) => {
  await nobody.ok('listSessions');
  for (const path of ['/sessions', '/api/v1/sessions', '/v1/api/sessions', '/api']) {
    equal((await send({ method: 'GET', path })).status, 404, path);
  }
});

sessionRule('API-2', 'bodies are UTF-8 both ways, whatever the script', async ({ creator }) => {
  const content = 'naïve 漢字 עברית 🎉 \u2028\u0001\u007f "\\/';
  const { id } = await creator.ok('postMessage', { body: { content, metadata: { [content]: [content] } } });
  const { items } = await creator.ok('listMessages');
  const message = items.find((item) => item.id === id);
  equal(message?.content, content);
  deepEqual(message.metadata, { [content]: [content] });
});

rule('API-2', 'times are the present, in UTC with milliseconds', async ({ nobody }) => {
  const { createdAt } = (await nobody.ok('createSession')).session;
  match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const drift = Math.abs(Date.now() - Date.parse(createdAt));
  ok(drift < 300_000, `the clock of the service is ${String(drift)} ms off`);
});

rule('API-3', 'a success is { ok: true, data }', async ({ http }) => {
  const { text } = await http.send({ method: 'GET', path: '/api/sessions' });
  const envelope = JSON.parse(text) as Record<string, unknown>;
  deepEqual(Object.keys(envelope).sort(), ['data', 'ok']);
  equal(envelope['ok'], true);
});

rule('API-4', 'an error is { ok: false, error: { code, message, … } }', async ({ http }) => {
  const { text } = await http.send({ method: 'GET', path: '/api/sessions/ses_none' });
  const envelope = JSON.parse(text) as { ok: unknown; error: Record<string, unknown> };
  deepEqual(Object.keys(envelope).sort(), ['error', 'ok']);
  deepEqual([envelope.ok, envelope.error['code'], typeof envelope.error['message']], [false, 'NOT_FOUND', 'string']);
});

rule('API-5', 'an unknown route and malformed JSON have the envelope', async ({ send }) => {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    equal((await send({ method, path: '/api/nothing/here' })).status, 404, method);
  }
  for (const body of ['{', '{"name": }', 'null', '[]', '"text"', '{"a":1,}', "{'a':1}", '\ufeff{}x']) {
    const { status } = await send({ method: 'POST', path: '/api/sessions', headers: json, body });
    equal(status, 400, `body ${body}`);
  }
});

sessionRule('API-5', 'bad percent-encoding has the envelope, in path and query', async ({ id, send }) => {
  const bad = ['%', '%zz', '%e0%a4%a', '%c0%ae', '%ed%a0%80', '%ff'];
  const paths = bad.flatMap((text) => [
    `/api/sessions/${text}`,
    `/api/sessions/${id}/files/${text}`,
    `/api/sessions?q=${text}`,
  ]);
  for (const path of paths) equal((await send({ method: 'GET', path })).status, 400, path);
  equal((await send({ method: 'GET', path: `/api/${bad.join('/')}` })).ok, false);
});

rule('API-6', 'every answer has a request id of its own', async ({ http }) => {
  const answers = await together(range(20), () => http.send({ method: 'GET', path: '/api/sessions?limit=1' }));
  const ids = answers.map(({ headers }) => headers['x-request-id']);
  equal(new Set(ids).size, ids.length);
  ok(ids.every((id) => typeof id === 'string' && id !== ''));
});

rule('API-6', 'a request id is not taken from the client', async ({ send }) => {
  const { headers } = await send({ method: 'GET', path: '/api/none', headers: { 'x-request-id': 'forged' } });
  notEqual(headers['x-request-id'], 'forged');
});

sessionRule('API-7', 'an error has the envelope for any Accept', { visibility: 'private' }, async ({ id, send }) => {
  const path = `/api/sessions/${id}`;
  for (const accept of ['text/plain', 'text/event-stream', 'text/html', 'application/zip', 'image/png']) {
    for (const subpath of ['', '/files/none.txt', '/events', '/stream']) {
      const { status } = await send({ method: 'GET', path: path + subpath, headers: { accept } });
      equal(status, 401, `${subpath} as ${accept}`);
    }
  }
});

fullSessionRule('API-7', 'without a preference for it no other representation is sent', async ({ creator, file }) => {
  const accepts = ['*/*', 'application/json', 'application/json, text/plain, */*']
    .concat(['application/json, text/event-stream', 'text/plain;q=0, text/event-stream;q=0, */*'])
    .concat(['text/plainish, text/event-streams']);
  for (const accept of accepts) {
    const headers = { accept };
    const answers = [
      await creator.success('getFile', { params: { path: file.path }, headers }),
      await creator.success('listEvents', { headers }),
    ];
    for (const answer of answers) match(answer.headers['content-type'] ?? '', /^application\/json/, `as ${accept}`);
  }
});

rule('API-8', 'what creates something answers 201, every other success 200', async ({ aFullSession }) => {
  await together(endpointEntries, async ([name]) => {
    const fixture = await aFullSession();
    const { status } = await actorOf(name, fixture).success(name, sampleOf(name, fixture));
    equal(status, creating.includes(name) ? 201 : 200, name);
  });
  const { creator } = await aFullSession();
  equal((await creator.success('writeFile', { body: { path: 'new.txt', content: '' } })).status, 201);
});

fullSessionRule('API-8', 'a DELETE answers { id, deleted: true }', async ({ creator, id, note, file }) => {
  deepEqual(await creator.ok('deleteNote', { params: { noteId: note.id } }), { id: note.id, deleted: true });
  deepEqual(await creator.ok('deleteFile', { params: { path: file.path } }), { id: file.id, deleted: true });
  deepEqual(await creator.ok('deleteSession'), { id, deleted: true });
});

rule('API-10', 'a body of another type is 415', async ({ send }) => {
  const types = ['text/plain', 'text/json', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', ''];
  for (const type of types) {
    const headers = { 'content-type': type };
    const { status } = await send({ method: 'POST', path: '/api/sessions', headers, body: '{}' });
    equal(status, 415, `Content-Type: ${type}`);
  }
  equal((await send({ method: 'POST', path: '/api/sessions', body: '{}' })).status, 415, 'no Content-Type');
});

rule('API-10', 'an encoded body is 415', async ({ send }) => {
  for (const encoding of ['gzip', 'deflate', 'br', 'gzip, identity']) {
    const headers = { ...json, 'content-encoding': encoding };
    equal((await send({ method: 'POST', path: '/api/sessions', headers, body: '{}' })).status, 415, encoding);
  }
});

rule('API-10', 'the charset of a JSON body may be named', async ({ send }) => {
  for (const type of ['application/json; charset=utf-8', 'application/json;charset=UTF-8', 'Application/JSON']) {
    const headers = { 'content-type': type };
    equal((await send({ method: 'POST', path: '/api/sessions', headers, body: '{}' })).status, 201, type);
  }
});

rule('API-10', 'a body with nothing to say may be left out, with or without the type', async ({ aFullSession }) => {
  const names = ['createSession', 'setVisibility', 'reinvite', 'forkSession', 'updateSession', 'createNote'] as const;
  for (const headers of [{}, json]) {
    const fixture = await aFullSession();
    for (const name of names) await fixture.creator.success(name, { headers });
    await fixture.creator.success('deleteNote', { params: { noteId: fixture.note.id }, headers });
    await fixture.creator.success('deleteFile', { params: { path: fixture.file.path }, headers });
    await fixture.creator.success('deleteSession', { headers });
  }
});

rule('API-11', 'unknown fields are ignored, and unknown query parameters refused, everywhere', async (context) => {
  await together(endpointEntries, async ([name]) => {
    const fixture = await context.aFullSession();
    const sample = sampleOf(name, fixture);
    const actor = actorOf(name, fixture);
    const asked = { ...sample, query: { ...sample.query, colour: 'blue' } };
    const { message } = await actor.refused('VALIDATION_ERROR', name, asked);
    match(message, /^query\.colour: is not known; th/);
    await actor.success(name, {
      ...sample,
      ...(sample.body ? { body: { ...sample.body, colour: { of: ['sky'] } } } : {}),
    });
  });
});

sessionRule('API-22', 'a field that looks like a known one is told in the answer alone', async ({ creator }) => {
  const note = await creator.ok('createNote', { body: { title: 'Plan', text: 'lost' } });
  equal(note.content, '');
  deepEqual(note.warnings, [
    '"text" is no field of this request and was ignored. Did you mean "content"?',
    '"content" was not given, so it is empty.',
  ]);
  equal('warnings' in (await creator.ok('getNote', { params: { noteId: note.id } })), false);
  equal(JSON.stringify(await creator.ok('listEvents')).includes('is no field'), false);
  const wordsOf = async (name: EndpointName, body: object) =>
    ((await creator.ok(name, { body: { ...body } })) as { warnings?: string[] }).warnings?.join();
  const fieldsIn = async (name: EndpointName, body: object) => {
    const words = (await wordsOf(name, body))?.split(' ');
    return [words?.at(0), words?.at(-1)];
  };
  deepEqual(await fieldsIn('postMessage', { content: 'x', reply_to: null }), ['"reply_to"', '"replyTo"?']);
  const file = { path: 'a', content: 'x', version: 0 };
  deepEqual(await fieldsIn('writeFile', file), ['"version"', '"expectedVersion"?']);
  deepEqual(await fieldsIn('heartbeat', { activity: 'reads' }), ['"activity"', '"currentActivity"?']);
  deepEqual(await fieldsIn('updateSession', { nmae: 'x', ['y'.repeat(500)]: 1 }), ['"nmae"', '"name"?']);
  equal(await wordsOf('postMessage', { content: 'x', text: 'y', colour: 'blue' }), undefined);
  equal(await wordsOf('createNote', { title: 'x' }), undefined);
  const body = { text: '@carl', content: '@dora', mgsType: 'chat' };
  const again = { body, headers: { 'idempotency-key': 'warned-once' } };
  const posted = await creator.ok('postMessage', again);
  equal(posted.warnings?.length, 2);
  deepEqual(await creator.ok('postMessage', again), posted);
});

fullSessionRule('API-14', 'HEAD is answered like GET, without a body', { visibility: 'private' }, async (fixture) => {
  const { http } = fixture;
  await together(
    endpointEntries.filter(([, { method }]) => method === 'GET'),
    async ([name, endpoint]) => {
      const { params, query } = sampleOf(name, fixture);
      // A query that cannot be left out is that of the sample.
      const search = 'q' in (query ?? {}) ? '?q=sample' : '';
      const path = `${pathOf(endpoint, { sessionId: fixture.id, ...params })}${search}`;
      const reader = endpoint.access === 'agentKey' ? fixture.agentKey : fixture.creator;
      const headers = { authorization: `Bearer ${reader.token ?? ''}` };
      const head = await http.send({ method: 'HEAD', path, headers });
      equal(head.status, 200, `HEAD ${path}`);
      equal(head.text, '');
      const get = await http.send({ method: 'GET', path, headers });
      equal(head.headers['content-type'], get.headers['content-type'], `HEAD ${path}`);
      if (path.includes(fixture.id)) equal((await http.send({ method: 'HEAD', path })).status, 401, `HEAD ${path}`);
    },
  );
  equal((await http.send({ method: 'HEAD', path: '/api/sessions/ses_none' })).status, 404);
  equal((await http.send({ method: 'HEAD', path: '/api/none' })).status, 404);
});
