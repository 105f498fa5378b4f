import type { Setting, SettingGroup } from './setting.ts';
import { headings, settingTable } from './setting-table.ts';

const groups = (): [heading: string, settings: Setting[]][] =>
  Object.entries<SettingGroup>(settingTable).map(([name, group]) => [
    headings[name as keyof typeof headings],
    Object.values(group),
  ]);

const code = (text: string): string => (text === '' ? '' : `\`${text}\``);

const defaultOf = ({ byDefault = '', whenExposed }: Setting): string =>
  [code(byDefault), ...(whenExposed === undefined ? [] : [`exposed ${code(whenExposed)}`])]
    .filter((part) => part !== '')
    .join('; ');

/** The settings as Markdown, one table for each group. */
export const settingsAsMarkdown = (): string =>
  groups()
    .map(([heading, settings]) =>
      [
        `### ${heading}`,
        '',
        '| variable | meaning | default | example |',
        '| --- | --- | --- | --- |',
        ...settings.map((setting) => {
          const { variable, description, example } = setting;
          return `| ${code(variable)} | ${description} | ${defaultOf(setting)} | ${code(example)} |`;
        }),
        ...settings.flatMap(({ details }) => (details === undefined ? [] : ['', details])),
      ].join('\n'),
    )
    .join('\n\n');

/** The settings as lines of a terminal. */
export const settingsAsText = (): string =>
  groups()
    .map(([heading, settings]) =>
      [
        `${heading}:`,
        ...settings.map((setting) => {
          const { variable, description, details = '' } = setting;
          const value = defaultOf(setting) === '' ? '' : ` (${defaultOf(setting)})`;
          return `  ${variable}${value}\n      ${`${description}. ${details}`.trimEnd()}`.replaceAll('`', '');
        }),
      ].join('\n'),
    )
    .join('\n\n');

export const countSettings = (): number => groups().reduce((sum, [, settings]) => sum + settings.length, 0);
