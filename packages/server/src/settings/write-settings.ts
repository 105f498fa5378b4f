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

/** The variable of the setting that an option such as `--port` means; undefined where there is none. */
export const settingNamed = (option: string): string | undefined => {
  const [beforeValue = ''] = option.split('=');
  const name = beforeValue.replace(/^-+/, '').replaceAll('-', '_').toUpperCase();
  const variables = groups().flatMap(([, settings]) => settings.map(({ variable }) => variable));
  return variables.find((variable) => variable === name || variable === `PAIRSPACE_${name}`);
};
