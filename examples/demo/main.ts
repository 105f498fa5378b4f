import { type Client, createClient } from '@pairspace/client';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, styleText } from 'node:util';
import { plural } from './agent.ts';
import { Child } from './child.ts';
import { startService } from './start-service.ts';
import { readTextFile } from './text-file.ts';

// Two agents review a text file together. Starts a service of its own, the agents, and a watcher, each as a process.
// On a terminal the service goes on running afterwards, so that the session can be looked at.
//   npm run demo -- [file] [--out folder] [--json] [--keep-running]

const usage = `Usage: npm run demo -- [file] [--out <folder>] [--json] [--keep-running]

Two agents review a text file together; without a file, one with planted faults.

  --out <folder>   keep the files that they wrote, and the session as a site
  --json           print the outcome as JSON, too
  --keep-running   leave the service running afterwards; the default on a terminal`;

const mostMs = 120_000;
const script = (path: string): URL => new URL(path, import.meta.url);

interface Invitation {
  sessionId: string;
  inviteCode: string;
}

/** Kills Ivo's process when it has shared what it found, in the middle of its work, and starts another in its place. */
const runIvo = async (baseUrl: string, { sessionId, inviteCode }: Invitation, children: AsyncDisposableStack) => {
  const recovery = Promise.withResolvers<string>();
  const start = (env: Record<string, string>, onCode: (code: string) => void): Child =>
    Child.start(children, script('agent-ivo.ts'), [baseUrl, sessionId], {
      env,
      onLine: (line) => {
        onCode((JSON.parse(line) as { recoveryCode: string }).recoveryCode);
      },
    });
  const first = start({ INVITE_CODE: inviteCode, REST_MS: String(mostMs) }, recovery.resolve);
  first.done.catch(recovery.reject);
  const code = await recovery.promise;
  const end = new AbortController();
  children.defer(() => {
    end.abort();
  });
  const log = createClient({ baseUrl }).followEvents({ sessionId, since: 0, signal: end.signal });
  for await (const { event, data } of log) {
    if (event === 'file.updated' && data.path === 'review/language.json') break;
  }
  if (end.signal.aborted) return;
  await first.kill();
  console.log(styleText(['bold', 'red'], `${' '.repeat(20)}✖ Ivo’s process is killed in the middle of its work.`));
  await start({ RECOVERY_CODE: code }, () => undefined).done;
};

/** Runs the two agents and the watcher to their end; returns the session. */
const review = async (baseUrl: string, path: string, children: AsyncDisposableStack): Promise<string> => {
  const invited = Promise.withResolvers<Invitation>();
  const mara = Child.start(children, script('agent-mara.ts'), [baseUrl, path], {
    onLine: (line) => {
      invited.resolve(JSON.parse(line) as Invitation);
    },
  });
  mara.done.catch(invited.reject);
  const invitation = await invited.promise;
  const watcher = Child.start(children, script('watcher.ts'), [baseUrl, invitation.sessionId]);
  await Promise.all([mara.done, runIvo(baseUrl, invitation, children), watcher.done]);
  return invitation.sessionId;
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
    merges: messages.filter(({ msgType }) => msgType === 'merged').length,
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

const print = ({ messages, merges, noteVersions, files, findings }: Summary): void => {
  console.log(`\n${findings}`);
  console.log(
    [
      plural(messages, 'message'),
      plural(noteVersions.length, 'version') + ' of the note',
      plural(merges, 'merge'),
    ].join(', '),
  );
  console.log(`files: ${files.map(({ path }) => path).join(', ')}`);
};

/** Addresses to open: a browser asks for HTML, and gets it. */
const howToLook = (session: string): string => `
The service still runs. Open in a browser:
  ${session}/export/site   the whole session as one page
  ${session}/transcript    what happened, line by line
Or follow it with curl: curl -N '${session}/stream?since=0'
Ctrl+C ends the service.`;

/** What ends the demonstration early: a signal, or that it takes too long. */
const watchForEnd = (children: AsyncDisposableStack) => {
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
  const allowTime = (): void => {
    clearTimeout(timeUp);
  };
  children.defer(allowTime);
  return { interrupted: interrupted.promise, allowTime };
};

interface Wishes {
  /** The file to review, and what it is called. */
  path: string;
  name: string;
  out: string | undefined;
  json: boolean | undefined;
}

/** Starts the service, has the file reviewed and shows what came of it; returns the address of the session. */
const demonstrate = async (children: AsyncDisposableStack, { path, name, out, json }: Wishes): Promise<string> => {
  const baseUrl = await startService(children, { compute: 'off' });
  console.log(`Pairspace runs on ${baseUrl}. Mara and Ivo review ${name}.\n`);
  const sessionId = await review(baseUrl, path, children);
  const client = createClient({ baseUrl });
  const summary = await summarise(client, sessionId);
  print(summary);
  if (out !== undefined) await save(client, summary, out);
  console.log(
    out === undefined
      ? 'With --out <folder> the files are kept, and the session as a site.'
      : `The files are in ${out}; open ${join(out, 'site/index.html')} to read the session.`,
  );
  if (json) console.log(JSON.stringify(summary));
  return `${baseUrl}/api/sessions/${sessionId}`;
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean' },
      out: { type: 'string' },
      'keep-running': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const path = positionals[0] ?? fileURLToPath(script('text/planted-faults.md'));
  const { name } = await readTextFile(path);

  await using children = new AsyncDisposableStack();
  const { interrupted, allowTime } = watchForEnd(children);
  const work = demonstrate(children, { path, name, out: values.out, json: values.json });
  const session = await Promise.race([work, interrupted]);
  if (values['keep-running'] ?? process.stdout.isTTY) {
    allowTime();
    console.log(howToLook(session));
    await interrupted.catch(() => undefined);
  }
};

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
