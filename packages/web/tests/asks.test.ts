import { createClient } from '@pairspace/client';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

describe('asks on the page', inBrowser, () => {
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

  test('[ASK-17] open asks stand on top of the session with a count in the title, and are answered right there', async ({
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
    await expect.poll(() => page.title()).toBe('(1) Dates · Pairspace');
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
    await expect.poll(() => page.title()).toBe('(2) Dates · Pairspace');
    expect(await findBarriers(page)).toEqual([]);
    await words.getByRole('button', { name: 'Answer' }).click();
    await words.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Deny' }).click();
    await card.waitFor({ state: 'detached' });
    await expect.poll(() => page.title()).toBe('Dates · Pairspace');
    expect((await mara.getAsk({ sessionId, askId })).answer?.optionId).toBe('deny');
    expect((await mara.getAsk({ sessionId, askId: question.id })).answer?.text).toBe('Dates');
    expect(wrongs).toEqual([]);
  });

  test('[ASK-17] without a token asks are shown without answers, and options of the agent say what they mean', async ({
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

  test('[ASK-17] a person who allows it is notified of a new ask while the page is hidden', async ({ openPage }) => {
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
      .poll(() => page.evaluate(() => (globalThis as unknown as { told: string[] }).told))
      .toEqual(['Mara: The second']);
    expect(wrongs).toEqual([]);
  });

  test('[ASK-17] an ask can be read on a screen as low as that of a phone on its side', async ({ openPage }) => {
    const { sessionId, observerToken, ask } = await aSession();
    await ask({});
    const address = `${app.url}/#/s/${sessionId}?token=${observerToken}`;
    const { page, wrongs } = await openPage(address, { viewport: { width: 720, height: 300 } });
    await page.getByRole('button', { name: 'Approve' }).waitFor();
    const height = await page.locator('.session-notices').evaluate((notices) => notices.clientHeight);
    expect(height).toBeGreaterThanOrEqual(100);
    expect(wrongs).toEqual([]);
  });

  test('the keyboard stays on a button whose act has failed, and goes to the text of each editor', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara, ask } = await aSession();
    await mara.createNote({ sessionId, title: 'Plan', content: 'Dates.' });
    await ask({});
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const refusal = { ok: false, error: { code: 'CONFLICT', message: 'Not now.' } };
    const isFocused = (one: Locator): Promise<boolean> => one.evaluate((element) => element.matches(':focus'));
    await page.route(/\/(answer|steer)$/, (route) => route.fulfill({ status: 409, json: refusal }));
    const approve = page.getByRole('button', { name: 'Approve' });
    await approve.press('Enter');
    await page.getByText('Not now.').waitFor();
    expect(await isFocused(approve)).toBe(true);
    for (let times = 0; times < 2; times++) {
      await page.getByRole('button', { name: 'Edit' }).click();
      const text = page.getByRole('textbox', { name: 'Text, in Markdown' });
      await text.waitFor();
      expect(await isFocused(text)).toBe(true);
      await page.getByRole('button', { name: 'Cancel' }).click();
    }
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Seats and budget …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Seats for agents/).fill('6');
    const set = dialog.getByRole('button', { name: 'Set', exact: true });
    await set.press('Enter');
    await dialog.getByText('Not now.').waitFor();
    expect(await isFocused(set)).toBe(true);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] an answer that is being written stays while the past and the page of the ask are shown', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara, ask } = await aSession();
    const { id } = await ask({ kind: 'question', title: 'Which name?', freeText: true });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const field = page.getByLabel('Your answer');
    await field.fill('Dates, I');
    await page.getByRole('slider', { name: 'Moment of the session' }).fill('1');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to now' }).click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Dates, I');
    await page.getByRole('link', { name: 'Which name?' }).click();
    await page.getByRole('heading', { name: 'Which name?' }).waitFor();
    await field.fill('Dates, I think.');
    await page.getByRole('button', { name: 'Answer' }).click();
    await page.getByText('Answered.').waitFor();
    expect((await mara.getAsk({ sessionId, askId: id })).answer?.text).toBe('Dates, I think.');
    expect(wrongs).toEqual([]);
  });

  test('the dialog of the budget stays when nothing waits for a person any more', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aSession();
    await mara.configurePool({ sessionId, provider: 'worker', totalCredits: 10 });
    await mara.submitJob({ sessionId, type: 'build', input: {}, cost: 9.5 });
    // A job that runs waits for nobody.
    const worker = mara.withToken((await mara.issueWorkerToken({ sessionId })).workerToken);
    await worker.claimJob({ sessionId, types: ['build'] });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('button', { name: 'Raise the budget' }).click();
    const field = page.getByLabel('Credits in all');
    await field.fill('200');
    await mara.configurePool({ sessionId, totalCredits: 100 });
    await page.locator('.for-you').waitFor({ state: 'detached' });
    expect(await field.inputValue()).toBe('200');
    expect(wrongs).toEqual([]);
  });
});
