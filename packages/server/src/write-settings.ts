import type { SettingDescription } from './setting-description.ts';
import { settingDescriptions } from './setting-descriptions.ts';

type Row = [name: string, description: SettingDescription];

const groups = (): [string, Row[]][] => {
  const rows = Object.entries(settingDescriptions);
  return Object.entries(Object.groupBy(rows, ([, { group }]) => group));
};

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const defaultOf = ({ byDefault = '', whenExposed }: SettingDescription): string =>
  whenExposed === undefined ? code(byDefault) : `${code(byDefault)}; exposed ${code(whenExposed)}`;

/** The settings as Markdown, one table for each group. */
export const settingsAsMarkdown = (): string =>
  groups()
    .map(([group, rows]) =>
      [
        `### ${group}`,
        '',
        '| variable | meaning | default | example |',
        '| --- | --- | --- | --- |',
        ...rows.map(([name, row]) => `| ${code(name)} | ${row.meaning} | ${defaultOf(row)} | ${code(row.example)} |`),
      ].join('\n'),
    )
    .join('\n\n');

/** The settings as lines of a terminal. */
export const settingsAsText = (): string =>
  groups()
    .map(([group, rows]) =>
      [
        `${group}:`,
        ...rows.map(([name, { meaning, byDefault }]) => {
          const value = byDefault === undefined ? '' : ` (${byDefault})`;
          return `  ${name}${value}\n      ${meaning.replaceAll('`', '')}`;
        }),
      ].join('\n'),
    )
    .join('\n\n');
