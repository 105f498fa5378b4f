import { createClient } from '@pairspace/client';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { hasBrowser } from './launch-browser.ts';
import { findBarriers, findColourBarriers, test } from './open-page.ts';

const mostPixels = 15_000;

/** The form of an operation, opened. */
const openForm = async (page: Page, operation: string): Promise<Locator> => {
  const article = page.locator(`#${operation}`);
  await article.getByText('Try it').click();
  return article;
};

const answerOf = (article: Locator): Locator => article.getByRole('region', { name: 'Answer' });

// Without Chromium the suite is skipped, and the report names it.
describe.skipIf(!hasBrowser)('the reference in Chromium', () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('[DOCS-1] no page is higher than 15,000 pixels or wider than its window, wide or on a phone', async ({
    openPage,
  }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs`);
    const seen = new Set(['/docs']);
    // A set hands out what is added to it while it is gone through.
    for (const path of seen) {
      await page.goto(app.url + path);
      await page.setViewportSize({ width: 1280, height: 800 });
      const { width, height, links } = await page.evaluate(() => ({
        width: document.documentElement.scrollWidth,
        height: document.documentElement.scrollHeight,
        links: Array.from(document.links, ({ pathname }) => pathname),
      }));
      expect(width, path).toBe(1280);
      expect(height, path).toBeLessThanOrEqual(mostPixels);
      for (const link of links) if (/^\/docs(\/|$)/.test(link)) seen.add(link);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} on a phone`).toBe(390);
    }
    expect(seen.size).toBeGreaterThan(60);
    expect(wrongs).toEqual([]);
    // Each page is opened; a minute is too short on a busy machine.
  }, 180_000);

  test.for([
    ['light', findBarriers],
    ['dark', findColourBarriers],
  ] as const)(
    '[DOCS-1] the pages have no barrier that a program finds: %s',
    async ([colorScheme, findBarriersOf], { openPage }) => {
      const { page, wrongs } = await openPage(`${app.url}/docs`, { colorScheme });
      for (const path of [
        '/docs',
        '/docs/notes',
        '/docs/objects/notes',
        '/docs/errors',
        '/docs/guides/operating/settings',
      ]) {
        await page.goto(app.url + path);
        for (const form of await page.getByText('Try it').all()) await form.click();
        expect(await findBarriersOf(page), path).toEqual([]);
      }
      expect(wrongs).toEqual([]);
    },
  );

  test('[DOCS-2] an address of the one page of the past leads to the new place', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs#postMessage`);
    await page.waitForURL(`${app.url}/docs/messages#postMessage`);
    await page.goto(`${app.url}/docs#Note`);
    await page.waitForURL(`${app.url}/docs/objects/notes#Note`);
    await page.goto(`${app.url}/docs#limits`);
    await page.waitForURL(`${app.url}/docs/limits`);
    await page.goto(`${app.url}/docs#start`);
    await page.getByRole('heading', { name: 'How to get in' }).waitFor();
    expect(page.url()).toBe(`${app.url}/docs#start`);
    expect(wrongs).toEqual([]);
  });

  test('[DOCS-4] without scripts every page is reached by links, and nothing is shown that does not work', async ({
    openPage,
  }) => {
    const { page } = await openPage(`${app.url}/docs`, {
      javaScriptEnabled: false,
      viewport: { width: 390, height: 844 },
    });
    expect(await page.getByRole('combobox').count()).toBe(0);
    await page.getByRole('button', { name: 'Contents' }).click();
    await page.getByRole('navigation', { name: 'Contents' }).getByRole('link', { name: 'Notes', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Notes' }).waitFor();
    expect(await page.getByText('Try it').first().isVisible()).toBe(false);
    await page.getByRole('navigation', { name: 'Previous and next' }).getByRole('link', { name: /^Next/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
  });

  test('[DOCS-7] the search works by keyboard alone', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs/conventions`);
    const field = page.getByRole('combobox', { name: 'Search the reference' });
    await page.keyboard.press('/');
    await page.keyboard.type('post message');
    const first = page.getByRole('option').first();
    await first.getByText('POST /api/sessions/:sessionId/messages', { exact: true }).waitFor();
    expect(await first.getAttribute('aria-selected')).toBe('true');
    expect(await findBarriers(page)).toEqual([]);
    await field.focus();
    await page.keyboard.press('ArrowDown');
    const chosen = await field.getAttribute('aria-activedescendant');
    expect(chosen).toBe(await page.getByRole('option').nth(1).getAttribute('id'));
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${app.url}/docs/messages#postMessage`);
    await page.keyboard.press('/');
    await page.keyboard.type('zebra');
    await page.getByRole('option', { name: 'Nothing has all these words.' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByRole('listbox').count()).toBe(0);
    expect(wrongs).toEqual([]);
  });

  test('[DOCS-7] rules and settings of the guides are found', async ({ openPage }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs`);
    for (const [query, name, path] of [
      ['NOTE-4', /Notes › NOTE-4/, '/docs/guides/spec/notes#NOTE-4'],
      ['PAIRSPACE_RETAIN', /Storage and nodes/, '/docs/guides/operating/settings#storage-and-nodes'],
    ] as const) {
      await page.getByRole('combobox').fill(query);
      await page.getByRole('option', { name }).click();
      await page.waitForURL(app.url + path);
    }
    expect(wrongs).toEqual([]);
  });

  test('[DOCS-8] [DOCS-9] forms make a session, take its token, write a note, and delete after a question', async ({
    openPage,
  }) => {
    const { page, wrongs } = await openPage(`${app.url}/docs/sessions#createSession`);
    const create = await openForm(page, 'createSession');
    await create.getByRole('button', { name: 'Send' }).click();
    await answerOf(create)
      .getByRole('heading', { name: /^Answer 201 Created after \d+ ms$/ })
      .waitFor();
    await answerOf(create).getByText('x-request-id').waitFor();
    await create.getByRole('button', { name: /^Use this session and token/ }).click();

    await page.goto(`${app.url}/docs/notes#createNote`);
    const note = await openForm(page, 'createNote');
    expect(await note.getByLabel(/^sessionId/).inputValue()).toMatch(/^ses_/);
    await note.getByLabel(/^Body/).fill('{"title":"<img src=x onerror=alert(1)>"}');
    await note.getByRole('button', { name: 'Send' }).click();
    await answerOf(note).getByText('"title": "<img src=x onerror=alert(1)>"').waitFor();
    expect(await page.locator('main img').count()).toBe(0);
    const [, noteId = ''] = /"id": "(\w+)"/.exec((await answerOf(note).locator('pre').textContent()) ?? '') ?? [];

    const removal = await openForm(page, 'deleteNote');
    await removal.getByLabel(/^noteId/).fill(noteId);
    await removal.getByRole('button', { name: 'Send' }).click();
    const question = page.getByRole('dialog', { name: 'Send DELETE?' });
    expect(await findBarriers(page)).toEqual([]);
    await question.getByRole('button', { name: 'Keep it' }).click();
    expect(await answerOf(removal).count()).toBe(0);
    await removal.getByRole('button', { name: 'Send' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await answerOf(removal).getByText('"deleted": true').waitFor();

    // The token is in the storage of this tab, and in nothing that outlives it.
    const kept = await page.evaluate(() => [
      JSON.stringify(sessionStorage),
      JSON.stringify(localStorage),
      document.cookie,
    ]);
    expect(kept.map((text) => text.includes('agt_'))).toEqual([true, false, false]);
    expect(page.url()).not.toMatch(/agt_/);
    for (const field of await page.locator('[data-in="token"]').all())
      expect(await field.getAttribute('type')).toBe('password');
    await note.getByLabel(/^Token/).fill('');
    await note.getByLabel(/^Token/).press('Tab');
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toMatch(/agt_/);
    expect(wrongs).toEqual([]);
  });

  test('[DOCS-8] a refusal is shown as it is, a long response is cut, and a stream shows what comes until it is stopped', async ({
    openPage,
  }) => {
    const client = createClient({ baseUrl: app.url });
    const aSession = async (): Promise<{ sessionId: string; ada: typeof client }> => {
      const { session, agentToken } = await client.createSession({ name: 'Forms', agentId: 'ada' });
      return { sessionId: session.id, ada: client.withToken(agentToken) };
    };
    const { sessionId, ada } = await aSession();
    const { id: noteId } = await ada.createNote({ sessionId, title: 'Long', content: 'x'.repeat(150_000) });
    const { page, wrongs } = await openPage(`${app.url}/docs/notes`);
    const read = await openForm(page, 'getNote');
    await read.getByLabel(/^sessionId/).fill(sessionId);
    await read.getByLabel(/^noteId/).fill('nothing');
    await read.getByRole('button', { name: 'Send' }).click();
    await answerOf(read).getByText('"NOT_FOUND"').waitFor();
    await read.getByLabel(/^noteId/).fill(noteId);
    await read.getByRole('button', { name: 'Send' }).click();
    await answerOf(read).getByText('Cut at 100,000 characters.').waitFor();
    expect((await answerOf(read).locator('pre').textContent())?.length).toBe(100_000);

    await page.goto(`${app.url}/docs/events`);
    const stream = await openForm(page, 'streamEvents');
    expect(await stream.getByLabel(/^sessionId/).inputValue()).toBe(sessionId);
    const live = await aSession();
    await stream.getByLabel(/^sessionId/).fill(live.sessionId);
    await stream.getByLabel(/^since/).fill('0');
    await stream.getByRole('button', { name: 'Send' }).click();
    await answerOf(stream).getByText('event: session.created').waitFor();
    await live.ada.postMessage({ sessionId: live.sessionId, content: 'Just now' });
    await answerOf(stream).getByText('Just now').waitFor();
    await stream.getByRole('button', { name: 'Stop' }).click();
    await answerOf(stream).getByText('The answer ended here.').waitFor();
    expect(wrongs).toEqual([]);
  });
});
