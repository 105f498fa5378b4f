import { type Client, createClient } from '@pairspace/client';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, styleText } from 'node:util';
import { plural, tasks } from './agent.ts';
import { Child } from './child.ts';
import { runningService, startService } from './start-service.ts';
import { readTextFile } from './text-file.ts';
import { makeTroubled } from './troubled.ts';

// Two agents review a text file together, at a running service or at one of the demo's own. The agents and a watcher
// are separate processes. On a terminal the demo's service continues to run, so that the session can be viewed.
//   npm run demo -- [file] [--fast] [--own] [--out folder] [--json] [--keep-running]

const usage = `Usage: npm run demo -- [file] [--fast] [--own] [--out <folder>] [--json] [--keep-running]
       npm run demo -- --troubled [--own]

Two agents review a text file together; without a file, one with planted faults. It takes about 40 s, so that a person
can follow. The service is that of PAIRSPACE_URL, or one on http://127.0.0.1:8787, and where none runs, one of its own.

  --fast           take no time
  --own            start a service of its own, whatever runs
  --out <folder>   keep the files that they wrote, and the session as a site
  --json           print the outcome as JSON, too
  --troubled       make a session of 500 entries in which three things go wrong, to look at in the page
  --keep-running   leave the own service running afterwards; the default on a terminal`;

/** The pause of an agent before a message; the review has about thirty messages. */
const paceMs = 1300;
/** The time for a person to open the link. */
const openMs = 4000;

const mostMs = 120_000;
const script = (path: string): URL => new URL(path, import.meta.url);

interface Invitation {
  sessionId: string;
  inviteCode: string;
  /** A token of the creator, which releases tasks. */
  observerToken: string;
}

interface Review {
  baseUrl: string;
  path: string;
  /** Environment variables that set the pace of the agents. */
  pace: Record<string, string>;
  children: AsyncDisposableStack;
}

/**
 * Kills Ivo's process with a task in its hands, and starts another in its place when Mara has taken the task. The least
 * lease is a minute, which is longer than the demonstration, so the task is released by hand.
 */
const runIvo = async ({ baseUrl, pace, children }: Review, invitation: Invitation): Promise<void> => {
  const { sessionId, inviteCode, observerToken } = invitation;
  const recovery = Promise.withResolvers<string>();
  const start = (env: Record<string, string>, onCode: (code: string) => void): Child =>
    Child.start(children, script('agent-ivo.ts'), [baseUrl, sessionId], {
      env: { ...env, ...pace },
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
  const client = createClient({ baseUrl, token: observerToken });
  const isTakenBy = async (agentId: string): Promise<boolean> => {
    for await (const { event, data } of client.followEvents({ sessionId, since: 0, signal: end.signal })) {
      if (event === 'task.claimed' && data.number === tasks.measure && data.assignee?.agentId === agentId) return true;
    }
    return false;
  };
  if (!(await isTakenBy('ivo'))) return;
  await first.kill();
  const task = String(tasks.measure);
  const said = `✖ Ivo’s process is killed with task ${task} in its hands. Its lease is ended by hand, for the demo is too short for it.`;
  console.log(styleText(['bold', 'red'], `${' '.repeat(20)}${said}`));
  await client.releaseTask({ sessionId, taskId: task, reason: 'its owner is dead' });
  if (!(await isTakenBy('mara'))) return;
  await start({ RECOVERY_CODE: code }, () => undefined).done;
};

/** Runs the two agents and the watcher to the end; returns the session. */
const review = async (wanted: Review): Promise<string> => {
  const { baseUrl, path, pace, children } = wanted;
  const invited = Promise.withResolvers<Invitation>();
  const mara = Child.start(children, script('agent-mara.ts'), [baseUrl, path], {
    env: pace,
    onLine: (line) => {
      invited.resolve(JSON.parse(line) as Invitation);
    },
  });
  mara.done.catch(invited.reject);
  const invitation = await invited.promise;
  console.log(`Watch it in a browser: ${baseUrl}/#/s/${invitation.sessionId}\n`);
  if (pace['PACE_MS'] !== undefined) await pause(openMs);
  const watcher = Child.start(children, script('watcher.ts'), [baseUrl, invitation.sessionId]);
  await Promise.all([mara.done, runIvo(wanted, invitation), watcher.done]);
  return invitation.sessionId;
};

/** The result of the review, read from the service. */
const summarise = async (client: Client, sessionId: string) => {
  const session = await client.getSession({ sessionId });
  const messages = await Array.fromAsync(client.pages('listMessages', { sessionId, since: 0 }));
  const notes = await Array.fromAsync(client.pages('listNotes', { sessionId }));
  const files = await Array.fromAsync(client.pages('listFiles', { sessionId }));
  const work = await Array.fromAsync(client.pages('listTasks', { sessionId }));
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
    tasks: work.map(({ number, status, assignee, attempts }) => ({
      number,
      status,
      owner: assignee?.agentId,
      attempts,
    })),
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

const print = ({ messages, merges, noteVersions, files, findings, ...summary }: Summary): void => {
  console.log(`\n${findings}`);
  console.log(
    [
      plural(messages, 'message'),
      plural(summary.tasks.length, 'task'),
      plural(noteVersions.length, 'version') + ' of the note',
      plural(merges, 'merge'),
    ].join(', '),
  );
  console.log(`files: ${files.map(({ path }) => path).join(', ')}`);
};

/** Addresses for a browser, which asks for HTML and gets it. */
const howToLook = (session: string): string => `
The service still runs. Open in a browser:
  ${session}/export/site   the whole session as one page
  ${session}/transcript    what happened, line by line
Or follow it with curl: curl -N '${session}/stream?since=0'
Ctrl+C ends the service.`;

/** Ends the demonstration early: at a signal, or after too much time. */
const watchForEnd = (children: AsyncDisposableStack) => {
  const interrupted = Promise.withResolvers<never>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The handler stays installed, because a second signal must not end this process before the others.
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
  /** The path of the file to review, and its name in the session. */
  path: string;
  name: string;
  out?: string | undefined;
  json?: boolean | undefined;
  fast?: boolean | undefined;
  own?: boolean | undefined;
}

/** Finds or starts the service, runs the review and shows its result; returns the address of the session. */
const demonstrate = async (
  children: AsyncDisposableStack,
  { path, name, out, json, fast, own }: Wishes,
): Promise<{ session: string; isOwn: boolean }> => {
  const running = own ? undefined : await runningService();
  const baseUrl = running ?? (await startService(children, { compute: 'off' }));
  console.log(`Pairspace runs on ${baseUrl}. Mara and Ivo review ${name}.`);
  const sessionId = await review({ baseUrl, path, pace: fast ? {} : { PACE_MS: String(paceMs) }, children });
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
  return { session: `${baseUrl}/api/sessions/${sessionId}`, isOwn: running === undefined };
};

/** Makes the session with three troubles, and keeps its agents that are well alive until somebody ends the demo. */
const showTroubled = async (children: AsyncDisposableStack, own = false): Promise<void> => {
  const baseUrl = (own ? undefined : await runningService()) ?? (await startService(children, { compute: 'off' }));
  const end = new AbortController();
  children.defer(() => {
    end.abort();
  });
  const { sessionId, observerToken } = await makeTroubled(baseUrl, end.signal);
  console.log(`Open in a browser: ${baseUrl}/#/s/${sessionId}?token=${observerToken}
A minute from now the page shows all three troubles. Ctrl+C ends the demo.`);
  await new Promise(() => undefined);
};

const run = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: {
      json: { type: 'boolean' },
      out: { type: 'string' },
      'keep-running': { type: 'boolean' },
      fast: { type: 'boolean' },
      own: { type: 'boolean' },
      troubled: { type: 'boolean' },
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
  if (values.troubled) {
    allowTime();
    await Promise.race([showTroubled(children, values.own), interrupted.catch(() => undefined)]);
    return;
  }
  const work = demonstrate(children, { path, name, ...values });
  const { session, isOwn } = await Promise.race([work, interrupted]);
  if (isOwn && (values['keep-running'] ?? process.stdout.isTTY)) {
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
