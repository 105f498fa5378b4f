/** Writes the settings into docs/operating.md, between the two markers. */
import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { settingsAsMarkdown } from '../packages/server/src/settings/write-settings.ts';

const path = 'docs/operating.md';
const document = await readFile(path, 'utf8');
const text = document.replace(
  /(<!-- settings -->\n).*(<!-- end of settings -->)/s,
  (_, begin: string, end: string) => `${begin}\n${settingsAsMarkdown()}\n\n${end}`,
);
await writeFile(path, await format(text, { ...(await resolveConfig(path)), parser: 'markdown' }));
