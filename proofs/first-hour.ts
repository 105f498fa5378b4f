import { freePort } from '@pairspace/testkit/process';
import { python } from '@pairspace/testkit/python';
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { installNode } from './lib/npm.ts';
import { listed, openProof } from './lib/open-proof.ts';
import { blocksOf, type Place, play, type Played, playOn, untilReady } from './lib/printed.ts';
import { until } from './lib/until.ts';

/**
 * Plays the README, the guides and the link card as a new user would copy them: in a fresh copy of this repository, and
 * in a folder with the packed packages. Only addresses, tokens and files of packages are substituted. `npm run build`
 * comes first.
 *
 *   node --conditions=pairspace-source proofs/first-hour.ts [--node 20,22]
 */
await using proof = await openProof({ node: '20,22', folder: tmpdir() });
const { folder, verdict } = proof;
const root = join(import.meta.dirname, '..');
const claims = {
  begin: 'README, first block: npm ci && npm start, npm run demo, npm test',
  talk: 'README, in a terminal: two agents talk, and a person can look',
  story: 'README and docs/story.md, the story: prints what it shows',
  typescript: 'README, from TypeScript: the lines run',
  python:
    'docs/python.md: its lines install the package from the service and print what they show; the source installs',
  command: 'link card: the block of the command',
  curl: 'link card: the block of curl',
  installed: 'operating, from installed packages',
  team: 'operating, for a team: keys, a session, a backup',
  keys: 'public internet: keys are made, listed and revoked',
  worker: 'workers: the command takes jobs',
  wrong: 'a printed command that is changed does not pass',
};
const older = listed(proof.node);
const olderClaim = (major: string): string => `Node ${major}: the command works, the service says which Node it needs`;

const run = promisify(execFile);
const page = (name: string): Promise<string> => readFile(join(root, name), 'utf8');
const readme = await page('README.md');
const [wholeStory, pythonPage] = [await page('docs/story.md'), await page('docs/python.md')];
const [operating, publicInternet] = [await page('docs/operating.md'), await page('docs/public-internet.md')];
const workers = await page('docs/workers.md');
const printedUrl = 'http://127.0.0.1:8787';

const expectSaid = (claim: string, { code, out, err }: Played, said: RegExp): void => {
  verdict.expect(claim, code === 0 && said.test(out), () => `${String(said)} is not in: ${String(code)} ${out}${err}`);
};

const untilSaid = ({ said }: { said: () => string }, words: string) => until(() => said().includes(words), 180_000);

/** A separate folder with the environment of a user: npm's registry, and no sessions of this user. */
const aPlace = async (name: string, more: Record<string, string> = {}): Promise<Place> => {
  const cwd = join(folder, name);
  await mkdir(cwd, { recursive: true });
  return { cwd, env: { ...ofNpm, PAIRSPACE_HOME: join(cwd, '.pairspace'), ...more } };
};
const pathOfUser = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'));
const ofNpm: Place['env'] = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(?:PAIRSPACE_|npm_(?:package|lifecycle))/.test(name)),
  ),
  PATH: pathOfUser.join(':'),
};

const copyRepository = async (to: string): Promise<void> => {
  const { stdout } = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root });
  for (const file of stdout.split('\n').filter((name) => name !== '')) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await copyFile(join(root, file), join(to, file));
  }
};

/** Packs the packages like the guide; `npm ci` and the build came before. */
const packAsPrinted = async (): Promise<string> => {
  const packed = join(folder, 'packed');
  await mkdir(packed);
  const [, line = ''] = (blocksOf(operating, 'From installed packages')[0] ?? '').split('\n');
  const played = await play(line.replace(' packed ', ` ${packed} --silent `), { cwd: root, env: ofNpm });
  expectSaid(claims.installed, played, /pairspace-\d/);
  return packed;
};

const pathWithNode = async (major: string): Promise<string> =>
  `${await installNode(join(folder, `node-${major}`), major)}:${ofNpm['PATH'] ?? ''}`;

/** A place with a free port for a service; the blocks use this port. */
const atService = async (name: string, more: Record<string, string> = {}) => {
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const place = await aPlace(name, { PORT: port, PAIRSPACE_URL: url, PAIRSPACE_LOG: 'info', ...more });
  return { ...place, url, there: (block = '') => block.replaceAll(printedUrl, url) };
};
type AtService = Awaited<ReturnType<typeof atService>>;

/** The same place with the command on the search path, as the guides require. */
const withCommand = <P extends Place>(place: P): P => ({
  ...place,
  env: { ...place.env, PATH: `${join(place.cwd, 'node_modules/.bin')}:${place.env['PATH'] ?? ''}` },
});

/** The second block. Its first line sets the search path. */
const talk = async ({ there, url, ...place }: AtService): Promise<void> => {
  const [, block = ''] = blocksOf(readme, 'In a terminal');
  expectSaid(claims.talk, await play(there(block), place), /The list is complete,/);
  const changed = await play(there(block).replace('pairspace join', 'pairspace jion'), place);
  verdict.expect(claims.wrong, changed.code !== 0, () => changed.out);

  const { out } = await play('pairspace link --watch --as ada', withCommand(place));
  const { origin, hash } = new URL(out.trim());
  const [, sessionId = '', token = ''] = /^#\/s\/(\w+)\?token=(\S+)$/.exec(hash) ?? [];
  const watched = await (await fetch(origin)).text();
  const headers = { authorization: `Bearer ${token}` };
  const session = await fetch(`${url}/api/sessions/${sessionId}`, { headers });
  verdict.expect(claims.talk, session.ok && watched.includes('<script'), () => `${out} ${String(session.status)}`);
};

const card = async (at: AtService, claim: string, heading: string, said: RegExp): Promise<void> => {
  const { out } = await play(`pairspace create Plan --as eve-${String(heading.length)} --json`, at);
  const { link, seat } = JSON.parse(out) as { link: string; seat: { agentId: string } };
  const text = await (await fetch(link)).text();
  const [block = ''] = blocksOf(text, heading);
  const guest = await aPlace(`guest-${heading.slice(5).replaceAll(/\W/g, '')}`);
  const env = { ...guest.env, HOME: guest.cwd, PATH: at.env['PATH'] ?? '' };
  const as = `--as ${seat.agentId}`;
  const greet = play(`pairspace wait ${as} && pairspace send "Welcome." ${as}`, at);
  // The command comes from the installation; curl is installed everywhere.
  expectSaid(claim, await play(block, { cwd: at.cwd, env }), said);
  await greet;
  expectSaid(claim, await play(`pairspace read ${as}`, at), /Hello, I am here\./);
};

const typescript = async ({ there, ...place }: AtService): Promise<void> => {
  const [code] = blocksOf(readme, 'From TypeScript', 'ts');
  const [block = ''] = blocksOf(readme, 'From TypeScript');
  await writeFile(join(place.cwd, 'hello.ts'), there(code));
  // The program runs until it is interrupted.
  await using running = playOn(block, place);
  await untilSaid(running, 'message.created');
  verdict.expect(claims.typescript, running.said() === 'session.created\nmessage.created\n', running.said);
};

const story = async ({ there, ...place }: AtService): Promise<void> => {
  // The first boot of Python may take longer than the story waits.
  const boot =
    'echo "print(1)" > one.py && pairspace create Boot --as boot && pairspace run one.py --credits 100 --as boot';
  await play(boot, withCommand(place));
  for (const [text, heading] of [
    [readme, 'The story'],
    [wholeStory, undefined],
  ] as const) {
    // A shell at a terminal goes on after a command that fails, such as a curl that leaves a stream.
    const block = `set +e +o pipefail\n${blocksOf(text, heading).join('')}`;
    const { out, err } = await play(there(block), place);
    verdict.expect(claims.story, out === blocksOf(text, heading, 'text').join(''), () => out + err);
  }
};

const withPython = async ({ there, ...at }: AtService): Promise<void> => {
  const place = { ...(await aPlace('python', { PIP_NO_INDEX: '1', PIP_DISABLE_PIP_VERSION_CHECK: '1' })) };
  const [install = ''] = blocksOf(pythonPage, undefined);
  const [hello = ''] = blocksOf(pythonPage, 'A session', 'python');
  const [, source = ''] = /`(\/sdk\/\S+\.tar\.gz)`/.exec(pythonPage) ?? [];
  await writeFile(join(place.cwd, 'hello.py'), there(hello));
  // Debian's httpx and wheel stand in for those of the registry.
  const offline = there(install).replace('python3 -m venv', `${String(python)} -m venv --system-site-packages`);
  expectSaid(claims.python, await play(offline, place), /Successfully installed pairspace-/);
  const { out, err } = await play('venv/bin/python hello.py', place);
  verdict.expect(claims.python, out === blocksOf(pythonPage, 'A session', 'text')[0], () => out + err);
  const again = `venv/bin/pip install --force-reinstall --no-deps --no-build-isolation ${at.url}${source}`;
  expectSaid(claims.python, await play(again, place), /Successfully installed pairspace-/);
};

/** The README in a fresh copy of the repository. */
const inClone = async (): Promise<void> => {
  const at = await atService('clone', { PAIRSPACE_DATA: join(folder, 'clone-data') });
  await copyRepository(at.cwd);
  const [lines = ''] = blocksOf(readme, undefined);
  const [start = '', demo = '', test = ''] = lines.split('\n');
  await using service = playOn(start, at);
  await untilReady(at.url, service.said, 600_000);
  verdict.count(claims.begin);
  const watching = play(demo, at);
  await talk(at);
  await Promise.all([
    card(withCommand(at), claims.command, 'With the command', /Welcome\./),
    card(withCommand(at), claims.curl, 'With curl', /"ok":true/),
  ]);
  await Promise.all([story(at), typescript(at), withPython(at)]);
  // All tests take minutes, so only one file runs here, without another installation below the service.
  const oneFile = `${test.replace(/^npm ci && /, '').replace(/#.*/, '')} -- packages/pairspace/src/parse-command-line.test.ts`;
  expectSaid(claims.begin, await play(oneFile, at), /1 passed/);
  const shown = await watching;
  expectSaid(claims.begin, shown, /Watch it in a browser: http:\S+\/#\/s\/ses_\w+\n[^]* 1 merge$/m);
};

/** The recipes for operators, with the packed packages. */
const installed = async (packed: string): Promise<void> => {
  const PATH = await pathWithNode('24');
  const at = await atService('installed', { PATH });
  const [, block = ''] = blocksOf(operating, 'From installed packages');
  const [install = '', ...serve] = block.split('\n');
  const options = '--silent --no-audit --no-fund';
  const done = await play(install.replace('packed/', `${options} ${packed}/`), at);
  expectSaid(claims.installed, done, /^/);
  {
    await using service = playOn(serve.join('\n'), at);
    await untilReady(at.url, service.said);
    verdict.count(claims.installed);
    for (const major of older) await onOlder(major, at);
  }
  await team(withCommand(at));
};

const onOlder = async (major: string, at: AtService): Promise<void> => {
  const place = withCommand({ ...at, env: { ...at.env, PATH: await pathWithNode(major) } });
  expectSaid(olderClaim(major), await play(`pairspace create Plan --as of-${major}`, place), /Opened ses_/);
  const { code, err } = await play('pairspace serve', place);
  const isTold = code === 2 && /^pairspace needs Node 24 or newer; this is Node \d+\.\d+\.\d+\.\n$/i.test(err);
  verdict.expect(olderClaim(major), isTold, () => `${String(code)}: ${err}`);
};

const team = async (at: AtService): Promise<void> => {
  const [settings = '', serve = '', keys = '', person = '', backup = ''] = blocksOf(operating, 'For a team');
  await play(settings, at);
  await using service = playOn(serve, at);
  await untilReady(at.url, service.said);
  const made = await play(at.there(keys), at);
  expectSaid(claims.team, made, /^crk_[\w-]{43}\nkey_\w+ .*"Ada"\n$/);
  const closed = await play('pairspace create', at);
  verdict.expect(claims.team, closed.code === 3, () => closed.out);
  const key = made.out.split('\n')[0] ?? '';
  const filled = person.replace('crk_…', key).replace('https://pair.example', at.url);
  const own = await aPlace('person', { PATH: at.env['PATH'] ?? '' });
  expectSaid(claims.team, await play(filled, { ...own, cwd: at.cwd }), /#\/s\/ses_\w+\?token=obs_/);
  expectSaid(claims.team, await play(backup, at), /^The backup is in backup-[\d-]+\./);

  const [, token = ''] =
    /^PAIRSPACE_ADMIN_TOKEN=(.*)$/m.exec(await readFile(join(at.cwd, 'environment'), 'utf8')) ?? [];
  const [, id = ''] = /(key_\w+)/.exec(made.out) ?? [];
  await guides(at, { token, id });
};

/** Recipes of other guides for an operator. */
const guides = async (at: AtService, { token, id }: { token: string; id: string }): Promise<void> => {
  const [keys = ''] = blocksOf(publicInternet, 'A closed service', 'sh');
  const filled = keys.replace('=…', `=${token}`).replace('key_…', id).replaceAll('https://pair.example', at.url);
  expectSaid(claims.keys, await play(filled, at), /is revoked\.\n$/);

  const [, worker = ''] = /^(PAIRSPACE_TOKEN=… .*)$/m.exec(workers) ?? [];
  const here = at.there(worker).replace('=…', `=${token}`).replace('/var/cache/', `${folder}/`);
  await using running = playOn(here, at);
  await untilSaid(running, 'Takes ');
  verdict.expect(claims.worker, /^Takes .*python.* jobs of/m.test(running.said()), running.said);
};

const packing = packAsPrinted();
const works = await Promise.allSettled([inClone(), packing.then(installed)]);
for (const work of works) if (work.status === 'rejected') throw work.reason;
verdict.publish([...Object.values(claims), ...older.map(olderClaim)]);
