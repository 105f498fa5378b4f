import { until } from '@pairspace/testkit/until';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { aCollector, type Collector } from '../testing/a-collector.ts';
import { aReceiver } from '../testing/a-receiver.ts';
import { aSession } from '../testing/a-session.ts';
import { aWebhook } from '../testing/a-webhook.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let collector: Collector;
beforeEach(async () => {
  collector = await aCollector();
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector.url);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await collector[Symbol.asyncDispose]();
});

const startTraced = (): Promise<TestApp> => startTestApp({ tracing: readConfig(process.env).tracing });
const route = '/api/sessions/:sessionId/messages';

test('[OPS-20] a request is a span named by its route, with the commit in it, and continues the caller’s trace', async () => {
  vi.stubEnv('OTEL_SERVICE_NAME', 'pairspace-of-this-test');
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-collector=known');
  const traceId = '0af7651916cd43dd8448eb211c80319c';
  const app = await startTraced();
  const { id, tokens } = await aSession(app);
  const posted = await app.request('POST', `/api/sessions/${id}/messages`, {
    token: tokens.creator,
    body: { content: 'hello' },
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
  });
  expect(posted.status).toBe(201);
  await app.request('GET', '/api/sessions/ses_nowhere');
  await app.request('GET', '/nowhere');
  await app.request('GET', '/healthz');
  await app.request('GET', '/readyz');
  await app[Symbol.asyncDispose]();

  const request = collector.spans.find((span) => span.traceId === traceId && span.kind === 2);
  expect(request).toMatchObject({
    name: `POST ${route}`,
    parentId: 'b7ad6b7169203331',
    failed: false,
    attributes: {
      'http.request.method': 'POST',
      'http.route': route,
      'http.response.status_code': 201,
      'pairspace.request.id': posted.headers.get('x-request-id'),
    },
  });
  expect(request?.resource).toMatchObject({ 'service.name': 'pairspace-of-this-test', 'service.version': '0.1.0' });
  const commits = collector.spans.filter((span) => span.parentId === request?.spanId);
  expect(commits).toMatchObject([{ name: 'storage write', traceId, failed: false }]);
  const names = collector.spans.filter(({ kind }) => kind === 2).map(({ name }) => name);
  expect(names).toContain('GET /api/sessions/:sessionId');
  expect(names.filter((name) => name.endsWith('z'))).toEqual([]);
  expect(collector.spans.some(({ attributes }) => attributes['http.response.status_code'] === 404)).toBe(true);
  expect(collector.headers.every((headers) => headers['x-collector'] === 'known')).toBe(true);
  const orphans = collector.spans.filter(({ name, parentId }) => name.startsWith('storage') && parentId === '');
  expect(orphans).toEqual([]);
});

test('[OPS-20] a stream whose reader goes away is a span that has ended', async () => {
  const app = await startTraced();
  const { id } = await aSession(app);
  const leaving = new AbortController();
  const stream = await fetch(`${app.url}/api/sessions/${id}/stream`, { signal: leaving.signal });
  expect(stream.status).toBe(200);
  leaving.abort();
  await until(async () => {
    expect(await (await fetch(`${app.url}/metrics`)).text()).toContain('pairspace_streams 0');
  });
  await app[Symbol.asyncDispose]();
  const span = collector.spans.find(({ name }) => name === 'GET /api/sessions/:sessionId/stream');
  expect(span?.attributes).toMatchObject({ 'http.response.status_code': 200, 'pairspace.cut_off': true });
});

test('[OPS-20] an attempt to deliver is a span, and its receiver gets the trace', async () => {
  await using receiver = await aReceiver();
  const app = await startTraced();
  const { id, tokens } = await aSession(app);
  await aWebhook(app, { url: `${receiver.url}?key=whispered`, secret: 'of the signature' }, tokens.creator);
  await app.request('POST', `/api/sessions/${id}/messages`, { token: tokens.creator, body: { content: 'hello' } });
  const [received] = await receiver.until(1);
  await app[Symbol.asyncDispose]();

  const attempt = collector.spans.find(({ name }) => name === 'POST webhook');
  expect(attempt).toMatchObject({
    kind: 3,
    parentId: '',
    failed: false,
    attributes: {
      'pairspace.event': 'message.created',
      'pairspace.delivery.id': received?.headers['x-pair-delivery'],
      'pairspace.delivery.attempt': 1,
      'http.response.status_code': 200,
    },
  });
  expect(received?.headers['traceparent']).toBe(`00-${attempt?.traceId ?? ''}-${attempt?.spanId ?? ''}-01`);
});

test('[OPS-20] nothing of a token, a code, a body or a receiver’s address is sent to the collector', async () => {
  await using receiver = await aReceiver();
  const app = await startTraced();
  const { id, tokens } = await aSession(app);
  await aWebhook(app, { url: `${receiver.url}?key=whispered`, secret: 'sealed-secret' }, tokens.creator);
  const created = await app.request<{ session: { inviteCode: string } }>('POST', '/api/sessions', { body: {} });
  const { inviteCode } = created.data.session;
  await app.request('POST', `/api/sessions/${id}/join`, { body: { inviteCode, agentId: 'eve' } });
  await app.request('POST', `/api/sessions/${id}/messages`, {
    token: tokens.creator,
    body: { content: 'words-of-a-body' },
    headers: { baggage: 'secret=in-the-baggage' },
  });
  await app.request('GET', `/api/sessions/${id}/messages?since=words-of-a-query`, { token: tokens.creator });
  await receiver.until(1);
  await app[Symbol.asyncDispose]();

  const sent = collector.bytes().toString('latin1');
  expect(sent).toContain(route);
  const secrets = ['whispered', 'sealed-secret', 'words-of-a', 'in-the-baggage', inviteCode, ...Object.values(tokens)];
  for (const secret of secrets) expect(sent).not.toContain(secret);
});

test('[OPS-20] [OPS-9] a collector that is away fails no request and delays no end', async () => {
  await collector[Symbol.asyncDispose]();
  const app = await startTraced();
  expect((await app.request('POST', '/api/sessions', { body: {} })).status).toBe(201);
  await app[Symbol.asyncDispose]();
  collector = await aCollector();
});

test('[OPS-20] a sampler that takes none sends none', async () => {
  vi.stubEnv('OTEL_TRACES_SAMPLER', 'parentbased_traceidratio');
  vi.stubEnv('OTEL_TRACES_SAMPLER_ARG', '0');
  const app = await startTraced();
  await app.request('POST', '/api/sessions', { body: {} });
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await app.request('GET', '/api/sessions', { headers: { traceparent } });
  await app[Symbol.asyncDispose]();
  expect(collector.spans.map(({ name }) => name)).toEqual(['GET /api/sessions']);
});
