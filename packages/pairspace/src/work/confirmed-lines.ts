import { EventEmitter, once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

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
