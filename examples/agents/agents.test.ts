import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startTestApp } from '../../packages/server/src/testing/test-app.ts';
import { runChecks } from '../demo/checks.ts';
import { readDocument } from '../demo/document.ts';
import { languageChecks } from '../demo/language-checks.ts';

test(
  'an agent on the AI SDK and one on the MCP client join by a link and finish a review together',
  { timeout: 180_000 },
  async () => {
    await using app = await startTestApp();
    const home = await mkdtemp(join(tmpdir(), 'pairspace-agents-'));
    try {
      const env = { PATH: process.env['PATH'] ?? '', HOME: home };
      const main = join(import.meta.dirname, 'main.ts');
      const given = ['--conditions=pairspace-source', main, app.url];
      const { stdout } = await promisify(execFile)(process.execPath, given, { env, timeout: 170_000 });
      const [, id = ''] = /^(ses_\w+) is completed\.$/m.exec(stdout) ?? [];
      expect(stdout.match(/I have looked at your copy: 5 findings of mine, 5 in the text/g)).toHaveLength(2);

      const read = async <T>(path: string) => (await app.request<T>('GET', `/api/sessions/${id}/${path}`)).data;
      const { items: notes } = await read<{ items: { content: string }[] }>('notes');
      expect(notes[0]?.content).not.toContain('looks at');
      expect(notes[0]?.content).toMatch(/## Structure\n\n- line .*## Language\n\n- line /s);

      const name = 'planted-faults.md';
      const countIn = (text: string) => runChecks(languageChecks, readDocument(name, text)).length;
      const { content: corrected } = await read<{ content: string }>(`files/review/${name}`);
      const planted = await readFile(join(import.meta.dirname, '../demo/text', name), 'utf8');
      expect(countIn(corrected)).toBeLessThan(countIn(planted));

      const { items } = await read<{ items: { authorAgentId: string; mentions: string[] }[] }>('messages');
      expect(items.map(({ authorAgentId }) => authorAgentId)).toEqual(['host', 'ivo', 'mara']);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
);
