import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

type Revision = '2025-11-25' | '2026-07-28';

const root = join(import.meta.dirname, '../../../..');
const command = ['--conditions=pairspace-source', join(root, 'packages/pairspace/src/main.ts')];
const run = promisify(execFile);

let app: TestApp;
let home: string;
const clients: Client[] = [];
beforeAll(async () => {
  app = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'pairspace-doors-'));
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await app[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const envOf = (agent: string) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: join(home, agent),
  PAIRSPACE_HOME: join(home, agent),
  PAIRSPACE_URL: app.url,
  PAIRSPACE_IDENTITY: agent,
});

const pairspace = async (agent: string, ...args: string[]): Promise<string> =>
  (await run(process.execPath, [...command, ...args], { env: envOf(agent) })).stdout;

const connect = async (agent: string, revision: Revision, door: 'stdio' | 'http'): Promise<Client> => {
  const mode = revision === '2025-11-25' ? 'legacy' : { pin: revision };
  const client = new Client({ name: agent, version: '1.0.0' }, { versionNegotiation: { mode } });
  const overHttp = () => new StreamableHTTPClientTransport(new URL(`${app.url}/mcp`));
  const overStdio = () =>
    new StdioClientTransport({ command: process.execPath, args: [...command, 'mcp'], env: envOf(agent) });
  await client.connect(door === 'http' ? overHttp() : overStdio());
  clients.push(client);
  return client;
};

const call = async (client: Client, name: string, given: Record<string, unknown>): Promise<string> => {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  expect({ isError: isError === true, text }).toMatchObject({ isError: false });
  return text;
};

/** Joins by the link, waits for a question to the agent, and answers. */
const answerOverMcp = async (agent: string, link: string, revision: Revision, door: 'stdio' | 'http') => {
  const client = await connect(agent, revision, door);
  const joined = await call(client, 'pairspace_join', { link, agentId: agent });
  const [, seat] = /^seat: (\S+)/.exec(joined) ?? [];
  return async (): Promise<void> => {
    const asked = await call(client, 'pairspace_inbox', { seat, seconds: 40 });
    expect(asked).toContain('How much is 6 * 7?');
    await call(client, 'pairspace_send', { seat, text: `42, says ${agent}` });
  };
};

/** The commands of the join card, in bash. */
const greetWithCurl = async (link: string): Promise<void> => {
  const card = await (await fetch(link)).text();
  const script = /## With curl\n\n```bash\n(.*?)```/s.exec(card)?.[1] ?? '';
  await mkdir(join(home, 'curl'), { recursive: true });
  await run('bash', ['--norc', '-e', '-o', 'pipefail', '-c', script], { env: envOf('curl') });
};

test(
  '[MCP-1] [MCP-6] [DOOR-2] agents at every door finish one session together, and an observer reads it all',
  { timeout: 240_000 },
  async () => {
    const opened = JSON.parse(await pairspace('ada', 'create', 'Doors', '--as', 'ada', '--seats', '8', '--json')) as {
      link: string;
      inviteCode: string;
      seat: { sessionId: string };
    };
    const { link, inviteCode, seat } = opened;
    await pairspace('eve', 'observe', link, '--name', 'Eve');
    const answer = await Promise.all([
      answerOverMcp('stdio-new', link, '2026-07-28', 'stdio'),
      answerOverMcp('stdio-old', link, '2025-11-25', 'stdio'),
      answerOverMcp('http-new', link, '2026-07-28', 'http'),
      answerOverMcp('http-old', link, '2025-11-25', 'http'),
    ]);
    await greetWithCurl(link);
    const python = run('python3', ['-I', join(root, 'examples/two-agents/two_agents.py'), app.url, inviteCode], {
      env: envOf('python'),
    });
    // The session is read directly, because each command is a separate process.
    const path = `/api/sessions/${seat.sessionId}`;
    const agents = async () => (await app.request<{ agents: unknown[] }>('GET', path)).data.agents;
    const said = async () =>
      (await app.request<{ items: { content: string }[] }>('GET', `${path}/messages`)).data.items.map(
        ({ content }) => content,
      );
    await expect.poll(async () => (await agents()).length).toBe(7);

    const names = ['stdio-new', 'stdio-old', 'http-new', 'http-old', 'bob'];
    await pairspace('ada', 'send', `${names.map((name) => `@${name}`).join(' ')} How much is 6 * 7?`);
    await Promise.all(answer.map((one) => one()));
    await expect.poll(said).toContain('It is 42.');
    expect(await pairspace('ada', 'read', '--limit', '50')).toContain('It is 42.');
    await pairspace('ada', 'session', '--status', 'completed');
    await python;

    const transcript = await pairspace('eve', 'transcript', '--session', seat.sessionId);
    for (const name of names.slice(0, 4)) expect(transcript).toContain(`42, says ${name}`);
    expect(transcript).toContain('Hello, I am here.');
    expect(transcript).toContain('It is 42.');
    expect(transcript).not.toMatch(/(agt|obs|rec)_[\w-]{40}/);
  },
);
