import { pidOf } from '@pairspace/testkit/process';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

type Functions = Record<string, (input: never) => unknown>;

interface Call {
  name: string;
  input: unknown;
}

/** Answers the calls of the parent process until the parent disconnects. */
export const answerCalls = (functions: Functions): void => {
  process.on('message', ({ name, input }: Call) => {
    void Promise.resolve(functions[name]?.(input as never)).then((output) => process.send?.({ output }));
  });
  process.on('disconnect', () => process.exit(0));
};

/** A script of this folder in a process of its own. Its functions are called one at a time. */
export class ScriptProcess<Api extends Functions> implements Disposable {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  constructor(name: string) {
    this.#child = fork(join(import.meta.dirname, `${name}.ts`), { execArgv: ['--conditions=pairspace-source'] });
    this.#ended = once(this.#child, 'exit').then(() => {
      throw new Error(`${name} ended without an answer.`);
    });
    this.#ended.catch(() => undefined);
  }

  get pid(): number {
    return pidOf(this.#child);
  }

  async call<Name extends keyof Api & string>(
    name: Name,
    input: Parameters<Api[Name]>[0],
  ): Promise<Awaited<ReturnType<Api[Name]>>> {
    const answered = once(this.#child, 'message');
    this.#child.send({ name, input } satisfies Call);
    const [{ output }] = (await Promise.race([answered, this.#ended])) as [{ output: Awaited<ReturnType<Api[Name]>> }];
    return output;
  }

  [Symbol.dispose](): void {
    this.#child.disconnect();
  }
}
