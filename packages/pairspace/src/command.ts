import type { Terminal } from './terminal/terminal.ts';
import type { ExitCode } from './exit-codes.ts';

/** One option of a command. With `value` it takes one, which is named so in the help; otherwise it is a switch. */
export interface Option {
  help: string;
  value?: string;
  many?: boolean;
  short?: string;
}

export type Options = Readonly<Record<string, Option>>;

type ValueOf<O extends Option> = O extends { value: string; many: true }
  ? string[] | undefined
  : O extends { value: string }
    ? string | undefined
    : boolean | undefined;

export type Given<O extends Options> = { readonly [K in keyof O]: ValueOf<O[K]> };

/** A command in the list of all, which is loaded when it is run. */
export interface CommandEntry {
  name: string;
  summary: string;
  group: string;
  load: () => Promise<Command>;
}

/** What every command is given beside its own words and options. */
export interface CommandEnvironment {
  env: Readonly<Record<string, string | undefined>>;
  terminal: Terminal;
  /** Aborts on SIGINT and SIGTERM. */
  signal: AbortSignal;
}

export interface Run<O extends Options> extends CommandEnvironment {
  /** All commands. */
  commands: readonly CommandEntry[];
  /** The words of the command line that are no options. */
  words: readonly string[];
  /** The words after `--`. */
  rest: readonly string[];
  given: Given<O & typeof commonOptions>;
}

export interface Command<O extends Options = Options> {
  summary: string;
  /** The words it takes, such as `<path> [file]`. */
  words?: string;
  /** How many words it takes at least and at most. */
  wordCount?: readonly [number, number];
  options?: O;
  /** More for `--help`: what it does, one paragraph a line. */
  about?: readonly string[];
  examples?: readonly string[];
  run(run: Run<O>): Promise<ExitCode | undefined>;
}

/** Options of all commands. */
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
