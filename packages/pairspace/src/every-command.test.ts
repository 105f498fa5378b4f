import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '@pairspace/client';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { commands } from './commands.ts';
import { run } from './testing/a-terminal.ts';

let app: TestApp;
let other: TestApp;
let home: string;
let link: string;
let session: string;
beforeAll(async () => {
  app = await startTestApp({ compute: 'on' });
  other = await startTestApp();
  home = await mkdtemp(join(tmpdir(), 'pairspace-every-'));
  const opened = await here('create', 'Plan', '--as', 'ada', '--seats', '16', '--json');
  ({
    link,
    seat: { sessionId: session },
  } = JSON.parse(opened) as { link: string; seat: { sessionId: string } });
  await here('join', link, '--as', 'bob');
  await writeFile(join(home, 'in.txt'), 'a text\n');
  await writeFile(join(home, 'hello.js'), "console.log('hello');\n");
  await here('note', 'new', 'Shared', 'some text', '--as', 'ada');
  await here('note', 'new', 'Old', 'some text', '--as', 'ada');
  await here('file', 'put', join(home, 'in.txt'), 'in.txt', '--as', 'ada');
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await rm(home, { recursive: true, force: true });
});

const here = async (...args: string[]): Promise<string> => {
  const { code, out, err } = await run(args, { env: env() });
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' });
  return out;
};

const env = () => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  PAIRSPACE_HOME: home,
  PAIRSPACE_URL: app.url,
  GIT_DIR: join(home, '.git'),
  GIT_WORK_TREE: home,
});

const runIn = async (place: Place, args: readonly string[]): Promise<{ code: number; said: string }> => {
  const { code, out, err } = await run(args, { env: env(), isTerminal: place === 'terminal' });
  return { code, said: out + err };
};

type Place = 'pipe' | 'terminal';

const asMover = ['--as', 'mover'];

const aSession = async (): Promise<string> => {
  const opened = await here('create', 'Another', '--json', ...asMover);
  return (JSON.parse(opened) as { seat: { sessionId: string } }).seat.sessionId;
};

/** The arguments of each command. A command that changes something gets another name in each place. */
const given: Readonly<Record<string, (place: Place) => string[] | Promise<string[]>>> = {
  create: (place) => ['Other', '--as', `creator-${place}`],
  join: (place) => [link, '--as', `guest-${place}`],
  link: () => asAda(),
  observe: (place) => [link, '--name', `Eve ${place}`],
  session: () => ['--as', 'ada', '--session', session],
  recover: () => ['--as', 'bob', '--session', session],
  sessions: () => ['--search', 'Plan'],
  whoami: () => asAda(),
  me: async () => {
    await here('setup', '--key', '--yes', '--as', 'kay');
    return [];
  },
  logout: async (place) => {
    await here('join', link, '--as', `gone-${place}`);
    return ['--as', `gone-${place}`];
  },
  seats: () => [],
  import: async (place) => {
    const file = join(home, `${place}.json`);
    await here('export', '--to', file, '--session', await aSession(), ...asMover);
    return [file, '--service', other.url];
  },
  move: async () => ['--to', other.url, '--session', await aSession(), ...asMover],
  fork: () => ['Fork', '--as', 'ada', '--session', session],
  send: () => ['hello @bob', ...asAda()],
  search: () => ['zebra', ...asAda()],
  inbox: () => ['--keep', ...asAda()],
  wait: async () => {
    await here('inbox', ...asAda());
    return ['--seconds', '0', ...asAda()];
  },
  read: () => ['--limit', '1', ...asAda()],
  brief: () => asAda(),
  presence: () => ['--status', 'working', ...asAda()],
  'note list': () => asAda(),
  'note show': () => ['Shared', ...asAda()],
  'note new': (place) => [`Note ${place}`, 'text', ...asAda()],
  'note edit': () => ['Shared', '--append', 'more', ...asAda()],
  'note history': () => ['Old', ...asAda()],
  'note restore': () => ['Old', '1', ...asAda()],
  'note rm': async (place) => {
    await here('note', 'new', `Note to go ${place}`, ...asAda());
    return [`Note to go ${place}`, ...asAda()];
  },
  'file ls': () => asAda(),
  'file get': () => ['in.txt', ...asAda()],
  'file put': (place) => [join(home, 'in.txt'), `${place}.txt`, ...asAda()],
  'file edit': () => ['in.txt', '--append', 'more', ...asAda()],
  'file rm': (place) => [`${place}.txt`, ...asAda()],
  'task new': (place) => [`Task ${place}`, 'text', '--label', 'fresh', ...asAda()],
  'task list': () => asAda(),
  'task show': async () => [await aTask(), ...asAda()],
  'task claim': async () => [await aTask(), ...asAda()],
  'task done': async () => [await aTask('--claim'), 'It works.', ...asAda()],
  'task fail': async () => [await aTask('--claim'), 'It does not.', ...asAda()],
  'task release': async () => [await aTask('--claim'), ...asAda()],
  'task decline': async () => [await aTask('--offer', 'ada'), ...asAda()],
  'task cancel': async () => [await aTask(), ...asAda()],
  'task reopen': async () => {
    const task = await aTask();
    await here('task', 'cancel', task, ...asAda());
    return [task, ...asAda()];
  },
  ask: (place) => [`Note ${place}?`, 'text', ...asAda()],
  asks: () => asAda(),
  answer: async () => [await anAsk(), 'deny', '--session', session, '--as', await aPerson()],
  'person invite': () => ['Grace', ...asAda()],
  'person list': () => asAda(),
  'person remove': async () => {
    const made = await here('person', 'invite', 'Olga', '--json', ...asAda());
    return [(JSON.parse(made) as { observer: { id: string } }).observer.id, ...asAda()];
  },
  guard: async () => {
    await promisify(execFile)('git', ['init', '-q'], { env: env() });
    return asAda();
  },
  run: () => [join(home, 'hello.js'), '--credits', '100', ...asAda()],
  'job list': () => asAda(),
  'job show': async () => [await aJob(), '--wait', '50', ...asAda()],
  'job cancel': async () => [await aJob('for (;;);'), ...asAda()],
  pool: () => asAda(),
  transcript: () => ['--fresh', ...asAda()],
  export: () => ['--to', join(home, 'session.json'), ...asAda()],
  verify: () => [join(home, 'session.json'), '--service', app.url],
  rate: () => ['bob', '5', ...asAda()],
  'webhooks list': () => asAda(),
  'webhooks add': () => ['http://127.0.0.1:9/hook', ...asAda()],
  'webhooks rm': async () => [await aWebhook(), ...asAda()],
  setup: () => ['cursor'],
  hook: () => ['claude-code', 'Stop'],
  doctor: () => asAda(),
  completion: () => ['bash'],
};

const asAda = (): string[] => ['--as', 'ada', '--session', session];

const aWebhook = async (): Promise<string> => {
  const added = await here('webhooks', 'add', 'http://127.0.0.1:9/hook', '--json', ...asAda());
  return (JSON.parse(added) as { id: string }).id;
};

const aTask = async (...words: string[]): Promise<string> => {
  const made = await here('task', 'new', 'Work', ...words, '--json', ...asAda());
  return String((JSON.parse(made) as { number: number }).number);
};

const anAsk = async (): Promise<string> => {
  const made = await here('ask', 'May I?', '--json', ...asAda());
  return (JSON.parse(made) as { id: string }).id;
};

/** The seat of an observer who may answer. */
const aPerson = async (): Promise<string> => {
  const observed = await here('observe', link, '--name', 'Eve', '--json');
  const { agentId: observerId } = (JSON.parse(observed) as { seat: { agentId: string } }).seat;
  const [, token = ''] = /token=([\w-]+)/.exec(await here('link', '--oversee', ...asAda())) ?? [];
  const overseer = createClient({ baseUrl: app.url, token });
  await overseer.updateObserver({ sessionId: session, observerId, rights: ['answer'] });
  return observerId;
};

const aJob = async (code = "console.log('hello');"): Promise<string> => {
  await writeFile(join(home, 'job.js'), code);
  return (await here('run', join(home, 'job.js'), '--detach', '--credits', '100', ...asAda())).trim();
};

/** The words of an output without the parts that differ between runs. */
const facts = (said: string): string[] =>
  said
    .replace(/\brec_[\w-]+/g, 'id')
    .replace(/\b(creator|guest|gone|Eve|Note|Task)[- ](pipe|terminal)\b|\b(pipe|terminal)\.txt\b/g, 'name')
    .replace(/\btoken=[\w-]+|\b[a-z]+_[0-9a-z]{10,}\b|\b[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}\b|\b[0-9a-f]{32,}\b/g, 'id')
    .replace(/\d+/g, '0')
    .replace(/[.,:;]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '')
    .toSorted();

/** Lists grow with the other commands. */
const grows = new Set([
  'seats',
  'sessions',
  'join',
  'session',
  'brief',
  'note list',
  'note history',
  'file ls',
  'webhooks list',
  'transcript',
  'inbox',
  'job list',
  'task list',
  'asks',
]);
/** Commands without an end. */
const endless = ['watch', 'monitor', 'mcp'];

test.each(Object.keys(given))('%s says the same in a terminal and in a pipe', async (name) => {
  const args = async (place: Place) => [...name.split(' '), ...((await given[name]?.(place)) ?? [])];
  const piped = await runIn('pipe', await args('pipe'));
  if (name === 'export') await rm(join(home, 'session.json'));
  const shown = await runIn('terminal', await args('terminal'));
  expect(shown.code, shown.said).toBe(piped.code);
  expect(piped.code, piped.said).toBe(name === 'wait' ? 8 : 0);
  expect(piped.said).not.toContain('\u001b');
  if (name === 'run') {
    // The number of messages about a waiting job depends on the machine.
    for (const { said } of [piped, shown]) expect(facts(said)).toContain('hello');
  } else if (grows.has(name)) expect(new Set(facts(shown.said))).toEqual(new Set(facts(piped.said)));
  else expect(facts(shown.said)).toEqual(facts(piped.said));
});

test('each command is driven here', async () => {
  expect([...Object.keys(given), ...endless].toSorted()).toEqual(commands.map(({ name }) => name).toSorted());
  expect(JSON.parse(await readFile(join(home, 'session.json'), 'utf8'))).toMatchObject({ ok: true });
});

test('a quotation keeps its bar on each line of a narrow terminal', async () => {
  await here('send', `${'word '.repeat(30)}end`, ...asAda());
  const { out } = await run(['read', '--limit', '1', ...asAda()], { env: env(), isTerminal: true });
  const [, ...lines] = out.trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(1);
  for (const one of lines) expect(one).toMatch(/^ {2}\| .{0,76}$/);
});
