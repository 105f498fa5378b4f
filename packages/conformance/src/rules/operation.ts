import { equal, match, ok } from 'node:assert/strict';
import { endpoints } from '@pairspace/protocol';
import { rule, sessionRule } from '../rule.ts';

rule('OPS-7', '/healthz says that the process is alive, /readyz that storage is writable', async ({ send }) => {
  for (const path of ['/healthz', '/readyz']) {
    equal((await send({ method: 'GET', path })).status, 200, path);
    const { status, headers } = await send({ method: 'POST', path });
    equal(status, 405, `POST ${path}`);
    match(headers.allow ?? '', /GET/);
  }
});

sessionRule('OPS-7', '/metrics is Prometheus text of nobody', { name: 'Not for metrics' }, async (fixture) => {
  const { id, creator, http } = fixture;
  const { status, headers, text } = await http.send({ method: 'GET', path: '/metrics' });
  equal(status, 200);
  match(headers['content-type'] ?? '', /^(text\/plain|application\/openmetrics-text)/);
  match(text, /^# TYPE \w+ (counter|gauge|histogram|summary)$/m);
  for (const line of text.split('\n')) match(line, /^(#.*|[a-zA-Z_:][\w:]*(\{.*\})? -?[\d.e+-]+|.*NaN|.*Inf|)$/);
  for (const secret of [id, creator.token ?? '', 'Not for metrics']) ok(!text.includes(secret));
});

rule('OPS-8', '/api/openapi.json is an OpenAPI 3.1 document of every endpoint', async ({ http }) => {
  const { status, headers, text } = await http.send({ method: 'GET', path: '/api/openapi.json' });
  equal(status, 200);
  match(headers['content-type'] ?? '', /^application\/json/);
  const document = JSON.parse(text) as { openapi: string; paths: Record<string, Record<string, unknown>> };
  match(document.openapi, /^3\.1\./);
  for (const { method, path } of Object.values(endpoints)) {
    const template = path.replace(/[:*](\w+)/g, '{$1}');
    ok(document.paths[template]?.[method.toLowerCase()], `${method} ${template} is described`);
  }
});

rule('OPS-8', '/docs is the reference', async ({ http }) => {
  const { status, headers, text } = await http.send({ method: 'GET', path: '/docs', headers: { accept: 'text/html' } });
  equal(status, 200);
  match(headers['content-type'] ?? '', /^text\/html/);
  ok(text.includes('api/openapi.json'));
});
