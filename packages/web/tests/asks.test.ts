import { createClient } from '@pairspace/client';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ensureViewer } from './ensure-viewer.ts';
import { hasBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

/** A busy machine with two processors takes long for what a browser does. */
const timeout = 240_000;

describe.skipIf(!hasBrowser)('asks on the page', { timeout }, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const aSession = async () => {
    const stranger = createClient({ baseUrl: app.url });
    const made = await stranger.createSession({ agentId: 'mara', agentName: 'Mara', name: 'Dates' });
    const { id: sessionId } = made.session;
    const mara = stranger.withToken(made.agentToken);
    const ask = (given: object) =>
      mara.createAsk({ sessionId, kind: 'approval', title: 'May I push to main?', ...given });
    return { sessionId, observerToken: made.observerToken, mara, ask };
  };
  const phone = { viewport: { width: 390, height: 844 } };

  test('[ASK-16] open asks stand on top of the session with a count in the title, and are answered right there', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara, ask } = await aSession();
    const lines = Array.from({ length: 60 }, (_, index) => `Line ${String(index)}`);
    const details = ['Three **commits**.', 'None of them is old.', ...lines].join('\n\n');
    const { id: askId } = await ask({ details });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const forYou = page.getByRole('region', { name: 'For you' });
    const card = forYou.getByRole('group', { name: 'Ask: May I push to main?' });
    await card.getByRole('button', { name: 'Approve' }).waitFor();
    await expect.poll(() => page.title(), { timeout }).toBe('(1) Dates · Pairspace');
    await card.getByText('commits').waitFor();
    const gap = await card
      .getByText('None of them is old.')
      .evaluate((next) => getComputedStyle(next).marginBlockStart);
    expect(parseFloat(gap)).toBeGreaterThan(0);
    const cutOff = () => page.locator('.session').evaluate((view) => view.scrollHeight - view.clientHeight);
    expect(await cutOff()).toBe(0);
    await page.setViewportSize(phone.viewport);
    expect(await cutOff()).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    const question = await ask({ kind: 'question', title: 'Which name?', freeText: true });
    const words = forYou.getByRole('group', { name: 'Ask: Which name?' });
    await words.getByLabel('Your answer').fill('Dates');
    await expect.poll(() => page.title(), { timeout }).toBe('(2) Dates · Pairspace');
    expect(await findBarriers(page)).toEqual([]);
    await words.getByRole('button', { name: 'Answer' }).click();
    await words.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Deny' }).click();
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => page.title(), { timeout }).toBe('Dates · Pairspace');
    expect((await mara.getAsk({ sessionId, askId })).answer?.optionId).toBe('deny');
    expect((await mara.getAsk({ sessionId, askId: question.id })).answer?.text).toBe('Dates');
    expect(wrongs).toEqual([]);
  });

  test('[ASK-16] without a token asks are shown without answers, and options of the agent say what they mean', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, ask } = await aSession();
    const options = [
      { id: 'a', label: 'No', approves: true },
      { id: 'b', label: 'Yes', approves: false },
    ];
    await ask({ options });
    const reader = await openPage(`${app.url}/#/s/${sessionId}`);
    const shown = reader.page.getByRole('group', { name: 'Ask: May I push to main?' });
    await shown.getByText('Who may answer opens the session with their own link.').waitFor();
    expect(await shown.getByRole('button').count()).toBe(0);
    const person = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const card = person.page.getByRole('group', { name: 'Ask: May I push to main?' });
    await card.getByRole('button').first().waitFor();
    expect(await card.getByRole('button').allTextContents()).toEqual(['Noapproves', 'Yesdoes not approve']);
    expect([...reader.wrongs, ...person.wrongs]).toEqual([]);
  });

  test('[ASK-17] one ask has a page that a phone shows whole, and that follows its end', async ({ openPage }) => {
    const { sessionId, observerToken, mara, ask } = await aSession();
    const [first, second] = [
      await ask({ freeText: true, details: 'x'.repeat(300) }),
      await ask({ title: 'And this?' }),
    ];
    const at = (askId: string) => `${app.url}/#/s/${sessionId}/ask/${askId}?token=${observerToken}`;
    const { page, wrongs } = await openPage(at(first.id), phone);
    await page.getByRole('heading', { name: 'May I push to main?' }).waitFor();
    expect(page.url()).not.toContain('token');
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    const approve = page.getByRole('button', { name: 'Approve' });
    expect((await approve.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByLabel('A word with your answer; may stay empty').fill('After the tests.');
    await approve.click();
    await page.getByText('Approved.', { exact: true }).waitFor();
    await page.getByText('After the tests.').waitFor();
    const other = await openPage(at(second.id), phone);
    await other.page.getByRole('button', { name: 'Deny' }).waitFor();
    await mara.withdrawAsk({ sessionId, askId: second.id });
    await other.page.getByText('Withdrawn.').waitFor();
    const none = await openPage(at('ask_none'), phone);
    await none.page.getByRole('alert').waitFor();
    expect([...wrongs, ...other.wrongs, ...none.wrongs]).toEqual([]);
  });

  test('[ASK-18] a person who allows it is notified of a new ask while the page is hidden', async ({ openPage }) => {
    const { sessionId, observerToken, ask } = await aSession();
    await ask({ title: 'The first' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.addInitScript(() => {
      const told: string[] = [];
      const Notice = Object.assign(
        function (this: unknown, title: string, { body }: { body: string }) {
          told.push(`${title}: ${body}`);
        },
        { permission: 'default', requestPermission: () => Promise.resolve('granted') },
      );
      Object.assign(globalThis, { Notification: Notice, told });
      Object.defineProperty(document, 'hidden', { get: () => true });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Notify me of asks' }).click();
    await page.getByRole('button', { name: 'Notify me of asks' }).waitFor({ state: 'detached' });
    await ask({ title: 'The second' });
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as { told: string[] }).told), { timeout })
      .toEqual(['Mara: The second']);
    expect(wrongs).toEqual([]);
  });
});
