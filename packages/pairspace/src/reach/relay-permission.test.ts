import { type Client, createClient } from '@pairspace/client';
import type { Ask } from '@pairspace/protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../../server/src/testing/test-app.ts';
import { run } from '../testing/a-terminal.ts';
import { programFolder, removeFolder } from './testing/program-under-test.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ adminToken: 'the-operator' });
});
afterAll(() => app[Symbol.asyncDispose]());

let folder: string;
let env: Record<string, string>;
let person: Client;
let sessionId: string;
beforeEach(async () => {
  const home = await programFolder({});
  folder = home.folder;
  env = { ...home.env, PAIRSPACE_URL: app.url };
  ({ person, sessionId } = await join());
});
afterEach(() => removeFolder(folder));

/** A session that Bob joins from Claude Code, and the person with the observer token of its creation. */
const join = async () => {
  const { session, observerToken } = await createClient({ baseUrl: app.url }).createSession({
    agentId: 'ada',
    maxAgents: 3,
  });
  const around = { ...env, CLAUDE_CODE_SESSION_ID: 's1', CODEX_THREAD_ID: '' };
  const joined = await run(['join', `${app.url}/j/${session.inviteCode ?? ''}`, '--as', 'bob'], { env: around });
  expect(joined.code).toBe(0);
  return { person: createClient({ baseUrl: app.url, token: observerToken }), sessionId: session.id };
};

/** The input of Claude Code 2.1.332. */
const input = {
  session_id: 's1',
  transcript_path: '/t.jsonl',
  cwd: '/w',
  permission_mode: 'default',
  hook_event_name: 'PermissionRequest',
  tool_name: 'Bash',
  tool_input: { command: 'git push' },
};

const hook = async (
  given: object = {},
  { words = [], program = 'claude-code PermissionRequest', ...more }: HookOptions = {},
): Promise<unknown> => {
  const { code, out, err } = await run(['hook', ...program.split(' '), ...words], {
    env: more.env ?? env,
    input: JSON.stringify({ ...input, ...given }),
    ...(more.signal && { signal: more.signal }),
  });
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out === '' ? undefined : JSON.parse(out);
};

interface HookOptions {
  words?: string[];
  program?: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
}

const openAsks = async (): Promise<Ask[]> => (await person.listAsks({ sessionId, status: 'open' })).items;
const asked = async (): Promise<Ask> => {
  await expect.poll(async () => (await openAsks()).length).toBe(1);
  const [ask] = await openAsks();
  if (!ask) throw new Error('nothing is asked');
  return ask;
};
const complete = (id: string) => operator().steerSession({ sessionId: id, status: 'completed' });
const operator = () => createClient({ baseUrl: app.url, token: 'the-operator' });
const answer = ({ id: askId }: Ask, optionId: string) => person.answerAsk({ sessionId, askId, optionId });

const allowed = { hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } };
const denied = (message: RegExp) => ({
  hookSpecificOutput: {
    hookEventName: 'PermissionRequest',
    decision: { behavior: 'deny', message: expect.stringMatching(message) as string },
  },
});

describe('the hook for permissions', () => {
  test('[ASK-19] asks the people of the session, and allows what was approved, and no more', async () => {
    const decision = hook();
    const ask = await asked();
    expect(ask).toMatchObject({ kind: 'approval', title: 'May I use Bash?', requires: 'token', freeText: false });
    expect(ask.askedBy.agentId).toBe('bob');
    expect(ask.details).toContain('  command:\n    | git push\n');
    expect(Date.parse(ask.expiresAt) - Date.parse(ask.createdAt)).toBe(60 * 60_000);
    await answer(ask, 'approve');
    expect(await decision).toEqual(allowed);
  });

  test('[ASK-21] denies what a person denies, and says who did', async () => {
    const decision = hook();
    await answer(await asked(), 'deny');
    expect(await decision).toEqual(denied(/^Pairspace: not approved\. .* said no to ask_\w+\.$/));
  });

  test('[ASK-19] answers in the form of Codex and of OpenCode', async () => {
    const codex = { ...env, CODEX_THREAD_ID: 's2' };
    const { session, observerToken } = await createClient({ baseUrl: app.url }).createSession({
      agentId: 'ada',
      maxAgents: 3,
    });
    const link = `${app.url}/j/${session.inviteCode ?? ''}`;
    expect((await run(['join', link, '--as', 'cy'], { env: codex })).code).toBe(0);
    const code = { ...env, PAIRSPACE_IDENTITY: 'opencode' };
    expect((await run(['join', link, '--as', 'oz'], { env: code })).code).toBe(0);
    person = createClient({ baseUrl: app.url, token: observerToken });
    sessionId = session.id;
    const ofCodex = hook({ session_id: 's2', turn_id: 't', model: 'm' }, { program: 'codex PermissionRequest' });
    await answer(await asked(), 'approve');
    expect(await ofCodex).toEqual(allowed);
    const yes = hook({}, { program: 'opencode permission', env: code });
    await answer(await asked(), 'approve');
    expect(await yes).toEqual({ reply: 'once' });
    const no = hook({}, { program: 'opencode permission', env: code });
    await answer(await asked(), 'deny');
    expect(await no).toEqual({ reply: 'reject', message: expect.stringContaining('said no') as string });
  });

  test('[ASK-19] gives each of two that ask at once its own answer', async () => {
    const both = ['a', 'b'].map((command) => hook({ tool_input: { command } }));
    await expect.poll(async () => (await openAsks()).length).toBe(2);
    for (const ask of await openAsks()) await answer(ask, ask.details.includes('| a\n') ? 'approve' : 'deny');
    expect(await Promise.all(both)).toEqual([allowed, denied(/said no/)]);
  });

  test('[ASK-21] denies when the ask ends without an answer', async () => {
    const decision = hook();
    const { id: askId } = await asked();
    await run(['asks', askId, '--withdraw'], { env: { ...env, CLAUDE_CODE_SESSION_ID: 's1' } });
    expect(await decision).toEqual(denied(/ask_\w+ ended as withdrawn, without an answer\.$/));
  });

  test('[ASK-21] withdraws the ask when the program no longer waits', async () => {
    const left = new AbortController();
    const decision = hook({}, { signal: left.signal });
    const { id: askId } = await asked();
    left.abort();
    expect(await decision).toEqual(denied(/not approved/));
    expect((await person.getAsk({ sessionId, askId })).status).toBe('withdrawn');
  });

  test.each([
    ['is not understood', { tool_name: 7 }],
    ['is too long to be shown', { tool_input: { content: 'x'.repeat(20_000) } }],
    ['goes deeper than can be shown', { tool_input: deep(5000) }],
    ['holds a token of the service', { tool_input: { command: `curl -H "Bearer obs_${'A'.repeat(43)}"` } }],
  ])('[ASK-20] denies a request that %s, and asks nobody', async (_name, given) => {
    expect(await hook(given)).toEqual(denied(/^Pairspace: not approved\. /));
    expect((await person.listAsks({ sessionId })).items).toEqual([]);
  });

  test('[ASK-21] denies where the service does not respond', async () => {
    const service = await startTestApp();
    const { session } = await createClient({ baseUrl: service.url }).createSession({ agentId: 'ada' });
    const away = { ...env, PAIRSPACE_URL: service.url };
    const link = `${service.url}/j/${session.inviteCode ?? ''}`;
    const around = { ...away, CLAUDE_CODE_SESSION_ID: 's1' };
    expect((await run(['join', link, '--as', 'bob'], { env: around })).code).toBe(0);
    await service[Symbol.asyncDispose]();
    expect(await hook({}, { env: away })).toEqual(denied(/cannot be reached/));
  });

  test('[ASK-22] leaves to the program what it asks without a seat at the user’s own service', async () => {
    expect(await hook({ session_id: 'another' })).toBeUndefined();
    expect(await hook({}, { env: { ...env, PAIRSPACE_URL: 'http://127.0.0.1:9' } })).toBeUndefined();
    expect(await hook({}, { words: ['--session', 'ses_0123456789abcdefghij'] })).toBeUndefined();
    expect((await person.listAsks({ sessionId })).items).toEqual([]);
  });

  test.each(['AskUserQuestion', 'ExitPlanMode'])('[ASK-22] leaves %s, no permission, to the program', async (tool) => {
    expect(await hook({ tool_name: tool, tool_input: { questions: [] } })).toBeUndefined();
  });

  test('[ASK-22] passes over a session that is over', async () => {
    const newer = await join();
    await complete(newer.sessionId);
    const decision = hook();
    await answer(await asked(), 'approve');
    expect(await decision).toEqual(allowed);
    await complete(sessionId);
    expect(await hook()).toBeUndefined();
  });

  test('[ASK-22] takes the answer of those alone for whom the operator vouches, and the time that is given', async () => {
    const decision = hook({}, { words: ['--vouched', '--expires', '5'] });
    const ask = await asked();
    expect(ask.requires).toBe('vouched');
    expect(Date.parse(ask.expiresAt) - Date.parse(ask.createdAt)).toBe(5 * 60_000);
    await expect(answer(ask, 'approve')).rejects.toThrow();
    await operator().answerAsk({ sessionId, askId: ask.id, optionId: 'approve' });
    expect(await decision).toEqual(allowed);
  });
});

function deep(levels: number): object {
  let value: object = {};
  for (let level = 0; level < levels; level++) value = { value };
  return value;
}
