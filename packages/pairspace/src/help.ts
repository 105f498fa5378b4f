import { readFileSync } from 'node:fs';
import { type Command, commonOptions, type Option, type Options } from './command.ts';
import { exitCodeMeanings } from './errors.ts';
import { inColumns } from './terminal/text.ts';

export const helpOf = (name: string, { summary = '', words, options, about, examples }: Command): string => {
  const own = Object.entries(options ?? {});
  const parts = [
    `Usage: pairspace ${name}${words === undefined ? '' : ` ${words}`}${own.length === 0 ? '' : ' [options]'}`,
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    ...(about ?? []),
    ...(own.length === 0 ? [] : [`Options:\n${optionLines(Object.fromEntries(own))}`]),
    `Options of all commands:\n${optionLines(commonOptions)}`,
    ...(examples === undefined ? [] : [`Examples:\n${examples.map((example) => `  ${example}`).join('\n')}`]),
  ];
  return `${parts.join('\n\n')}\n`;
};

const optionLines = (options: Options): string =>
  inColumns(Object.entries(options).map(([name, option]) => [`  ${optionWord(name, option)}`, option.help])).join('\n');

const optionWord = (name: string, { value, short }: Option): string =>
  `${short === undefined ? '' : `-${short}, `}--${name}${value === undefined ? '' : ` <${value}>`}`;

export const overview = (commands: readonly { name: string; summary: string; group: string }[]): string => {
  const groups = [...new Set(commands.map(({ group }) => group))];
  const width = Math.max(...commands.map(({ name }) => name.length));
  const lists = groups.map((group) => {
    const lines = commands.filter((command) => command.group === group);
    return `${group}\n${lines.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`).join('\n')}`;
  });
  const codes = exitCodeMeanings.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  return [
    'Usage: pairspace <command> [words] [options]',
    ...lists,
    `Exit codes\n${codes.join('\n')}`,
    'pairspace help <command> says more about each.\n',
  ].join('\n\n');
};

/** The version of this package: its manifest lies beside the folder of this file, in the source and in the bundle. */
export const readVersion = (): string => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};
