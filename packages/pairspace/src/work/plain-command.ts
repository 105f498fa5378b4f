import { command, type Command, type Options, type Run } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { jsonLine } from '../terminal/json-line.ts';

interface PlainCommand<O extends Options, R> extends Omit<Command<O>, 'run'> {
  /** Calls the service. Its answer is printed as JSON with `--json`. */
  call: (run: Run<O>) => Promise<R>;
  /** The answer as lines, without `--json`. */
  show: (answer: R, run: Run<O>) => string | readonly string[];
  /** The hint where the answer is an empty list. */
  none?: string;
  /** The exit code; without it, that of success. */
  exit?: (answer: R, run: Run<O>) => ExitCode;
}

/** Declares a command that asks the service and prints its answer. */
export const plain = <const O extends Options, R>({
  call,
  show,
  none,
  exit,
  ...declaration
}: PlainCommand<O, R>): Command<O> =>
  command({
    ...declaration,
    async run(run) {
      const { given, terminal } = run;
      const answer = await call(run);
      if (given.json) terminal.print(jsonLine(answer));
      else {
        if (none !== undefined && Array.isArray(answer) && answer.length === 0) terminal.note(none);
        for (const line of [show(answer, run)].flat()) terminal.print(line);
      }
      return exit?.(answer, run) ?? exitCodes.done;
    },
  });
