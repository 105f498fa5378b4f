import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * The code blocks of one kind below a heading of a Markdown text; without a heading, those before the first heading.
 */
export const blocksOf = (markdown: string, heading: string | undefined, kind = 'bash'): string[] => {
  const sections = markdown.split(/^## /m);
  const section = heading === undefined ? sections[0] : sections.find((part) => part.startsWith(heading));
  return [...(section ?? '').matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\``, 'gms'))].map(
    ([, block = '']) => block,
  );
};

export interface Place {
  cwd: string;
  env: Readonly<Record<string, string>>;
}

export interface Played {
  code: number | null;
  out: string;
  err: string;
}

/** Runs a block like a bash script. After the time limit, the block and its processes are ended. */
export const play = async (block: string, { cwd, env }: Place, withinMs = 600_000): Promise<Played> => {
  const shell = spawn('bash', ['--norc', '-e', '-o', 'pipefail', '-c', block], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const tooLong = setTimeout(() => {
    endGroup(shell.pid);
  }, withinMs);
  const exit = once(shell, 'exit') as Promise<[number | null]>;
  const [out, err, [code]] = await Promise.all([text(shell.stdout), text(shell.stderr), exit]);
  clearTimeout(tooLong);
  return { code, out, err };
};

const endGroup = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch {
    // All its processes have ended.
  }
};

/** A block that runs until it is disposed, such as a service. */
export const playOn = (block: string, { cwd, env }: Place): AsyncDisposable & { said: () => string } => {
  const shell = spawn('bash', ['--norc', '-c', block], {
    cwd,
    env: { ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(shell, 'exit');
  let said = '';
  const hear = (piece: Buffer): void => {
    said += piece.toString();
  };
  shell.stdout.on('data', hear);
  shell.stderr.on('data', hear);
  return {
    said: () => said,
    async [Symbol.asyncDispose]() {
      endGroup(shell.pid);
      await ended;
    },
  };
};

/** Waits until a service accepts writes; throws with its output if it does not. */
export const untilReady = async (
  url: string,
  said: () => string = () => '',
  withinMs = 120_000,
  path = '/readyz',
): Promise<void> => {
  for (const deadline = Date.now() + withinMs; Date.now() < deadline;) {
    const answer = await fetch(url + path).catch(() => undefined);
    if (answer?.ok) return;
    await pause(100);
  }
  throw new Error(`the service did not start: ${said()}`);
};
