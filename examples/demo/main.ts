import { type Client, createClient } from '@pairspace/client';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { plural } from './agent.ts';
import { Child } from './child.ts';
import { startService } from './start-service.ts';
import { readTextFile } from './text-file.ts';

// Two agents review a text file together. Starts a service of its own, the agents, and a watcher, each as a process.
//   npm run demo -- [file] [--out folder] [--json]

const mostMs = 120_000;
const script = (path: string): URL => new URL(path, import.meta.url);

interface Invitation {
  sessionId: string;
  inviteCode: string;
}

/** Runs the two agents and the watcher to their end; answers the session. */
const review = async (baseUrl: string, path: string, children: AsyncDisposableStack): Promise<string> => {
  const invited = Promise.withResolvers<Invitation>();
  const mara = Child.start(children, script('agent-mara.ts'), [baseUrl, path], {
    onLine: (line) => {
      invited.resolve(JSON.parse(line) as Invitation);
    },
  });
  mara.done.catch(invited.reject);
  const { sessionId, inviteCode } = await invited.promise;
  const env = { INVITE_CODE: inviteCode };
  const watcher = Child.start(children, script('watcher.ts'), [baseUrl, sessionId]);
  const ivo = Child.start(children, script('agent-ivo.ts'), [baseUrl, sessionId], { env });
  await Promise.all([mara.done, ivo.done, watcher.done]);
  return sessionId;
};

/** What came of it, read from the service. */
const summarise = async (client: Client, sessionId: string) => {
  const session = await client.getSession({ sessionId });
  const messages = await Array.fromAsync(client.pages('listMessages', { sessionId, since: 0 }));
  const notes = await Array.fromAsync(client.pages('listNotes', { sessionId }));
  const files = await Array.fromAsync(client.pages('listFiles', { sessionId }));
  const findings = await client.getFile({ sessionId, path: 'review/findings.md' });
  const versions = await Promise.all(
    notes.map(({ id }) => Array.fromAsync(client.pages('listNoteVersions', { sessionId, noteId: id }))),
  );
  return {
    sessionId,
    status: session.status,
    messages: messages.length,
    conflicts: messages.filter(({ msgType }) => msgType === 'conflict').length,
    outcome: messages.find(({ msgType }) => msgType === 'proposal')?.metadata,
    noteVersions: versions.flat().map(({ version, editor, content }) => ({ version, editor: editor.id, content })),
    files: files.map(({ path, size }) => ({ path, size })),
    findings: findings.content,
  };
};

type Summary = Awaited<ReturnType<typeof summarise>>;

const save = async (client: Client, { sessionId, files }: Summary, folder: string): Promise<void> => {
  const keep = async (target: string, text: string): Promise<void> => {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, text);
  };
  for (const { path } of files) await keep(join(folder, path), (await client.getFile({ sessionId, path })).content);
  const site = await client.exportSite({ sessionId });
  for (const [path, text] of Object.entries(site)) await keep(join(folder, 'site', path), text);
};

const print = ({ sessionId, messages, conflicts, noteVersions, files, findings }: Summary, baseUrl: string): void => {
  console.log(`\n${findings}`);
  console.log(
    [
      plural(messages, 'message'),
      plural(noteVersions.length, 'version') + ' of the note',
      plural(conflicts, 'conflict'),
    ].join(', '),
  );
  console.log(`files: ${files.map(({ path }) => path).join(', ')}`);
  console.log(`session, while it ran: ${baseUrl}/api/sessions/${sessionId}`);
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { json: { type: 'boolean' }, out: { type: 'string' } },
    allowPositionals: true,
  });
  const path = positionals[0] ?? fileURLToPath(script('../../README.md'));
  const { name } = await readTextFile(path);

  await using children = new AsyncDisposableStack();
  const interrupted = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Not once: a second signal must not end this process before it has ended the others.
    process.on(signal, () => {
      interrupted.reject(new Error(`Stopped by ${signal}.`));
    });
  }
  const timeUp = setTimeout(() => {
    interrupted.reject(new Error(`This takes more than ${String(mostMs / 1000)} s; giving up.`));
  }, mostMs);
  children.defer(() => {
    clearTimeout(timeUp);
  });

  const work = async (): Promise<void> => {
    const baseUrl = await startService(children);
    console.log(`Pairspace runs on ${baseUrl}. Mara and Ivo review ${name}.\n`);
    const sessionId = await review(baseUrl, path, children);
    const client = createClient({ baseUrl });
    const summary = await summarise(client, sessionId);
    print(summary, baseUrl);
    if (values.out !== undefined) await save(client, summary, values.out);
    console.log(
      values.out === undefined
        ? 'With --out <folder> the files are kept, and the session as a site.'
        : `The files are in ${values.out}; open ${join(values.out, 'site/index.html')} to read the session.`,
    );
    if (values.json) console.log(JSON.stringify(summary));
  };
  await Promise.race([work(), interrupted.promise]);
};

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
