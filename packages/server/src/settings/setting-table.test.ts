import { readFile } from 'node:fs/promises';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { SettingGroup } from './setting.ts';
import { settingTable } from './setting-table.ts';
import { settingsAsMarkdown, settingsAsText } from './write-settings.ts';

const settings = Object.values<SettingGroup>(settingTable).flatMap((group) => Object.values(group));
const exposed = { HOST: '0.0.0.0' };

test('[OPS-1] the default of every setting is the one that the service takes', () => {
  for (const { variable, byDefault = '' } of settings)
    expect(readConfig({ [variable]: byDefault }), variable).toEqual(readConfig({}));
});

test('[OPS-1] so is the default of a service that others can reach', () => {
  for (const { variable, whenExposed } of settings)
    if (whenExposed !== undefined)
      expect(readConfig({ ...exposed, [variable]: whenExposed }), variable).toEqual(readConfig(exposed));
});

test('[OPS-6] the example of every setting can be read, and sets something', () => {
  for (const { variable, example } of settings) {
    const config = readConfig({ [variable]: example });
    if (!variable.startsWith('OTEL_')) expect(config, variable).not.toEqual(readConfig({}));
  }
});

test('[OPS-1] docs/operating.md shows them; `npm run docs:settings` writes it', async () => {
  const document = await readFile(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
  const [, shown] = /<!-- settings -->\n(.*)<!-- end of settings -->/s.exec(document) ?? [];
  expect(shown?.trim()).toBe((await format(settingsAsMarkdown(), { parser: 'markdown', printWidth: 120 })).trim());
});

test('[OPS-1] --help shows them', () => {
  for (const { variable } of settings) expect(settingsAsText()).toContain(`  ${variable}`);
});
