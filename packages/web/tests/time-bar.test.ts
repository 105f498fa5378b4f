import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { test } from './open-page.ts';

/** Entries are so far apart; thirty times as fast it is a third of a second. */
const apartMs = 10_000;

interface Recorded {
  sessionId: string;
  noteId: string;
  /** The entry in which the note was created; it was changed two entries later. */
  firstSeq: number;
  lastSeq: number;
}

/** A session whose entries lie apart: a note, a message, the note again, and two more messages. */
const record = async ({ url, clock }: TestApp): Promise<Recorded> => {
  const stranger = createClient({ baseUrl: url });
  const { session, agentToken } = await stranger.createSession({ visibility: 'public', agentId: 'mara' });
  const sessionId = session.id;
  const mara = stranger.withToken(agentToken);
  const { id: noteId } = await mara.createNote({ sessionId, title: 'Plan', content: 'The first thought.' });
  const { lastSeq: firstSeq } = await mara.getSession({ sessionId });
  clock.advance(apartMs);
  await mara.postMessage({ sessionId, content: 'I think again.' });
  clock.advance(apartMs);
  await mara.updateNote({ sessionId, noteId, expectedVersion: 1, content: 'The second thought.' });
  for (const content of ['Better.', 'Done.']) {
    clock.advance(apartMs);
    await mara.postMessage({ sessionId, content });
  }
  const { lastSeq } = await mara.getSession({ sessionId });
  return { sessionId, noteId, firstSeq, lastSeq };
};

describe('the time bar in Chromium', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('a session is played from a past moment at a pace, stands when it is stopped, and ends at now', async ({
    openPage,
  }) => {
    const { sessionId, noteId, firstSeq, lastSeq } = await record(app);
    const address = `${app.url}/#/s/${sessionId}?panel=notes&open=${noteId}&at=${String(firstSeq)}`;
    const { page, wrongs } = await openPage(address);
    const note = page.getByRole('region', { name: 'Note' });
    const moment = page.getByRole('slider', { name: 'Moment of the session' });
    const play = page.getByRole('button', { name: 'Play the session' });
    const untilShown = (seq: number): Promise<void> =>
      page.getByText(`past: #${String(seq)} of ${String(lastSeq)}`, { exact: true }).waitFor();
    await untilShown(firstSeq);
    await note.getByText('The first thought.').waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);

    await page.getByRole('combobox', { name: 'Times as fast' }).selectOption('30×');
    await play.click();
    await page.clock.runFor(200);
    expect(await moment.inputValue()).toBe(String(firstSeq));
    await page.clock.runFor(250);
    await untilShown(firstSeq + 1);
    await note.getByText('The first thought.').waitFor();
    await page.clock.runFor(450);
    await untilShown(firstSeq + 2);
    await note.getByText('The second thought.').waitFor();

    await page.getByRole('button', { name: 'Stop playing' }).click();
    await play.waitFor();
    await page.clock.runFor(10_000);
    expect(await moment.inputValue()).toBe(String(firstSeq + 2));

    await play.click();
    await page.clock.runFor(450);
    await untilShown(firstSeq + 3);
    await page.clock.runFor(450);
    await page.getByText('This is the past').waitFor({ state: 'detached' });
    await play.waitFor();
    expect(await moment.inputValue()).toBe(String(lastSeq));
    await page.clock.runFor(10_000);
    expect(await moment.inputValue()).toBe(String(lastSeq));
    expect(page.url()).not.toContain('at=');
    expect(wrongs).toEqual([]);
  });

  test('the strip shows all of the log with its marks, its ends, and the time where somebody points', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const person = createClient({ baseUrl: app.url, token: observerToken });
    app.clock.advance(30_000);
    await person.postHumanMessage({ sessionId, content: 'Refuse two digits, please.' });
    await mara.postMessage({ sessionId, msgType: 'decision', content: 'We refuse them.' });
    for (let version = 0; version < 200; version++)
      await mara.writeFile({ sessionId, path: 'src/parse.ts', content: `// ${String(version)}\n` });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    const bars = page.locator('.density rect:not(.sign)');
    const empty = (): Promise<number> =>
      bars.evaluateAll((all) => all.filter((bar) => bar.getAttribute('height') === '1').length);
    await bars.first().waitFor({ state: 'attached' });
    await expect.poll(empty).toBe(0);
    expect(await bars.count()).toBeGreaterThan(100);
    const signs = page.locator('.density .sign');
    expect(await signs.evaluateAll((all) => all.map((sign) => sign.getAttribute('data-sign')))).toEqual([
      'decision',
      'decision',
      'person',
    ]);
    const strip = await page.getByRole('slider', { name: 'Moment of the session' }).boundingBox();
    const { lastSeq } = await mara.getSession({ sessionId });
    const at = 16;
    await page.mouse.move((strip?.x ?? 0) + ((strip?.width ?? 0) * at) / lastSeq, (strip?.y ?? 0) + 10);
    await page.getByText(/^#16 · \d\d:\d\d:\d\d · a person$/).waitFor();
    await page.clock.setFixedTime(app.clock.now() + 60_000);
    await page.getByText('#1, 2 min ago').waitFor();
    await page.getByText(`#${String(lastSeq)}, 1 min ago`).waitFor();
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] a session is forked once, however often somebody presses meanwhile', async ({ openPage }) => {
    const { sessionId, agentToken } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${agentToken}`);
    const go = Promise.withResolvers<undefined>();
    let forks = 0;
    await page.route('**/fork', async (route) => {
      forks++;
      await go.promise;
      await route.continue();
    });
    const fork = page.getByRole('button', { name: 'Fork' });
    await fork.dblclick();
    go.resolve(undefined);
    await expect.poll(() => page.url()).not.toContain(sessionId);
    expect(forks).toBe(1);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] a test is sent to a webhook once, however often somebody presses meanwhile', async ({ openPage }) => {
    const { sessionId, agentToken, mara } = await aBusySession(app.url);
    const { id } = await mara.createWebhook({ sessionId, url: 'https://example.com/hook', events: ['note.created'] });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=webhook&open=${id}&token=${agentToken}`);
    const go = Promise.withResolvers<undefined>();
    let pings = 0;
    await page.route('**/ping', async (route) => {
      pings++;
      await go.promise;
      await route.fulfill({ status: 409, json: { ok: false, error: { code: 'CONFLICT', message: 'Not now.' } } });
    });
    await page.getByRole('button', { name: 'Send a test' }).dblclick();
    go.resolve(undefined);
    await page.getByText('Not now.').waitFor();
    expect(pings).toBe(1);
    expect(wrongs).toEqual([]);
  });
});
