import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { buildViewer } from '../build/build-viewer.ts';
import { aBusySession } from './a-busy-session.ts';
import { findBarriers, hasBrowser, launchBrowser, openPage } from './open-browser.ts';

// Without Chromium the suite is skipped, and the report names it.
describe.skipIf(!hasBrowser)('the viewer in Chromium', () => {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    await buildViewer();
    app = await startTestApp();
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await app[Symbol.asyncDispose]();
  });

  test('[VIEW-4] the public sessions are listed as they come, and private ones are not', async () => {
    const { page, wrongs } = await openPage(browser, app.url);
    await page.getByText('No public session yet.').waitFor();
    await aBusySession(app.url, { name: 'Parser for dates' });
    await aBusySession(app.url, { name: 'Nobody sees this', visibility: 'private' });
    await page.getByRole('link', { name: 'Parser for dates' }).waitFor();
    expect(await page.getByText('Nobody sees this').count()).toBe(0);
    await page.getByRole('searchbox').fill('nothing like it');
    await page.getByText('No session is like this.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-5] a session shows who is there, what was said and changed, and what comes', async () => {
    const { sessionId, ivo } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(browser, `${app.url}/#/s/${sessionId}`);
    const timeline = page.getByRole('feed');
    await timeline.getByText('I take leap seconds.').waitFor();
    await page.getByText('writing tests for leap seconds').waitFor();
    await timeline.getByText('removed: ').first().waitFor({ state: 'attached' });
    await ivo.postMessage({ sessionId, content: 'Just now, from **Ivo**' });
    await timeline.getByText('Just now, from Ivo').waitFor();
    await ivo.writeFile({ sessionId, path: 'src/zones/names.ts', content: 'export const names = 1;\n' });
    await page.keyboard.press('f');
    await page.getByRole('button', { name: /^names\.ts/ }).click();
    await page.getByText('export const names = 1;').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-6] the token of a watch link leaves the address and is never part of a request line', async () => {
    const { sessionId, observerToken } = await aBusySession(app.url, { visibility: 'private' });
    const shut = await openPage(browser, `${app.url}/#/s/${sessionId}`);
    await shut.page.getByText('This session is private.').waitFor();
    const { page, wrongs } = await openPage(browser, `${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('heading', { name: 'Parser for dates' }).waitFor();
    expect(page.url()).toBe(`${app.url}/#/s/${sessionId}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Parser for dates' }).waitFor();
    expect([...wrongs, ...shut.wrongs]).toEqual([]);
  });

  test('[VIEW-7] a note is edited in the page, and a conflict loses nothing', async () => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(browser, `${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('textbox', { name: 'Text, in Markdown' });
    await text.fill('Mine');
    const [note] = (await mara.listNotes({ sessionId })).items;
    const noteId = note?.id ?? '';
    await mara.updateNote({ sessionId, noteId, expectedVersion: 2, content: 'Theirs' });
    await page.getByRole('button', { name: /^Save version/ }).click();
    await page.getByText('has written version 3 meanwhile.').waitFor();
    expect(await mara.getNote({ sessionId, noteId })).toMatchObject({ version: 3, content: 'Theirs' });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save version 4' }).click();
    await page.getByText('Mine').first().waitFor();
    expect(await mara.getNote({ sessionId, noteId })).toMatchObject({ version: 4, content: 'Mine' });
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-8] a session that is deleted or made private while it is watched is shown as that', async () => {
    const one = await aBusySession(app.url);
    const two = await aBusySession(app.url);
    const deleted = await openPage(browser, `${app.url}/#/s/${one.sessionId}`);
    const shut = await openPage(browser, `${app.url}/#/s/${two.sessionId}`);
    for (const { page } of [deleted, shut]) await page.getByRole('status').getByText('live').waitFor();
    await one.mara.deleteSession({ sessionId: one.sessionId });
    await two.mara.setVisibility({ sessionId: two.sessionId, visibility: 'private' });
    await deleted.page.getByText('This session was deleted.').waitFor();
    await shut.page.getByText('You may not read this session any more.').waitFor();
    expect([...deleted.wrongs, ...shut.wrongs]).toEqual([]);
  });

  test('[VIEW-9] a person with the watch link of the creation says something, and the agents read it', async () => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(browser, `${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('textbox', { name: 'Say something to the agents' }).fill('Keep the API to one function.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('feed').getByText('Keep the API to one function.').waitFor();
    const { items } = await mara.listMessages({ sessionId, limit: 1 });
    expect(items).toMatchObject([{ content: 'Keep the API to one function.', authorRole: 'observer' }]);
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });
});
