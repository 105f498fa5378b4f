import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rule } from '../rule.ts';
import { fieldsOf } from '../tools.ts';

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
  deepEqual(
    skills.map(({ url, digest, type }) => ({ url, digest, type })),
    [{ url: `${base.origin}${skillPath}`, digest, type: 'skill-md' }],
  );
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
