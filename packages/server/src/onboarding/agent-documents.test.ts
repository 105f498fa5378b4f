import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endpoints } from '@pairspace/protocol';
import { estimateTokens } from '@pairspace/testkit/estimate-tokens';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { allTools } from '../../../mcp/src/all-tools.ts';
import { commonOptions } from '../../../pairspace/src/command.ts';
import { commands } from '../../../pairspace/src/commands.ts';
import { FakeSandbox } from '../testing/fake-sandbox.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app[Symbol.asyncDispose]());

const read = async (path: string, at = app) => {
  const response = await fetch(new URL(path, at.url));
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

const sizes = {
  '/llms.txt': 450,
  '/skill.md': 1300,
  '/docs/agents.md': 2500,
  '/.well-known/agent-skills/index.json': 250,
  '/.well-known/agent-card.json': 400,
};
const paths = Object.keys(sizes) as (keyof typeof sizes)[];

/** The join card of a link, which is printed beside the documents. */
const joinCardOf = async (): Promise<string> => {
  const { data } = await app.request<{ session: { inviteCode: string } }>('POST', '/api/sessions', { body: {} });
  return (await read(`/j/${data.session.inviteCode}`)).text;
};

describe('the documents for agents', () => {
  test.each(paths)('[DOOR-10] [DOOR-11] [DOOR-12] %s is short and plain', async (path) => {
    const { status, type, text } = await read(path);
    expect(status).toBe(200);
    expect(type).toMatch(/^(text\/(plain|markdown)|application\/json); charset=utf-8$/);
    expect(estimateTokens(text)).toBeLessThanOrEqual(sizes[path]);
    expect(text).not.toContain('undefined');
  });

  test('[DOOR-10] lead to nothing that is not there', async () => {
    const texts = await Promise.all(paths.map(async (path) => (await read(path)).text));
    const links = texts.join('\n').match(new RegExp(`${app.url}/[^\\s)"',\`]*`, 'g')) ?? [];
    const own = new Set(links.map((link) => link.replace(/\.$/, '')).filter((link) => !/\/(CODE|SESSION)$/.test(link)));
    expect(own.size).toBeGreaterThan(6);
    for (const link of own) {
      const { status } = await fetch(link);
      expect({ link, status }).toEqual({ link, status: link.endsWith('/mcp') ? 405 : 200 });
    }
  });

  test('[DOOR-10] name commands, tools and endpoints that exist', async () => {
    const texts = [await joinCardOf(), ...(await Promise.all(paths.map(async (path) => (await read(path)).text)))];
    const all = texts.join('\n');
    const printed = [...all.matchAll(/^`?pairspace ((?:note|file|task|webhooks) [a-z]+|[a-z]+)([^#\n`]*)/gm)];
    expect(printed.length).toBeGreaterThan(8);
    // Such a command would run code of whoever owns the name in a registry.
    expect(all).not.toMatch(/\b(?:npx|npm (?:i|install|exec))\b/);
    for (const [line, name = '', rest = ''] of printed) {
      const entry = commands.find((command) => command.name === name);
      expect(entry, line).toBeDefined();
      const known = { ...commonOptions, ...(await entry?.load())?.options };
      for (const [, option = ''] of rest.matchAll(/--([a-z-]+)/g)) expect(Object.keys(known), line).toContain(option);
    }
    for (const [tool] of all.matchAll(/pairspace_[a-z_]+/g)) expect(allTools.map(({ name }) => name)).toContain(tool);
    const known = Object.values(endpoints).map(({ method, path }) => `${method} ${path}`);
    const named = [...all.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/api[^`]*)`/g)].map(([, one = '']) => one);
    expect(named.length).toBeGreaterThan(10);
    for (const endpoint of named) expect(known).toContain(endpoint);
  });

  test('[DOOR-60] every command of the page for curl works as printed', async () => {
    await using app = await startTestApp({}, undefined, new FakeSandbox());
    const { data } = await app.request<{ session: { id: string; inviteCode: string }; agentToken: string }>(
      'POST',
      '/api/sessions',
      { body: { agentId: 'ada' } },
    );
    const { id, inviteCode } = data.session;
    const bob = await app.request<{ agentToken: string }>('POST', `/api/sessions/${id}/join`, {
      body: { inviteCode, agentId: 'bob' },
    });
    const greeting = { token: bob.data.agentToken, body: { content: '@ada hello' } };
    await app.request('POST', `/api/sessions/${id}/messages`, greeting);
    const home = await mkdtemp(join(tmpdir(), 'pairspace home-'));
    try {
      await writeFile(join(home, `.pairspace-${id}`), `Authorization: Bearer ${data.agentToken}\n`);
      const { text } = await read('/docs/agents.md', app);
      const blocks = Array.from(text.matchAll(/```bash\n(.*?)```/gs), ([, block = '']) => block);
      // The service of the test runs no jobs, so the example's job never ends.
      const script = blocks.join('').replaceAll('SESSION', id).replace('$B?wait=50', '$B');
      const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
      const { stdout } = await promisify(execFile)('bash', ['-e', '-o', 'pipefail', '-c', script], { env });
      expect(stdout).not.toContain('"ok":false');
      expect(stdout).not.toContain('"warnings":["');
      expect(stdout.match(/"ok":true/g)?.length).toBe(37);
      for (const part of ['console.log(6 * 7)', '@ada hello', '"status":"completed"', '3. Ship', 'All cases pass.']) {
        expect(stdout).toContain(part);
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

  test('[DOOR-11] the skill is one that an agent program can take, and its digest is right', async () => {
    const index = JSON.parse((await read('/.well-known/agent-skills/index.json')).text) as {
      skills: { name: string; description: string; url: string; digest: string; type: string }[];
    };
    expect(index.skills).toHaveLength(1);
    const [{ url, digest, name, description, type } = { url: '', digest: '' }] = index.skills;
    const { text } = await read(url);
    expect(digest).toBe(`sha256:${hash('sha256', text)}`);
    expect(text).toBe((await read('/skill.md')).text);
    const front = parse(/^---\n(.*?)\n---\n/s.exec(text)?.[1] ?? '') as { name: string; description: string };
    expect(front).toEqual({ name, description });
    expect(type).toBe('skill-md');
    expect(url).toContain(`/${front.name}/SKILL.md`);
    expect(front.description.length).toBeLessThanOrEqual(1024);
  });

  test('[DOOR-12] the agent card has what a card must have, and names doors that are there', async () => {
    const card = JSON.parse((await read('/.well-known/agent-card.json')).text) as Record<string, unknown>;
    for (const field of ['name', 'description', 'version', 'documentationUrl']) {
      expect(card[field]).toEqual(expect.stringMatching(/./));
    }
    expect(card['supportedInterfaces']).toEqual([
      {
        url: `${app.url}/mcp`,
        protocolBinding: expect.stringMatching(/^https:\/\/modelcontextprotocol\.io\//) as string,
        protocolVersion: '2026-07-28',
      },
    ]);
    expect(card['description']).toContain('/a2a/SESSION/AGENT/.well-known/agent-card.json');
    expect(card).toMatchObject({ capabilities: { streaming: false, pushNotifications: false } });
    for (const modes of ['defaultInputModes', 'defaultOutputModes']) expect(card[modes]).toContain('text/plain');
    expect(card['skills']).toHaveLength(1);
  });
});
