import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, findColourBarriers, test } from './open-page.ts';

// Without Chromium the suite is skipped, and the report names it.
describe('the reference in Chromium', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('[DOCS-1] the reference and an operation in it have no barrier that a program finds, and break no policy', async ({
    openPage,
  }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs`);
    const findAll = async (part?: string): Promise<string[]> => {
      await page.emulateMedia({ colorScheme: 'light' });
      const found = await findBarriers(page, part);
      await page.emulateMedia({ colorScheme: 'dark' });
      return [...found, ...(await findColourBarriers(page, part)).map((barrier) => `in the dark: ${barrier}`)];
    };
    await page.getByRole('heading', { name: /^messages/ }).waitFor();
    expect(await findAll()).toEqual([]);
    await page.goto(`${app.url}/docs#/sessions/createSession`);
    await page.reload();
    const operation = '#operations-sessions-createSession';
    const create = page.locator(operation);
    await create.getByText('Creates a session and takes its first seat.').waitFor();
    expect(await findAll(operation)).toEqual([]);
    await create.getByRole('button', { name: 'Try it out' }).click();
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table').getByText('agentToken').waitFor();
    expect(await findAll(operation)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test.for(['light', 'dark'] as const)(
    'a guide has no barrier and is no wider than its window, without scripts: %s',
    async (colorScheme, { openPage }) => {
      const { page, wrongs } = await openPage(`${app.url}/docs/guides/operating`, { colorScheme });
      expect(await findBarriers(page)).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      expect(wrongs).toEqual([]);
    },
  );

  test('without scripts the reference leads to the guides and the documents for programs', async ({ openPage }) => {
    const { page } = await openPage(`${app.url}/docs`, { javaScriptEnabled: false });
    expect(await page.getByRole('link', { name: 'OpenAPI 3.1' }).isVisible()).toBe(true);
    await page.getByText('Guides', { exact: true }).click();
    await page.getByRole('link', { name: 'A session with curl' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('the filter leaves the groups that have the text', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs`);
    const groups = page.locator('.opblock-tag');
    await groups.first().waitFor();
    const before = await groups.count();
    await page.getByPlaceholder('Filter by tag or path').fill('notes');
    await page.getByRole('heading', { name: /^messages/ }).waitFor({ state: 'detached' });
    expect(await groups.count()).toBeLessThan(before);
    expect(wrongs).toEqual([]);
  });

  test('a form makes a session, and a token is kept in memory alone', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs#/sessions/createSession`);
    const create = page.locator('#operations-sessions-createSession');
    await create.getByRole('button', { name: 'Try it out' }).click();
    await create.getByRole('button', { name: 'Execute' }).click();
    await create.locator('.live-responses-table').getByText('agentToken').waitFor();
    await page.getByRole('button', { name: 'Authorize', exact: true }).first().click();
    const token = `agt_${'a'.repeat(43)}`;
    await page.locator('.auth-container input').first().fill(token);
    await page.locator('.auth-container .auth.authorize').first().click();
    const sent = page.waitForRequest((request) => request.headers()['authorization'] === `Bearer ${token}`);
    await page.locator('.btn-done').first().click();
    await create.getByRole('button', { name: 'Execute' }).click();
    await sent;
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    expect(kept).not.toContain('agt_');
    expect(wrongs).toEqual([]);
  });
});
