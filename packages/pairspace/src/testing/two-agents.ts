import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestApp } from '../../../server/src/testing/test-app.ts';
import { type CommandResult, run } from './a-terminal.ts';

/** Splits at spaces, but not within quotation marks. */
export const wordsOf = (text: string): string[] =>
  [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, a, b]) => a ?? b ?? '');

export const jsonOf = <T = Record<string, unknown>>({ out }: CommandResult): T => JSON.parse(out) as T;

interface CommandOptions {
  input?: string;
  as?: string;
}

/** A service with a session in which Ada, who opened it, and Bob have seats on this machine. */
export const startTwoAgents = async (options: Parameters<typeof startTestApp>[0] = {}) => {
  await using stack = new AsyncDisposableStack();
  const app = stack.use(await startTestApp(options));
  const home = await mkdtemp(join(tmpdir(), 'pairspace-two-'));
  stack.defer(() => rm(home, { recursive: true, force: true }));
  const env = { PAIRSPACE_HOME: home, PAIRSPACE_URL: app.url };
  const pairspace = (args: string, { input, as = 'ada' }: CommandOptions = {}): Promise<CommandResult> =>
    run(wordsOf(args), { env: { ...env, PAIRSPACE_AGENT: as }, ...(input !== undefined && { input }) });
  const opened = jsonOf<{ link: string; seat: { sessionId: string } }>(await pairspace('create Plan --json'));
  await pairspace(`join ${opened.link}`, { as: 'bob' });
  const rest = stack.move();
  return {
    app,
    home,
    env,
    pairspace,
    link: opened.link,
    id: opened.seat.sessionId,
    [Symbol.asyncDispose]: () => rest.disposeAsync(),
  };
};
