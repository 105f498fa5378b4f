import { type Limits, ServiceError } from '@pairspace/protocol';
import { Quota, tooManyOpen } from '../../limits/quota.ts';
import { WorkerThread } from '../../threads/worker-thread.ts';
import type { LargeBody, ParsedLarge } from './parse-large.ts';

/** The longest wait of a body for its turn. */
const waitMs = 10_000;

/** The client of a body. */
interface BodyClient {
  address: string;
  /** Aborts when the client has left, so that its body is kept no longer. */
  gone: AbortSignal;
}

/** Parses and checks bodies with many values in a thread (NET-4). */
export class LargeBodyParser implements AsyncDisposable {
  readonly #limits: Limits;
  readonly #thread = new WorkerThread<LargeBody, ParsedLarge>({
    program: new URL('./parse-large-worker', import.meta.url),
    // The limit includes the start of the thread on a busy machine.
    patienceMs: 60_000,
  });

  /** Each address has one body at a time in the thread, so that no address delays the bodies of others. */
  readonly #turns = new Quota({ most: { process: 8, address: 1 }, refusal: tooManyOpen('bodies with many values') });

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Returns the value of a body, without fields that its endpoint does not know. Throws the refusal of the endpoint.
   */
  async parse(
    bytes: Uint8Array<ArrayBuffer>,
    endpoint: string | undefined,
    { address, gone }: BodyClient,
  ): Promise<unknown> {
    using turn = this.#turns.open({ address, client: address });
    await turn.wait(1, { waitMs, signal: gone });
    // The thread takes over the memory, so it must belong to this body alone.
    const own = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const parsed = await this.#thread.run({ bytes: own, endpoint, limits: this.#limits }, [own.buffer]);
    if ('refused' in parsed) {
      const { code, message, details } = parsed.refused;
      throw new ServiceError(code, message, details ? { details } : {});
    }
    return parsed.value;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}
