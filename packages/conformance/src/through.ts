import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createInterface } from 'node:readline';
import type { CallInput } from './caller.ts';
import type { HttpAnswer } from './http-client.ts';

/** A call of a method, its caller and its service. */
interface Calling {
  base: URL;
  address: string | undefined;
  token: string | undefined;
  name: string;
  params: Record<string, string>;
  given: CallInput;
}

interface DriverAnswer extends Omit<HttpAnswer, 'request'> {
  id: number;
  unmapped?: string;
  failed?: string;
}

/** Makes the calls of the suite by the methods of a client in another language, in one process of its own. */
export class Through implements Disposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<DriverAnswer>>();
  /** How many calls a method has made, and how many no method could make. */
  made = 0;
  unmapped = 0;
  #last = 0;

  private constructor(child: ChildProcess) {
    this.#child = child;
    const fail = (why: string): void => {
      for (const { reject } of this.#waiting.values()) reject(new Error(`The client has ended: ${why}`));
      this.#waiting.clear();
    };
    child.on('error', ({ message }) => {
      fail(message);
    });
    child.on('exit', (code) => {
      fail(`with ${String(code)}`);
    });
    child.stdin?.on('error', () => undefined);
    if (child.stdout)
      createInterface(child.stdout).on('line', (line) => {
        this.#take(JSON.parse(line) as DriverAnswer);
      });
  }

  /** `interpreter` is a Python in whose environment the package `pairspace` is installed. */
  static python(interpreter: string): Through {
    const driver = fileURLToPath(new URL('../python/driver.py', import.meta.url));
    return new Through(spawn(interpreter, [driver], { stdio: ['pipe', 'pipe', 'inherit'] }));
  }

  /** The answer to a call; undefined if no method of the client can make it. */
  async call({ base, address, token, name, params, given }: Calling): Promise<HttpAnswer | undefined> {
    const { query = {}, body = {}, bytes, headers = {} } = given;
    const fields = fieldsOf([params, query, body]);
    if (bytes !== undefined || !fields || 'content-type' in headers) {
      this.unmapped++;
      return undefined;
    }
    const id = ++this.#last;
    const waiting = Promise.withResolvers<DriverAnswer>();
    this.#waiting.set(id, waiting);
    const call = { id, base: base.href, address: address ?? null, token: token ?? null, name, fields, headers };
    this.#child.stdin?.write(`${JSON.stringify(call)}\n`);
    const { unmapped, failed, status, headers: answered, text } = await waiting.promise;
    if (failed !== undefined) throw new Error(`${name}: ${failed}`);
    if (unmapped !== undefined) {
      this.unmapped++;
      return undefined;
    }
    this.made++;
    return { request: name, status, headers: answered, text };
  }

  #take(answer: DriverAnswer): void {
    this.#waiting.get(answer.id)?.resolve(answer);
    this.#waiting.delete(answer.id);
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }
}

/** The fields of all parts of a request in one object; undefined if a part is none, or two have a field in common. */
const fieldsOf = (parts: readonly unknown[]): Record<string, unknown> | undefined => {
  const fields: Record<string, unknown> = {};
  for (const part of parts) {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return undefined;
    for (const [name, value] of Object.entries(part)) {
      if (Object.hasOwn(fields, name)) return undefined;
      if (value !== undefined) fields[name] = value;
    }
  }
  return fields;
};
