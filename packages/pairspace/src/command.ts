import type { Env } from './seats/identity.ts';
import type { Terminal } from './terminal/terminal.ts';
import { jsonLine } from './terminal/text.ts';
import { type ExitCode, exitCodes } from './errors.ts';

/** An option of a command. With `value` it takes a value, which has this name in the help; otherwise it is a switch. */
export interface Option {
  help: string;
  value?: string;
  /** The least and the greatest number; the value is a whole number. */
  whole?: readonly [number, number];
  /** The words that the value can be. */
  oneOf?: readonly string[];
  many?: boolean;
  short?: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> =
  | (O extends { many: true }
      ? string[]
      : O extends { whole: readonly number[] }
        ? number
        : O extends { oneOf: readonly (infer Word)[] }
          ? Word
          : O extends { value: string }
            ? string
            : boolean)
  | undefined;

export type Given<O extends Options> = { readonly [K in keyof O]: ValueOf<O[K]> };

/** A command in the list of commands. Its code is loaded when it runs. */
export interface CommandEntry {
  name: string;
  summary: string;
  group: string;
  load: () => Promise<Command>;
}

/** The environment of every command, besides its own words and options. */
export interface CommandEnvironment {
  env: Env;
  terminal: Terminal;
  /** Aborts on SIGINT and SIGTERM. */
  signal: AbortSignal;
}

export interface Run<O extends Options> extends CommandEnvironment {
  /** All commands. */
  commands: readonly CommandEntry[];
  /** The words of the command line that are not options: after `--` every word is none. */
  words: readonly string[];
  given: Given<O & typeof commonOptions>;
}

export interface Command<O extends Options = Options> {
  /** The sentence of the help, where it says more than the list of commands. */
  summary?: string;
  /** The names of its words, such as `<path> [file]`: those in brackets may be missing, and an ellipsis is any number. */
  words?: string;
  /** The least and the greatest number of words, where `words` does not tell. */
  wordCount?: readonly [number, number];
  options?: O;
  /** More text for `--help`, one paragraph a line. */
  about?: readonly string[];
  examples?: readonly string[];
  run(run: Run<O>): Promise<ExitCode | undefined>;
}

/** The options that every command has. */
export const commonOptions = {
  session: { value: 'id', help: 'the session; without it the one joined last' },
  as: { value: 'agentId', help: 'the agent to act as, where this machine has several' },
  service: { value: 'url', help: 'the service; default PAIRSPACE_URL, else that of setup, else http://127.0.0.1:8787' },
  json: { help: 'print JSON' },
  quiet: { help: 'leave out hints and progress; errors are told', short: 'q' },
  help: { help: 'print this help', short: 'h' },
} as const satisfies Options;

/** Declares a command; an identity function that keeps the types of its options. */
export const command = <const O extends Options>(declaration: Command<O>): Command<O> => declaration;

interface PlainCommand<O extends Options, R> extends Omit<Command<O>, 'run'> {
  /** Calls the service. Its answer is printed as JSON with `--json`. */
  call: (run: Run<O>) => Promise<R>;
  /** The answer as lines, without `--json`. */
  show: (answer: R, run: Run<O>) => string | readonly string[];
  /** The hint after the lines, without `--json`; undefined for none. */
  hint?: (answer: R, run: Run<O>) => string | undefined;
  /** The hint where the answer is an empty list. */
  none?: string;
  /** The exit code; without it, that of success. */
  exit?: (answer: R, run: Run<O>) => ExitCode;
}

/** Declares a command that asks the service and prints its answer. */
export const plain = <const O extends Options, R>({
  call,
  show,
  hint,
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
        const hinted = hint?.(answer, run);
        if (hinted !== undefined) terminal.note(hinted);
      }
      return exit?.(answer, run) ?? exitCodes.done;
    },
  });

/** An option that takes one of a few words, with which its help begins. */
export const choice = <const Words extends readonly string[]>(value: string, oneOf: Words, more = '') => {
  return { value, oneOf, help: `${oneOf.slice(0, -1).join(', ')} or ${oneOf.at(-1) ?? ''}${more}` };
};
