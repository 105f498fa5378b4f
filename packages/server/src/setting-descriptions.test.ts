import { readFile } from 'node:fs/promises';
import { format } from 'prettier';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { settingDescriptions } from './setting-descriptions.ts';
import { settingsAsMarkdown, settingsAsText } from './write-settings.ts';

const described = Object.entries(settingDescriptions);
const exposed = { HOST: '0.0.0.0' };

/** The variables that the reader of the settings asks for. */
const asked = (): Set<string> => {
  const names = new Set<string>();
  const get = (_: object, name: string | symbol): undefined => void names.add(String(name));
  readConfig(new Proxy<Record<string, string>>({}, { get, ownKeys: () => [] }));
  return names;
};

test('[OPS-1] every setting is described, and nothing else', () => {
  expect(Object.keys(settingDescriptions).toSorted()).toEqual([...asked()].toSorted());
});

test('[OPS-1] the default of every setting is the one that the service takes', () => {
  for (const [name, { byDefault }] of described)
    if (byDefault !== undefined) expect(readConfig({ [name]: byDefault }), name).toEqual(readConfig({}));
});

test('[OPS-1] so is the default of a service that others can reach', () => {
  for (const [name, { whenExposed }] of described)
    if (whenExposed !== undefined)
      expect(readConfig({ ...exposed, [name]: whenExposed }), name).toEqual(readConfig(exposed));
});

test('[OPS-6] the example of every setting can be read, and sets something', () => {
  for (const [name, { example }] of described) {
    const config = readConfig({ [name]: example });
    if (!name.startsWith('OTEL_')) expect(config, name).not.toEqual(readConfig({}));
  }
});

test('[OPS-1] docs/operating.md shows them; `npm run docs:settings` writes it', async () => {
  const document = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
  const [, shown] = /<!-- settings -->\n(.*)<!-- end of settings -->/s.exec(document) ?? [];
  expect(shown?.trim()).toBe((await format(settingsAsMarkdown(), { parser: 'markdown', printWidth: 120 })).trim());
});

test('[OPS-1] --help shows them', () => {
  for (const [name] of described) expect(settingsAsText()).toContain(`  ${name}`);
});
