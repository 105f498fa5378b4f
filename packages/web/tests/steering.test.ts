import { createClient } from '@pairspace/client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

describe('what a person does in the page', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('[VIEW-50] a person pauses, raises the budget, adds seats, stops a job, and keeps the link that was sent', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    await mara.configurePool({ sessionId, provider: 'worker', totalCredits: 20 });
    const job = await mara.submitJob({ sessionId, type: 'image.build', input: {}, cost: 5 });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=more&token=${observerToken}`);
    const panel = page.getByRole('complementary', { name: 'Shared' });
    const { inviteCode = '' } = await mara.getSession({ sessionId });
    await panel.getByText(`/j/${inviteCode}`).waitFor();
    await panel.getByRole('button', { name: 'Pause' }).click();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    await panel.getByRole('button', { name: 'Seats and budget …' }).click();
    await page.getByLabel('Credits in all').fill('80');
    await page.getByLabel(/^Seats for agents/).fill('6');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await mara.getCompute({ sessionId })).pool?.totalCredits).toBe(80);
    const session = await mara.getSession({ sessionId });
    expect([session.maxAgents, session.inviteCode, session.status]).toEqual([6, inviteCode, 'active']);
    await page.getByText('75 of 80').waitFor();

    await panel.getByRole('button', { name: 'Replace the link …' }).click();
    await page.getByText('stops working at once').waitFor();
    expect((await mara.getSession({ sessionId })).inviteCode).toBe(inviteCode);
    await page.getByRole('dialog').getByRole('button', { name: 'Replace the link' }).click();
    await panel.getByText(`/j/${inviteCode}`).waitFor({ state: 'detached' });
    const replaced = (await mara.getSession({ sessionId })).inviteCode ?? '';
    await panel.getByText(`/j/${replaced}`).waitFor();
    expect(await findBarriers(page)).toEqual([]);

    await page.goto(`${app.url}/#/s/${sessionId}?panel=jobs&open=${job.id}`);
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('cancelled', { exact: true }).waitFor();
    expect((await mara.getJob({ sessionId, jobId: job.id })).status).toBe('cancelled');
    expect(wrongs).toEqual([]);
  });

  test('a person is asked for a name once, is offered agents, replies, and hears who is not reached', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara, ivo } = await aBusySession(app.url);
    await ivo.heartbeat({ sessionId, reach: { mode: 'none', via: 'a-test' } });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('textbox', { name: 'Your name, as the agents read it' }).fill('Grace');
    const question = page.getByRole('article').filter({ hasText: 'Which years may have two digits?' }).first();
    await question.hover();
    await question.getByRole('button', { name: 'Reply', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Say something to the agents' });
    await field.pressSequentially('None, @iv');
    await page.getByRole('button', { name: '@ivo Ivo' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await field.press('Enter');
    expect(await field.inputValue()).toBe('None, @ivo ');
    await field.press('Enter');
    await page.getByText('Not reached now: Ivo (unreachable).').waitFor();
    const { items } = await mara.listMessages({ sessionId, limit: 1 });
    const asked = (await mara.listMessages({ sessionId })).items.find(({ content }) =>
      content.startsWith('Which years'),
    );
    expect(items).toMatchObject([{ authorName: 'Grace', mentions: ['ivo'], replyTo: asked?.id }]);
    expect(await page.getByRole('textbox', { name: 'Your name, as the agents read it' }).count()).toBe(0);

    await page.goto(`${app.url}/#/s/${sessionId}?panel=thread&open=${asked?.id ?? ''}`);
    const thread = page.getByRole('complementary', { name: 'Shared' });
    await thread.getByRole('textbox', { name: 'Reply in this thread' }).fill('Really none.');
    await thread.getByRole('button', { name: 'Send' }).click();
    await thread.getByText('Really none.').last().waitFor();
    await expect
      .poll(async () => (await mara.listMessages({ sessionId, limit: 1 })).items[0])
      .toMatchObject({ content: 'Really none.', replyTo: asked?.id, authorName: 'Grace' });
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('a message that the service refuses stays in its field, as the reply that it is', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    let isRefused = true;
    const refusal = { ok: false, error: { code: 'CONFLICT', message: 'Not now.' } };
    await page.route('**/messages/human', (route) =>
      isRefused ? route.fulfill({ status: 409, json: refusal }) : route.continue(),
    );
    const question = page.getByRole('article').filter({ hasText: 'Which years may have two digits?' }).first();
    await question.hover();
    await question.getByRole('button', { name: 'Reply', exact: true }).click();
    const field = page.getByRole('textbox', { name: 'Say something to the agents' });
    await field.fill('None.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Not now.', { exact: true }).waitFor();
    isRefused = false;
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('feed').getByText('None.', { exact: true }).waitFor();
    const { items } = await mara.listMessages({ sessionId });
    const asked = items.find(({ content }) => content.startsWith('Which years'));
    expect(items.find(({ content }) => content === 'None.')?.replyTo).toBe(asked?.id);

    // The person continues to write, and presses Enter, while a message is being sent.
    const posted: unknown[] = [];
    const go = Promise.withResolvers<undefined>();
    await page.route('**/messages/human', async (route) => {
      posted.push(route.request().postDataJSON());
      await go.promise;
      await route.continue();
    });
    await field.press('Enter');
    await field.fill('One thing');
    await field.press('Enter');
    await field.press('Enter');
    await field.pressSequentially(' more.');
    await field.press('Enter');
    go.resolve(undefined);
    await page.getByRole('feed').getByText('One thing', { exact: true }).waitFor();
    await expect.poll(() => field.inputValue()).toBe(' more.');
    expect(posted).toMatchObject([{ content: 'One thing' }]);

    await page.getByRole('slider', { name: 'Moment of the session' }).fill('1');
    await field.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Back to now' }).click();
    await field.waitFor();
    expect(await field.inputValue()).toBe(' more.');
    expect(wrongs).toEqual([]);
  });

  test('a download that the service refuses says why in its own words', async ({ openPage }) => {
    const { sessionId, observerToken } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=more&token=${observerToken}`);
    await page.route('**/export/site', (route) => route.fulfill({ status: 403 }));
    await page.getByRole('button', { name: 'Site, as ZIP' }).click();
    await page.getByText('The service refused this document (status 403).', { exact: true }).waitFor();
    expect(wrongs).toEqual([]);
  });

  test('the log is filtered by keys, and is one stop of the Tab key', async ({ openPage }) => {
    const { sessionId, observerToken } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const log = page.getByRole('feed');
    await log.getByText('I take leap seconds.').waitFor();
    await page.keyboard.press('/');
    await page.getByRole('button', { name: 'Files', exact: true, pressed: false }).click();
    await page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Ivo' }).click();
    await log.getByText('src/zones/offsets.ts').waitFor();
    await page.getByText('1 of 15 entries').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await log.getByText('I take leap seconds.').waitFor();

    await log.focus();
    await page.keyboard.press('Tab');
    expect(await log.evaluate((element) => element.contains(document.activeElement))).toBe(false);
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => log.evaluate((element) => document.activeElement === element)).toBe(true);
    await page.keyboard.press('c');
    await page.keyboard.type('x');
    expect(await page.getByRole('textbox', { name: 'Say something to the agents' }).inputValue()).toBe('x');
    expect(wrongs).toEqual([]);
  });

  test('JSON is indented, a table is a table, and output has its colours', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    await mara.writeFile({ sessionId, path: 'a.json', content: '{"deep":{"value":42}}' });
    await mara.writeFile({ sessionId, path: 'a.csv', content: 'name,years\n"Ada, Lovelace",36\n' });
    await mara.configurePool({ sessionId, provider: 'worker' });
    const job = await mara.submitJob({ sessionId, type: 'lint', input: {} });
    const worker = createClient({ baseUrl: app.url, token: (await mara.issueWorkerToken({ sessionId })).workerToken });
    const { lease } = await worker.claimJob({ sessionId, types: ['lint'] });
    const stdout = '\u001b[31m2 problems\u001b[0m found';
    await worker.completeJob({ sessionId, jobId: job.id, leaseId: lease?.leaseId ?? '', stdout, credits: 1 });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=files&open=a.json`);
    await page.getByText('"value": 42').waitFor();
    await page.getByRole('button', { name: 'Source' }).click();
    await page.getByText('{"deep":{"value":42}}').waitFor();
    await page.goto(`${app.url}/#/s/${sessionId}?panel=files&open=a.csv`);
    await page.getByRole('cell', { name: 'Ada, Lovelace' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(`${app.url}/#/s/${sessionId}?panel=jobs&open=${job.id}`);
    await page.locator('.ansi-1').getByText('2 problems').waitFor();
    expect(await page.getByText('U+001B').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] the text of an editor stays while notes are created and deleted, and at a past moment', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('textbox', { name: 'Text, in Markdown' });
    await text.fill('Mine');
    await mara.createNote({ sessionId, title: 'A second note', content: '' });
    const notes = page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: /^Notes/ });
    await notes.getByText('2').waitFor();
    expect(await text.inputValue()).toBe('Mine');

    await page.getByRole('slider', { name: 'Moment of the session' }).fill('1');
    await page.getByText('This note is not there at this moment.').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await text.waitFor();
    expect(await text.inputValue()).toBe('Mine');

    const [note] = (await mara.listNotes({ sessionId })).items.filter(({ title }) => title !== 'A second note');
    await mara.deleteNote({ sessionId, noteId: note?.id ?? '' });
    await page.getByText('This note is not there any more.').waitFor();
    expect(await text.inputValue()).toBe('Mine');
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await text.waitFor({ state: 'detached' });
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] a person who looks at the past steers the present, and changes only the fields that were changed', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    await mara.configurePool({ sessionId, provider: 'worker', totalCredits: 20 });
    const overseer = createClient({ baseUrl: app.url, token: observerToken });
    await overseer.setVisibility({ sessionId, visibility: 'private' });
    await overseer.steerSession({ sessionId, status: 'paused' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=more&at=3&token=${observerToken}`);
    await page.getByText('This is the past').waitFor();
    const panel = page.getByRole('complementary', { name: 'Shared' });
    await panel.getByRole('button', { name: 'Seats and budget …' }).click();
    await overseer.steerSession({ sessionId, maxAgents: 7 });
    await page.getByLabel('Credits in all').fill('90');
    await page.getByRole('button', { name: 'Set', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect((await mara.getCompute({ sessionId })).pool?.totalCredits).toBe(90);
    expect((await mara.getSession({ sessionId })).maxAgents).toBe(7);
    await panel.getByRole('listitem').filter({ hasText: 'Eva' }).waitFor();
    expect(await panel.getByText('Link for everybody').count()).toBe(0);
    await panel.getByRole('button', { name: 'Make public' }).waitFor();
    await panel.getByRole('button', { name: 'Resume' }).click();
    await panel.getByRole('button', { name: 'Pause' }).waitFor();
    expect((await mara.getSession({ sessionId })).status).toBe('active');
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] what a person writes stays on the way to the page of an ask and back', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    await mara.createAsk({ sessionId, kind: 'approval', title: 'May I push?' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const field = page.getByRole('textbox', { name: 'Say something to the agents' });
    await field.fill('Half a thought');
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('textbox', { name: 'Text, in Markdown' });
    await text.fill('Mine');
    await page.getByRole('link', { name: 'May I push?' }).click();
    await page.getByRole('link', { name: 'To the session' }).click();
    await field.waitFor();
    expect(await field.inputValue()).toBe('Half a thought');
    await text.waitFor();
    expect(await text.inputValue()).toBe('Mine');
    expect(wrongs).toEqual([]);
  });

  test('a message whose answer was lost is sent once', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    let isLost = true;
    await page.route('**/messages/human', async (route) => {
      if (!isLost) return route.continue();
      await route.fetch();
      return route.abort();
    });
    const field = page.getByRole('textbox', { name: 'Say something to the agents' });
    await field.fill('Only once.');
    await field.press('Enter');
    await page.getByText('The service did not answer.').waitFor();
    isLost = false;
    await field.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('');
    const { items } = await mara.listMessages({ sessionId, limit: 10 });
    expect(items.filter(({ content }) => content === 'Only once.')).toHaveLength(1);
  });

  test('a task whose answer was lost is created once', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page } = await openPage(`${app.url}/#/s/${sessionId}?panel=tasks&token=${observerToken}`);
    let isLost = true;
    await page.route('**/tasks', async (route) => {
      if (!isLost || route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      return route.abort();
    });
    await page.getByRole('button', { name: 'New task' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Only once');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('The service did not answer.').waitFor();
    isLost = false;
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const { items } = await mara.listTasks({ sessionId });
    expect(items.filter(({ title }) => title === 'Only once')).toHaveLength(1);
  });

  test('on a phone a reply to a message of a thread leads to its field', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const asked = (await mara.listMessages({ sessionId })).items.find(({ content }) =>
      content.startsWith('Which years'),
    );
    const address = `${app.url}/#/s/${sessionId}?panel=thread&open=${asked?.id ?? ''}&token=${observerToken}`;
    const { page, wrongs } = await openPage(address, { viewport: { width: 390, height: 844 } });
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByRole('button', { name: 'Reply', exact: true }).last().click();
    const field = page.getByRole('textbox', { name: 'Say something to the agents' });
    await field.click();
    await page.getByText('In reply to Mara').waitFor();
    expect(wrongs).toEqual([]);
  });

  test('the Enter that ends a word of an input method sends nothing and takes no agent', async ({ openPage }) => {
    const { sessionId, observerToken } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const field = page.getByRole('textbox', { name: 'Say something to the agents' });
    const compose = (given: object) =>
      field.evaluate((element, init) => {
        element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...init }));
      }, given);
    await field.pressSequentially('@iv');
    await page.getByRole('button', { name: '@ivo Ivo' }).waitFor();
    await compose({ isComposing: true });
    expect(await field.inputValue()).toBe('@iv');
    await field.fill('日本');
    await compose({ keyCode: 229 });
    expect(await page.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
    expect(await field.inputValue()).toBe('日本');
    expect(wrongs).toEqual([]);
  });
});
