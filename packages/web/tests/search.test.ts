import { createClient } from '@pairspace/client';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { sayMany } from '../../server/src/testing/say-many.ts';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

const fillers = (count: number): string[] => Array.from({ length: count }, (_, index) => `Filler ${String(index)}`);

describe('search on the page', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const searchFor = async (page: Page, words: string) => {
    await page.keyboard.press('/');
    const field = page.getByRole('searchbox', { name: 'Search the session' });
    await field.fill(words);
    return { field, results: page.getByRole('region', { name: 'Results' }) };
  };

  test('the whole session is searched by keys, and each kind opens where it stands', async ({ openPage }) => {
    const { sessionId, observerToken, mara, ivo } = await aBusySession(app.url);
    const far = 'The quincunx is an arrangement of five, ‮😀 quincunx.';
    const { seq } = await ivo.postMessage({ sessionId, content: far });
    await sayMany(app, sessionId, fillers(450), 'ivo');
    const [note, task, ask] = [
      await mara.createNote({ sessionId, title: 'Quincunx', content: 'Of trees.' }),
      await mara.createTask({ sessionId, title: 'Plant a quincunx' }),
      await mara.createAsk({ sessionId, kind: 'approval', title: 'May I plant a quincunx?' }),
    ];
    await mara.writeFile({ sessionId, path: 'src/quincunx.ts', content: 'export {};\n' });
    await mara.configurePool({ sessionId, provider: 'worker' });
    const job = await mara.submitJob({ sessionId, type: 'plant', input: {}, label: 'quincunx' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('feed').getByText('Filler 449').waitFor();
    const { field, results } = await searchFor(page, 'quincunx');
    await page.getByText('6 results.').waitFor();
    expect(await results.locator('mark').allTextContents()).toContain('quincunx');
    await results.getByText('⟨U+202E⟩😀 quincunx.').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    // The next page is requested once, and is dropped after a change of the search.
    const more = page.getByRole('button', { name: 'More results' });
    let go = Promise.withResolvers<undefined>();
    let asked = 0;
    await page.route(/cursor=/, async (route) => {
      asked++;
      await go.promise;
      await route.continue().catch(() => undefined);
    });
    await field.fill('Filler');
    await page.getByText('20 results, and more.').waitFor();
    await more.dblclick();
    go.resolve(undefined);
    await page.getByText('40 results, and more.').waitFor();
    expect(asked).toBe(1);
    go = Promise.withResolvers();
    await more.click();
    await expect.poll(() => asked).toBe(2);
    await field.fill('quincunx');
    await page.getByText('6 results.').waitFor();
    go.resolve(undefined);
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('6 results.').waitFor();

    await page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Ivo' }).click();
    await page.getByText('1 result.').waitFor();
    await field.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement?.classList.contains('hit'))).toBe(true);
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    await field.press('Enter');
    await page
      .locator(`[data-seq="${String(seq)}"][data-selected="true"]`)
      .getByText('The quincunx')
      .waitFor();
    expect(await field.count()).toBe(0);

    for (const [kind, place] of [
      ['Notes', `panel=notes&open=${note.id}`],
      ['Tasks', `panel=tasks&open=${task.id}`],
      ['Files', 'panel=files&open=src%2Fquincunx.ts'],
      ['Jobs', `panel=jobs&open=${job.id}`],
      ['Asks', `/ask/${ask.id}`],
    ] as const) {
      await page.keyboard.press('/');
      const chip = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: kind, exact: true });
      if ((await chip.getAttribute('aria-pressed')) === 'false') await chip.click();
      await results.locator(`a[href*="${place}"]`).click();
      await expect.poll(() => page.url()).toContain(place);
    }
    await page.getByRole('heading', { name: 'May I plant a quincunx?' }).waitFor();
    expect(wrongs).toEqual([]);
  });

  test('a search says what is wrong with it, that nothing was found, and what it did not look at', async ({
    openPage,
  }) => {
    const { sessionId, observerToken } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
    const { field, results } = await searchFor(page, '-leap');
    await results.getByText('The search must have a term without - before it').waitFor();
    await field.fill('leap /');
    await page.getByText(/Signs without a letter or a digit were left out: \//).waitFor();
    await field.fill('zymurgy');
    await results.getByText('Nothing in this session has these words.').waitFor();
    await page.route('**/search?**', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { data: object };
      await route.fulfill({ response, json: { ...body, data: { ...body.data, partial: true, indexedSeq: 3 } } });
    });
    await field.fill('leap seconds');
    await page
      .getByText(/The time was over before all was looked at.*Entries after #3 are not in the search/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await field.press('Escape');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
    expect(wrongs).toEqual([]);
  });

  test('all public sessions are searched at home, by session, and private ones are not', async ({ openPage }) => {
    const one = await aBusySession(app.url, { name: 'Orchard' });
    const two = await aBusySession(app.url, { name: 'א <b>Vineyard</b>' });
    const secret = await aBusySession(app.url, { name: 'Cellar', visibility: 'private' });
    for (const { sessionId, mara } of [one, two, secret]) {
      for (const content of ['A pomelo & a <i>quince</i>.', 'Another pomelo.'])
        await mara.postMessage({ sessionId, content });
      app.clock.advance(1);
    }
    const { page, wrongs } = await openPage(app.url);
    await page
      .getByRole('link', { name: /Orchard/ })
      .first()
      .waitFor();
    await page.keyboard.press('/');
    await page.locator('input[type="search"]:focus').waitFor();
    await page.keyboard.type('pomelo');
    await page.getByText('4 results.').waitFor();
    const groups = page.locator('.found-session');
    expect(await groups.getByRole('heading').allTextContents()).toEqual(['א <b>Vineyard</b>', 'Orchard']);
    await groups.first().getByText('A pomelo & a <i>quince</i>.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'א <b>Vineyard</b>' }).waitFor();
    const { items } = await createClient({ baseUrl: app.url }).search({ q: 'pomelo', limit: 1 });
    await page.locator(`[data-seq="${String(items[0]?.seq)}"][data-selected="true"]`).waitFor();
    expect(wrongs).toEqual([]);
  });

  test('a way to an entry ends the filter and the search, also to the same entry once more', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { seq } = await mara.postMessage({ sessionId, content: 'The quincunx is an arrangement of five.' });
    await sayMany(app, sessionId, fillers(60), 'mara');
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const log = page.getByRole('feed');
    const sought = log.locator(`[data-seq="${String(seq)}"][data-selected="true"]`);
    const files = page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Files', exact: true });
    await log.getByText('Filler 59').waitFor();
    await page.keyboard.press('/');
    await files.click();
    await log.getByText('src/zones/offsets.ts').waitFor();
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    await log.locator('[data-seq="1"][data-selected="true"]').waitFor();
    await files.waitFor({ state: 'detached' });

    for (let times = 0; times < 2; times++) {
      const { field } = await searchFor(page, 'quincunx');
      await page.getByText('1 result.').waitFor();
      await field.press('Enter');
      await sought.waitFor();
      await field.waitFor({ state: 'detached' });
      await log.evaluate((element) => {
        element.scrollTop = element.scrollHeight;
      });
      await sought.waitFor({ state: 'detached' });
    }
    expect(wrongs).toEqual([]);
  });

  test('the way to a thread leaves the log where it is', async ({ openPage }) => {
    const { sessionId, observerToken } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?seq=1&token=${observerToken}`);
    const replies = page.getByRole('feed').getByRole('button', { name: '1 reply' });
    await replies.waitFor();
    await page.keyboard.press('e');
    await expect.poll(() => page.url()).not.toContain('seq=');
    await replies.click();
    await page.getByRole('region', { name: 'Thread' }).waitFor();
    await expect.poll(() => page.url()).toContain('panel=thread');
    expect(page.url()).not.toContain('seq=');
    expect(wrongs).toEqual([]);
  });
});
