import { parseArgs } from 'node:util';
import { editDistance } from '@pairspace/protocol';
import { type Command, commonOptions, type Option, type Options, type Run } from './command.ts';
import { UsageError } from './errors.ts';

type Parsed = Pick<Run<Options>, 'words' | 'given'>;

/** Parses the command line of one command; an undeclared option is a `UsageError`. */
export const parseCommandLine = (command: Command, args: readonly string[]): Parsed => {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  const options: Options = { ...command.options, ...commonOptions };
  const { values, positionals } = parse(own, options);
  const words = end === -1 ? positionals : [...positionals, ...args.slice(end + 1)];
  if (values['help'] === true) return { words, given: { help: true } as Parsed['given'] };
  const [least, most] = command.wordCount ?? wordCountOf(command.words ?? '');
  if (words.length < least) throw new UsageError(`${command.words ?? 'A word'} is missing.`);
  if (words.length > most) throw new UsageError(`"${words[most] ?? ''}" is one word too many.`);
  const given = Object.entries(values).map(([name, value]) => [name, valueOf(name, value, options[name])]);
  return { words, given: Object.fromEntries(given) as Parsed['given'] };
};

const wordCountOf = (words: string): readonly [number, number] => {
  const least = words.split('<').length - 1;
  return [least, words.includes('…') ? Infinity : least + words.split('[').length - 1];
};

const valueOf = (name: string, given: unknown, option: Option | undefined): unknown => {
  if (Array.isArray(given)) return given.map((one) => valueOf(name, one, option));
  if (typeof given !== 'string') return given;
  const value = withoutMark(given);
  const { whole, oneOf } = option ?? {};
  if (oneOf && !oneOf.includes(value)) throw new UsageError(`--${name} must be one of ${oneOf.join(', ')}.`);
  if (!whole) return value;
  const [least, most] = whole;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= least && number <= most) return number;
  throw new UsageError(`--${name} must be a whole number from ${String(least)} to ${String(most)}.`);
};

const parse = (args: readonly string[], options: Options) => {
  try {
    const { values, positionals } = parseArgs({
      args: args.map((word, at) => (isText(word, args[at - 1], options) ? textMark + word : word)),
      options: Object.fromEntries(Object.entries(options).map(([name, option]) => [name, typeOf(option)])),
      allowPositionals: true,
      strict: true,
    });
    return { values, positionals: positionals.map(withoutMark) };
  } catch (error) {
    // Node's first sentence is followed by advice about "--".
    const said = (error as Error).message.split('. ')[0]?.replace(/\.?$/, '.') ?? '';
    const [, unknown] = /^Unknown option '--([^']{1,40})'/.exec(said) ?? [];
    const meant = unknown === undefined ? undefined : didYouMean(unknown, Object.keys(options));
    throw new UsageError(meant === undefined ? said : `${said} Did you mean --${meant}?`, { cause: error });
  }
};

/** Whether a word is text although Node takes it for an option: `- first`, or a value with a hyphen before it. */
const isText = (word: string, before: string | undefined, options: Options): boolean =>
  /^-+\s/.test(word) ||
  (word.startsWith('-') && takesNextWord(before, options) && optionOf(word, options) === undefined);

const takesNextWord = (word: string | undefined, options: Options): boolean =>
  word?.includes('=') === false && optionOf(word, options)?.value !== undefined;

const optionOf = (word: string | undefined, options: Options): Option | undefined => {
  const [, hyphens, name = ''] = /^(--?)([^=]+)/.exec(word ?? '') ?? [];
  if (hyphens === '--') return Object.hasOwn(options, name) ? options[name] : undefined;
  return hyphens === '-' ? Object.values(options).find(({ short }) => short === name) : undefined;
};

const textMark = '\0';
const withoutMark = (word: string): string => (word.startsWith(textMark) ? word.slice(1) : word);

const typeOf = ({ value, many, short }: Option) => ({
  type: value === undefined ? ('boolean' as const) : ('string' as const),
  ...(many ? { multiple: true } : {}),
  ...(short === undefined ? {} : { short }),
});

/** The known name that was probably meant: the nearest, else one that begins with the word or contains it. */
export const didYouMean = (given: string, known: readonly string[]): string | undefined => {
  const [nearest] = known
    .map((name) => ({ name, edits: editDistance(given, name) }))
    .filter(({ name, edits }) => edits <= Math.max(1, Math.floor(Math.min(given.length, name.length) / 3)))
    .toSorted((a, b) => a.edits - b.edits);
  if (nearest) return nearest.name;
  const isBegun = (name: string): boolean => given.length > 1 && name.startsWith(given);
  return known.find(isBegun) ?? known.find((name) => name.split(' ').includes(given));
};
