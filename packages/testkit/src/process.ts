import { randomInt } from 'node:crypto';
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** The bound allows for a busy machine. */
const readyWithinMs = 120_000;

/** A server in a separate process. */
export interface RunningServer extends AsyncDisposable {
  url: string;
  pid: number;
  /** Resolves when the process is gone. */
  exited: Promise<void>;
  kill: (signal: NodeJS.Signals) => void;
}

interface ServerStart {
  file: string;
  args?: readonly string[];
  port: number;
  env?: Readonly<Record<string, string>>;
  /** The file descriptor that takes its output; 2, our standard error, if it is left out. */
  output?: number | undefined;
}

/** Starts a server and waits until it answers. */
export const startServer = async ({
  file,
  args = [],
  port,
  env = {},
  output = 2,
}: ServerStart): Promise<RunningServer> => {
  const child = spawn(process.execPath, ['--conditions=pairspace-source', file, ...args], {
    stdio: ['ignore', output, output],
    env: { ...process.env, ...env },
  });
  const url = `http://127.0.0.1:${String(port)}`;
  const exited = once(child, 'exit').then(() => undefined);
  try {
    await untilAnswered(url, child);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    url,
    pid: pidOf(child),
    exited,
    kill: (signal) => {
      child.kill(signal);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
};

/** Resolves at the first answer of a starting server; throws when its process ends first. */
export const untilAnswered = async (url: string, child: ChildProcess): Promise<void> => {
  const deadline = performance.now() + readyWithinMs;
  for (;;) {
    try {
      const response = await fetch(`${url}/healthz`);
      await response.arrayBuffer();
      return;
    } catch (cause) {
      if (child.exitCode !== null || child.signalCode !== null) throw new Error('The server ended as it started.');
      if (performance.now() > deadline) throw new Error('The server does not answer.', { cause });
      await pause(5);
    }
  }
};

/** A free port, below those that the system gives to connections: none of these takes it before its user listens. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(10_000, 30_000);
    const server = createServer().listen(port);
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    server.close();
    await once(server, 'close');
    return port;
  }
};

/** Runs a script in a separate process, with `input` as its argument; returns the one message that it sends. */
export const runScript = async <Output>(file: string, input: unknown): Promise<Output> => {
  const child = fork(file, [JSON.stringify(input)], { execArgv: ['--conditions=pairspace-source'] });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`${file} ended without an answer.`);
  });
  const [output] = (await Promise.race([once(child, 'message'), ended])) as [Output];
  await ended.catch(() => undefined);
  return output;
};

export const pidOf = (child: ChildProcess): number => {
  if (child.pid === undefined) throw new Error('The process could not be started.');
  return child.pid;
};

/** Processor time of a process in seconds, over all its threads. */
export const cpuSeconds = (pid: number): number => {
  const [user, system] = cpuFields(pid);
  return user + system;
};

/** User time, system time, and the time of ended child processes, in seconds. */
const cpuFields = (pid: number): [number, number, number, number] => {
  const stat = readFileSync(`/proc/${String(pid)}/stat`, 'utf8');
  const [user = NaN, system = NaN, endedUser = NaN, endedSystem = NaN] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map((ticks) => Number(ticks) / 100);
  return [user, system, endedUser, endedSystem];
};

/** Processor time of a process and its descendants, with ended ones. */
export const cpuSecondsOfTree = (pid: number): number => {
  const children = readFileSync(`/proc/${String(pid)}/task/${String(pid)}/children`, 'utf8')
    .split(' ')
    .filter(Boolean);
  const running = children.map((child) => cpuSecondsUnlessGone(Number(child)));
  return [...cpuFields(pid), ...running].reduce((sum, part) => sum + part, 0);
};

const cpuSecondsUnlessGone = (pid: number): number => {
  try {
    return cpuSeconds(pid);
  } catch {
    return 0;
  }
};

/** Resident memory of a process, present and peak, in MB. */
export const residentMb = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
};

/** Resets `peak` to the present value. */
export const forgetPeak = (pid: number): void => {
  writeFileSync(`/proc/${String(pid)}/clear_refs`, '5');
};
