import { endpoints } from '@pairspace/protocol';
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fieldsOf, rule, sessionRule } from '../kit.ts';

const skillPath = '/.well-known/agent-skills/pairspace/SKILL.md';

rule('DOOR-10', '/llms.txt is plain text that links to this service', async ({ http, base }) => {
  const { status, headers, text } = await http.send({ method: 'GET', path: '/llms.txt' });
  equal(status, 200);
  match(headers['content-type'] ?? '', /^text\/plain/);
  match(text, /^# .+\n\n> .+\n/);
  ok(text.includes(`](${base.origin}/`));
});

rule('DOOR-11', 'the skill is at two places, and the index has its digest', async ({ http, base }) => {
  const index = await http.send({ method: 'GET', path: '/.well-known/agent-skills/index.json' });
  match(index.headers['content-type'] ?? '', /^application\/json/);
  const { skills } = JSON.parse(index.text) as { skills: { url: string; digest: string; type: string }[] };
  const skill = await http.send({ method: 'GET', path: skillPath });
  equal(skill.status, 200);
  match(skill.headers['content-type'] ?? '', /^text\/markdown/);
  match(skill.text, /^---\nname: pairspace\ndescription: .+\n---\n/);
  equal((await http.send({ method: 'GET', path: '/skill.md' })).text, skill.text);
  const digest = `sha256:${createHash('sha256').update(skill.text).digest('hex')}`;
  const told = skills.map(({ url, digest, type }) => ({ url, digest, type }));
  deepEqual(told, [{ url: `${base.origin}${skillPath}`, digest, type: 'skill-md' }]);
});

rule('DOOR-12', 'the agent card names the doors of this service', async ({ http, base }) => {
  const { status, headers, text } = await http.send({ method: 'GET', path: '/.well-known/agent-card.json' });
  equal(status, 200);
  match(headers['content-type'] ?? '', /^application\/json/);
  const card = JSON.parse(text) as { supportedInterfaces: { url: string }[]; skills: unknown[] };
  deepEqual(fieldsOf(card.supportedInterfaces, 'url'), [`${base.origin}/mcp`]);
  equal(card.skills.length, 1);
});

rule('DOOR-10', 'a document is only read', async ({ send }) => {
  for (const path of ['/llms.txt', '/skill.md', '/.well-known/agent-card.json']) {
    equal((await send({ method: 'POST', path })).status, 405);
    equal((await send({ method: 'GET', path: `${path}?x=%00` })).status, 400);
  }
});

rule('OPS-7', '/healthz says that the process is alive, /readyz that storage is writable', async ({ send }) => {
  for (const path of ['/healthz', '/readyz']) {
    equal((await send({ method: 'GET', path })).status, 200, path);
    const { status, headers } = await send({ method: 'POST', path });
    equal(status, 405, `POST ${path}`);
    match(headers.allow ?? '', /GET/);
  }
});

sessionRule('OPS-7', '/metrics is text of nobody', { name: 'Not for metrics' }, async ({ id, creator, http }) => {
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
