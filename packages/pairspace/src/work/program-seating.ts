import type { CallMeta, Seating } from '@pairspace/mcp';
import type { Options, Run } from '../command.ts';
import { adaptersHere } from '../reach/adapters-here.ts';
import { keepSeatsReachable } from '../reach/keep-seats-reachable.ts';
import { ancestorsOf } from '../seats/ancestors.ts';
import { agentProgramIn, type Identity, identityFor } from '../seats/identity.ts';
import { agentKeyIn } from './open-me.ts';
import { identityIn, reachFilesIn, seatStoreIn, serviceOf } from './open-seat.ts';
import { stdioSeating } from './stdio-seating.ts';

/**
 * The seats of the agent program that has started this process. Keeps their agent reachable as long as the process
 * runs. Codex starts one process for all its threads and names the thread with each call.
 */
export class ProgramSeating {
  readonly #run: Run<Options>;
  readonly #own: Identity;
  readonly #isCodex: boolean;
  readonly #known = new Map<string, Seating>();
  readonly #reaching: Promise<void>[] = [];

  constructor(run: Run<Options>) {
    this.#run = run;
    this.#own = identityIn(run);
    const program = ancestorsOf().map(({ argv }) => agentProgramIn(argv));
    this.#isCodex = program.find((name) => name !== undefined) === 'codex';
    this.#seatingOf(this.#own);
  }

  /** The seats of whoever makes a call. */
  seatingFor(meta: CallMeta): Seating {
    const { threadId } = meta;
    const isThread = this.#isCodex && typeof threadId === 'string' && threadId !== '' && threadId.length <= 200;
    return this.#seatingOf(isThread ? identityFor('codex', threadId) : this.#own);
  }

  /** Resolves when nothing follows a session any more, after the signal has aborted. */
  async ended(): Promise<void> {
    await Promise.all(this.#reaching);
  }

  #seatingOf(identity: Identity): Seating {
    const known = this.#known.get(identity.key);
    if (known) return known;
    const [seats, files] = [seatStoreIn(this.#run), reachFilesIn(this.#run)];
    const { env, signal } = this.#run;
    const seating = stdioSeating({
      env,
      service: serviceOf(this.#run),
      identity,
      seats,
      files,
    });
    this.#known.set(identity.key, seating);
    // A shell has no agent program that could be woken.
    if (identity.program !== 'shell') {
      const adapters = adaptersHere(identity, env, () => ancestorsOf());
      const keyAt = (service: string): string | undefined => agentKeyIn(this.#run, service);
      this.#reaching.push(keepSeatsReachable({ identity, seats, files, adapters, signal, keyAt }));
    }
    return seating;
  }
}
