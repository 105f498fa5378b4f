import { invalid, type Limits, ServiceError } from '@pairspace/protocol';
import { WorkerThread } from '../../threads/worker-thread.ts';
import type { LargeBody, ParsedLarge } from './parse-large.ts';

/** Parses and checks bodies with many values in a thread (NET-4). */
export class LargeBodyParser implements AsyncDisposable {
  readonly #limits: Limits;
  readonly #thread = new WorkerThread<LargeBody, ParsedLarge>({
    program: new URL('./parse-large-worker', import.meta.url),
    // The limit includes the start of the thread on a busy machine.
    patienceMs: 60_000,
  });

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /**
   * Returns the value of a body, without fields that its endpoint does not know. Throws the refusal of the endpoint.
   */
  async parse(bytes: Uint8Array<ArrayBuffer>, endpoint: string | undefined): Promise<unknown> {
    // The thread takes over the memory, so it must belong to this body alone.
    const own = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const parsed = await this.#thread.run({ bytes: own, endpoint, limits: this.#limits }, [own.buffer]);
    if ('refusal' in parsed) throw invalid('body', parsed.refusal);
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
