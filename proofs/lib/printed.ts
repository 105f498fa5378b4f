import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { until } from './until.ts';

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
  env: Readonly<Record<string, string | undefined>>;
}

export interface Played {
  code: number | null;
  out: string;
  err: string;
}

/** Starts a program as the first of a group of processes, which `end` ends. */
const begin = ([program = '', ...args]: readonly string[], { cwd, env }: Place) => {
  const child = spawn(program, args, { cwd, env: { ...env }, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const end = (): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
    } catch {
      // All its processes have ended.
    }
  };
  return { child, exit, end };
};

/** Runs a program to its end. After the time limit, it and its processes are ended. */
export const played = async (words: readonly string[], place: Place): Promise<Played> => {
  const { child, exit, end } = begin(words, place);
  const tooLong = setTimeout(end, 600_000);
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
  clearTimeout(tooLong);
  return { code, out, err };
};

/** Runs a block like a bash script. */
export const play = (block: string, place: Place): Promise<Played> =>
  played(['bash', '--norc', '-e', '-o', 'pipefail', '-c', block], place);

/** A block that runs until it is disposed, such as a service. */
export const playOn = (block: string, place: Place): AsyncDisposable & { said: () => string } => {
  const { child, exit, end } = begin(['bash', '--norc', '-c', block], place);
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  return {
    said: () => said,
    async [Symbol.asyncDispose]() {
      end();
      await exit;
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
  const isReady = () =>
    fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    );
  if (!(await until(isReady, withinMs))) throw new Error(`the service did not start: ${said()}`);
};
