import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { command } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { keepSeatsReachable } from '../reach/keep-seats-reachable.ts';
import { ranks, type WakeAdapter } from '../reach/wake-adapter.ts';
import type { Seat } from '../seats/seat-store.ts';
import { sighupSignal } from '../work/hang-up.ts';
import { agentKeyIn, identityIn, reachFilesIn, seatStoreIn } from '../work/open-seat.ts';

const withinMs = 10_000;

/**
 * Prints lines for a program that confirms each line by repeating it. A line `seat <session>/<agent>` says that its
 * conversation holds that seat, and `seat` alone that it holds the newest. The program has ended when its output ends.
 */
export class ConfirmedLines {
  readonly #print: (line: string) => void;
  readonly #taken = new EventEmitter();
  readonly #ended = new AbortController();

  constructor(repeated: Readable, print: (line: string) => void, onSeat: (handle: string) => void) {
    this.#print = print;
    createInterface({ input: repeated })
      .on('line', (line) => {
        const [, seat] = /^seat(?: (\S+))?$/.exec(line) ?? [];
        if (line.startsWith('seat')) onSeat(seat ?? '');
        else this.#taken.emit(eventOf(line));
      })
      .on('close', () => {
        this.#ended.abort();
      });
  }

  /** Aborts when the program has ended, because the operating system then closes its output. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Prints a line. Throws where the program does not take it. */
  async hand(line: string, signal: AbortSignal): Promise<void> {
    const limit = AbortSignal.any([signal, this.ended, AbortSignal.timeout(withinMs)]);
    const taken = once(this.#taken, eventOf(line), { signal: limit });
    this.#print(line);
    await taken.catch(() => {
      throw new Error('the program has not taken what its plugin handed it');
    });
  }
}

const eventOf = (line: string): string => `taken: ${line}`;

const mostViaCharacters = 64;

const handleOf = ({ sessionId, agentId }: Seat): string => `${sessionId}/${agentId}`;

export const monitor = command({
  summary: 'print a line each time that something new waits for you, for programs that wake at a line',
  options: {
    via: { value: 'name', help: 'what hands the line on, as receipts tell it; default "monitor"' },
    confirmed: {
      help: 'count a line as handed over when it comes back on standard input, follow the seats that are named there, and end when that ends',
    },
  },
  about: [
    'The plugins for agent programs run it. A line says where something is new and how to read it, in at most 512 bytes. Nothing is marked as read.',
    'It follows all sessions that were joined in the same agent program, also those that are joined later.',
  ],
  async run(run) {
    const { given, terminal } = run;
    const print = (line: string): void => {
      terminal.print(line);
    };
    const held = new Set<string>();
    const lines = given.confirmed ? new ConfirmedLines(process.stdin, print, (seat) => held.add(seat)) : undefined;
    const holds = (own: readonly Seat[]): readonly Seat[] => {
      const [newest] = own;
      if (newest && held.delete('')) held.add(handleOf(newest));
      return own.filter((seat) => held.has(handleOf(seat)));
    };
    const signal = AbortSignal.any([run.signal, sighupSignal(), ...(lines ? [lines.ended] : [])]);
    const via = given.via ?? 'monitor';
    if (via === '' || via.length > mostViaCharacters) {
      throw new UsageError(`--via must have 1 to ${String(mostViaCharacters)} characters.`);
    }
    const adapter: WakeAdapter = {
      via,
      mode: 'idle',
      rank: ranks.plugin,
      check: () => Promise.resolve(`lines are printed by process ${String(process.pid)}`),
      wake: async (pointer, until) => {
        if (lines) await lines.hand(pointer, until);
        else print(pointer);
        return undefined;
      },
    };
    const [identity, seats, files] = [identityIn(run), seatStoreIn(run), reachFilesIn(run)];
    const keyAt = (service: string): string | undefined => agentKeyIn(run, service);
    await keepSeatsReachable({ identity, seats, files, adapters: [adapter], signal, keyAt, ...(lines && { holds }) });
    return run.signal.aborted ? exitCodes.interrupted : exitCodes.done;
  },
});
