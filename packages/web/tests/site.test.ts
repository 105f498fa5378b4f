import { createClient } from '@pairspace/client';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBoard } from './a-board.ts';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

const pages = [
  'index.html',
  'tasks.html',
  'asks.html',
  'notes/1-plan.html',
  'files/index.html',
  'files/2-src-parse-ts.html',
  'people.html',
];

describe('an exported site in a browser', inBrowser, () => {
  let app: TestApp;
  let folder: string;
  let sessionId: string;
  const url = (path: string): string => pathToFileURL(join(folder, path)).href;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
    folder = await mkdtemp(join(tmpdir(), 'pairspace-site-'));
    const session = await aBusySession(app.url);
    ({ sessionId } = session);
    await aBoard(session);
    const site = await createClient({ baseUrl: app.url }).exportSite({ sessionId });
    for (const [path, text] of Object.entries(site)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });

  test('[EXP-4] from disk it opens without script, and loads nothing from elsewhere', async ({ openPage }) => {
    const { page, wrongs } = await openPage(url('index.html'), { colorScheme: 'dark' });
    for (const path of pages) {
      await page.goto(url(path));
      expect(await page.evaluate(() => document.querySelectorAll('script, [style]').length)).toBe(0);
      // The style of the components is there: a page without it is as wide, but not in columns.
      expect(await page.evaluate(() => getComputedStyle(document.body).maxInlineSize)).not.toBe('none');
    }
    await page.goto(url('index.html'));
    await page.getByRole('link', { name: 'Plan' }).first().click();
    await page.getByText('Changed since version').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'newest version' }).click();
    await page.getByText('added: ').first().waitFor({ state: 'attached' });
    expect(wrongs).toEqual([]);
  });

  test('[EXP-4] its pages have no barriers, in the dark and by day', async ({ openPage }) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      // The checker reads the style sheet itself, which the policy forbids and the console tells of.
      const { page } = await openPage(url('index.html'), { colorScheme });
      for (const path of pages) {
        await page.goto(url(path));
        expect(await findBarriers(page), path).toEqual([]);
      }
    }
  });

  test('[EXP-4] as one page it shows the same, sandboxed by its policy', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${app.url}/api/sessions/${sessionId}/export/site`);
    await page.getByRole('article').filter({ hasText: 'I take leap seconds.' }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    expect(wrongs).toEqual([]);
  });
});
