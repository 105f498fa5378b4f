import { invalid, type Limits, ServiceError } from '@pairspace/protocol';
import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { Turns } from '../lib/turns.ts';
import { TaskThread } from '../threads/task-thread.ts';
import type { LargeBody, ParsedLarge, TakenText } from './parse-large.ts';

/** Parses and validates large bodies on a thread, and takes over the results in turns (NET-4). */
export class LargeBodyParser implements AsyncDisposable {
  readonly #limits: Limits;
  readonly #thread = new TaskThread<LargeBody, ParsedLarge>({
    program: new URL('./parse-large-worker', import.meta.url),
    // The limit includes the start of the thread on a busy machine.
    patienceMs: 60_000,
  });

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** The value of a body, without fields that its endpoint does not know. Throws the refusal of the endpoint. */
  async parse(bytes: Uint8Array<ArrayBuffer>, endpoint: string | undefined): Promise<unknown> {
    // The thread takes over the memory, so it must belong to this body alone.
    const own = bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes);
    const parsed = await this.#thread.run({ bytes: own, endpoint, limits: this.#limits }, [own.buffer]);
    if ('refusal' in parsed) throw invalid('body', parsed.refusal);
    if ('refused' in parsed) {
      const { code, message, details } = parsed.refused;
      throw new ServiceError(code, message, details ? { details } : {});
    }
    await putBack(parsed.value, parsed.texts);
    return parsed.value;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#thread[Symbol.asyncDispose]();
  }
}

const putBack = async (value: unknown, texts: MessagePort): Promise<void> => {
  const turns = new Turns();
  for (let next = receiveMessageOnPort(texts); next; next = receiveMessageOnPort(texts)) {
    for (const { at, text } of next.message as TakenText[]) {
      const key = at.pop();
      const holder = at.reduce((inner, step) => (inner as Record<typeof step, unknown>)[step], value);
      if (key !== undefined) (holder as Record<typeof key, unknown>)[key] = text;
    }
    await turns.take();
  }
  texts.close();
};
