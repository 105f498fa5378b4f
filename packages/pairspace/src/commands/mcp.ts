import { type CallMeta, createToolServer, type Seating } from '@pairspace/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import { command, type Options, type Run } from '../command.ts';
import { adaptersHere } from '../reach/adapters-here.ts';
import { keepSeatsReachable } from '../reach/keep-seats-reachable.ts';
import { ancestorsOf } from '../seats/ancestors.ts';
import { agentProgramIn, type Identity, identityFor } from '../seats/identity.ts';
import { readVersion } from '../help.ts';
import { sighupSignal } from '../work/hang-up.ts';
import { agentKeyIn, identityIn, reachFilesIn, seatStoreIn, serviceOf } from '../work/open-seat.ts';
import { stdioSeating } from '../work/stdio-seating.ts';

/**
 * The seats of the agent program that has started this process. Keeps their agent reachable as long as the process
 * runs. Codex starts one process for all its threads and names the thread with each call.
 */
const programSeating = (run: Run<Options>) => {
  const own = identityIn(run);
  const above = ancestorsOf().map(({ argv }) => agentProgramIn(argv));
  const isCodex = above.find((name) => name !== undefined) === 'codex';
  const seatings = new Map<string, Seating>();
  const reaching: Promise<void>[] = [];
  const seatingOf = (identity: Identity): Seating => {
    const known = seatings.get(identity.key);
    if (known) return known;
    const { env, signal } = run;
    const [seats, files] = [seatStoreIn(run), reachFilesIn(run)];
    const seating = stdioSeating({ env, service: serviceOf(run), identity, seats, files });
    seatings.set(identity.key, seating);
    // A shell has no agent program that could be woken.
    if (identity.program !== 'shell') {
      const adapters = adaptersHere(identity, env, () => ancestorsOf());
      const keyAt = (service: string): string | undefined => agentKeyIn(run, service);
      reaching.push(keepSeatsReachable({ identity, seats, files, adapters, signal, keyAt }));
    }
    return seating;
  };
  seatingOf(own);
  return {
    seatingFor({ threadId }: CallMeta): Seating {
      const isThread = isCodex && typeof threadId === 'string' && threadId !== '' && threadId.length <= 200;
      return seatingOf(isThread ? identityFor('codex', threadId) : own);
    },
    /** Resolves when nothing follows a session any more, after the signal has aborted. */
    ended: () => Promise.all(reaching),
  };
};

export const mcp = command({
  summary: 'serve the tools to an agent program over standard input and output (MCP)',
  about: [
    'It shares its seats with the commands that run in the same agent program.',
    'While it runs, it follows the sessions of the program and wakes its agent when something concerns it, where the program has a way to be woken. pairspace doctor tests the way.',
  ],
  examples: ['claude mcp add pairspace -- pairspace mcp', 'codex mcp add pairspace -- pairspace mcp'],
  async run(run) {
    const left = new AbortController();
    const signal = AbortSignal.any([run.signal, left.signal, sighupSignal()]);
    const seating = programSeating({ ...run, signal });
    const ended = once(process.stdin, 'end', { signal }).catch(() => undefined);
    const version = readVersion();
    const connection = serveStdio(() => createToolServer((meta) => seating.seatingFor(meta), version), {
      onerror: (error) => {
        run.terminal.note(error.message);
      },
    });
    // The connection stops reading when its output fails. The listener keeps the stream flowing, so that its end is
    // noticed.
    process.stdin.on('data', () => undefined);
    await ended;
    left.abort();
    await connection.close();
    await seating.ended();
  },
});
