import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient, runWorker } from '@pairspace/client';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

const operatorToken = 'the-token-of-the-operator';

/** A PNG of one pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';

// Without Chromium the suite is skipped, and the report names it.
describe('the viewer in Chromium', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp({ adminToken: operatorToken, webhookPollMs: 50 });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('the public sessions are listed as they come, and private ones are not', async ({ openPage }) => {
    const { page, wrongs } = await openPage(app.url);
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

  test('a session shows who is there, what was said and changed, and what comes', async ({ openPage }) => {
    const { sessionId, ivo } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    const timeline = page.getByRole('feed');
    await timeline.getByText('I take leap seconds.').waitFor();
    const people = page.getByRole('complementary', { name: 'Who is here' });
    await people.getByText('writing tests for leap seconds').waitFor();
    await timeline.getByText('removed: ').first().waitFor({ state: 'attached' });
    await ivo.postMessage({ sessionId, content: 'Just now, from **Ivo**' });
    await timeline.getByText('Just now, from Ivo').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await ivo.writeFile({ sessionId, path: 'src/zones/names.ts', content: 'export const names = 1;\n' });
    await page.keyboard.press('f');
    await page.getByRole('button', { name: /^names\.ts/ }).click();
    await page.getByText('export const names = 1;').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('on a phone the tab of what is on screen is selected, the log as well', async ({ openPage }) => {
    const { sessionId } = await aBusySession(app.url);
    const phone = { viewport: { width: 390, height: 844 } };
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`, phone);
    const tabs = page.getByRole('navigation', { name: 'Panels' });
    const selected = tabs.getByRole('button', { pressed: true });
    await selected.filter({ hasText: 'Log' }).waitFor();
    await tabs.getByRole('button', { name: /^Notes/ }).click();
    await selected.filter({ hasText: 'Notes' }).waitFor();
    await page.getByRole('button', { name: /^Plan version 2/ }).waitFor();
    await tabs.getByRole('button', { name: 'Log' }).click();
    await selected.filter({ hasText: 'Log' }).waitFor();
    expect(await selected.count()).toBe(1);
    await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
    expect(wrongs).toEqual([]);
  });

  test('on a phone a short name is shown whole beside the status and the agent of the tab', async ({ openPage }) => {
    const { session, agentToken } = await createClient({ baseUrl: app.url }).createSession({
      name: 'Dates',
      agentId: 'mara',
      agentName: 'Mara',
    });
    const phone = { viewport: { width: 390, height: 844 } };
    const { page, wrongs } = await openPage(`${app.url}/#/s/${session.id}?token=${agentToken}`, phone);
    await page.getByTitle('What you write and change here is this agent’s').waitFor();
    await page.getByText('waiting', { exact: true }).waitFor();
    const name = page.getByRole('heading', { name: 'Dates' });
    const room = await name.evaluate(({ clientWidth, clientHeight }) => ({ clientWidth, clientHeight }));
    const words = await name.locator('bdi').evaluate((element) => element.getBoundingClientRect().width);
    expect(Math.floor(words)).toBeLessThanOrEqual(room.clientWidth);
    expect(room.clientHeight).toBeLessThan(25);
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-6] the token of a watch link leaves the address and is never part of a request line', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url, { visibility: 'private' });
    const ask = await mara.createAsk({ sessionId, kind: 'approval', title: 'May I merge?' });
    const shut = await openPage(`${app.url}/#/s/${sessionId}`);
    await shut.page.getByText('This session is private.').waitFor();
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('heading', { name: 'Parser for dates' }).waitFor();
    expect(page.url()).toBe(`${app.url}/#/s/${sessionId}`);
    await page.reload();
    await page.getByRole('heading', { name: 'Parser for dates' }).waitFor();

    // A link that is opened in a tab which shows the page already.
    const home = await openPage(`${app.url}/`);
    await home.page.getByRole('heading', { name: 'Sessions' }).waitFor();
    await home.page.goto(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await home.page.getByRole('heading', { name: 'Parser for dates' }).waitFor();

    // A watch link is opened in a tab that has no access to the session yet.
    await shut.page.goto(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await shut.page.getByRole('heading', { name: 'Parser for dates' }).waitFor();
    const asked = await openPage(`${app.url}/#/s/${sessionId}/ask/${ask.id}`);
    await asked.page.getByRole('button', { name: 'Try again' }).waitFor();
    await asked.page.goto(`${app.url}/#/s/${sessionId}/ask/${ask.id}?token=${observerToken}`);
    await asked.page.getByRole('heading', { name: 'May I merge?' }).waitFor();
    expect([...wrongs, ...shut.wrongs, ...home.wrongs, ...asked.wrongs]).toEqual([]);
  });

  test('a link whose token is another than that of the tab is asked about, and says who one would be', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { inviteCode } = await mara.reinvite({ sessionId });
    const mallory = await mara
      .withToken(undefined)
      .joinSession({ sessionId, inviteCode, agentId: 'mallory', agentName: 'Mallory' });
    const place = `${app.url}/#/s/${sessionId}`;
    const { page, wrongs } = await openPage(`${place}?token=${observerToken}`);
    const title = page.getByRole('heading', { name: 'Parser for dates' });
    await title.waitFor();
    const tokens = () => page.evaluate(() => sessionStorage.getItem('pairspace.tokens'));
    const kept = await tokens();

    await page.goto(`${place}?token=${mallory.agentToken}`);
    const dialog = page.getByRole('dialog', { name: 'This link brings another token' });
    await dialog.getByText('With yours: an observer.').waitFor();
    await dialog.getByText('With that of the link: the agent Mallory.').waitFor();
    expect(page.url()).toBe(place);
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await tokens()).toBe(kept);
    await page.reload();
    await title.waitFor();
    expect(await page.getByText('you are').count()).toBe(0);

    await page.goto(`${place}?token=${mallory.agentToken}`);
    await page.reload();
    await page.goto(`${place}?panel=more&token=${mallory.agentToken}`);
    await dialog.getByRole('button', { name: 'Use that of the link' }).click();
    await page.getByText('you are Mallory').waitFor();
    expect(await tokens()).toBe(JSON.stringify({ [sessionId]: [mallory.agentToken] }));
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] a note is edited in the page, and a conflict loses nothing', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('textbox', { name: 'Text, in Markdown' });
    await text.fill('Mine');
    const [note] = (await mara.listNotes({ sessionId })).items;
    const noteId = note?.id ?? '';
    await mara.updateNote({ sessionId, noteId, expectedVersion: 2, title: 'Their plan', content: 'Theirs' });
    await page.getByRole('button', { name: /^Save version/ }).click();
    await page.getByText('has written version 3 meanwhile.').waitFor();
    await page.getByText('The title is “Their plan” now.').waitFor();
    expect(await mara.getNote({ sessionId, noteId })).toMatchObject({ version: 3, content: 'Theirs' });
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save version 4' }).click();
    await page.getByText('Mine').first().waitFor();
    expect(await mara.getNote({ sessionId, noteId })).toMatchObject({
      version: 4,
      title: 'Their plan',
      content: 'Mine',
    });

    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('My plan');
    await mara.updateNote({ sessionId, noteId, expectedVersion: 4, title: 'The plan', content: 'All of it' });
    await page.getByRole('button', { name: /^Save version/ }).click();
    await page.getByText('The title is “The plan” now.').waitFor();
    await page.getByRole('button', { name: 'Take their text' }).click();
    expect(await page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('The plan');
    expect(await text.inputValue()).toBe('All of it');
    expect(wrongs).toEqual([]);
  });

  test('a moment that is past shows each file as it was then', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    const { seq } = (await mara.listEvents({ sessionId, limit: 200 })).items.at(-1) ?? { seq: 0 };
    await mara.writeFile({ sessionId, path: 'README.md', content: 'Written later.\n' });
    const address = `${app.url}/#/s/${sessionId}?panel=files&open=README.md&at=${String(seq)}`;
    const { page, wrongs } = await openPage(address);
    await page.getByText('parseDate reads what people write.').waitFor();
    await page.getByText(`past: #${String(seq)} of ${String(seq + 1)}`, { exact: true }).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByText('Written later.').waitFor();
    await page.getByText('This is the past').waitFor({ state: 'detached' });
    expect(wrongs).toEqual([]);
  });

  test('receipts follow the reader, and the list of people says who is reached how', async ({ openPage }) => {
    const { sessionId, ivo } = await aBusySession(app.url);
    await ivo.heartbeat({ sessionId, status: 'idle', reach: { mode: 'turn-end', via: 'a-plugin' } });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    const handoff = page.getByRole('article').filter({ hasText: 'I take leap seconds.' });
    await handoff.getByText('on its way to Ivo').waitFor();
    await page.getByText('reachable at the end of a turn').waitFor();
    const { lastSeq } = await ivo.getSession({ sessionId });
    await ivo.movePosition({ sessionId, seq: lastSeq, via: 'a-client' });
    await handoff.getByRole('button', { name: 'read by Ivo' }).click();
    await handoff.getByText('via a-client').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('a thread is shown with its replies, and any two versions with what changed', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    for (const text of ['Two.\n', 'Three &copy; all.\n'])
      await mara.writeFile({ sessionId, path: 'README.md', content: text });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=files&open=README.md`);
    const panel = page.getByRole('complementary', { name: 'Shared' });
    await panel.getByText('Three © all.').waitFor();
    await panel.getByRole('combobox', { name: 'Compare with' }).selectOption('version 1');
    await panel.getByText('parseDate').waitFor();
    await panel.getByRole('button', { name: '2', exact: true }).click();
    await panel.getByText('added: Two.').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: '1 reply' }).click();
    const thread = page.getByRole('region', { name: 'Thread' });
    await thread.getByText('An error that shows all readings').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] the log is checked, an agent removed, and a past moment forked', async ({ openPage }) => {
    const { sessionId, agentToken, mara } = await aBusySession(app.url);
    const address = `${app.url}/#/s/${sessionId}?panel=more&token=${agentToken}`;
    const { page, wrongs } = await openPage(address);
    await page.getByRole('button', { name: 'Check the log' }).click();
    await page.getByText('Whole up to entry 15').waitFor();
    await page.getByRole('button', { name: 'Remove an agent …' }).click();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove Ivo' }).click();
    await page.getByRole('feed').getByText('removed the agent Ivo').waitFor();
    expect((await mara.getSession({ sessionId })).agents.map(({ agentId }) => agentId)).toEqual(['mara', 'reviewer']);
    await page.goto(`${app.url}/#/s/${sessionId}?at=8`);
    await page.getByRole('button', { name: 'Fork from #8' }).click();
    await page
      .getByRole('feed')
      .getByText(/ from ses_\w+ as it was at \d+$/)
      .waitFor();
    await page.keyboard.press('f');
    await page.getByRole('button', { name: /^README\.md \d/ }).waitFor();
    expect(await page.getByRole('button', { name: /^offsets\.ts/ }).count()).toBe(0);
    expect(wrongs).toEqual([]);
  });

  test('a job shows what it writes as it comes, how far it is, and the picture that it made', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    await mara.configurePool({ sessionId });
    const { workerToken } = await mara.issueWorkerToken({ sessionId });
    const job = await mara.submitJob({ sessionId, type: 'plot', input: null, label: 'Draw the plan' });
    const [goOn, end] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const stop = new AbortController();
    const working = runWorker({
      baseUrl: app.url,
      token: workerToken,
      sessionId,
      types: ['plot'],
      signal: stop.signal,
      run: async (_, { sendOutput, setProgress }) => {
        setProgress({ fraction: 0.4, message: 'reading <b>rows</b>' });
        await sendOutput({ stream: 'stdout', since: 0, text: '<img src=x> row 1\n' });
        await goOn.promise;
        setProgress({ fraction: 0.7 });
        await end.promise;
        const outputs = [{ path: 'plan.png', content: pixel, encoding: 'base64' as const }];
        return { completed: { stdout: '<img src=x> row 1\nrow 2\n', outputs } };
      },
    });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=jobs&open=${job.id}`);
    const panel = page.getByRole('complementary', { name: 'Shared' });
    await panel.getByRole('log').getByText('<img src=x> row 1').waitFor();
    await panel.getByText('40 %').waitFor();
    await panel.getByText('reading <b>rows</b>').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const card = page.getByRole('feed').locator('.job-card');
    await card.getByText('40 %').waitFor();
    app.clock.advance(1000);
    goOn.resolve(undefined);
    await card.getByText('70 %').waitFor();
    end.resolve(undefined);
    await panel.getByText('row 2').waitFor();
    const picture = panel.getByRole('img', { name: 'plan.png' });
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    expect(await panel.getByRole('progressbar').count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
    stop.abort();
    await working;
  });

  test('[VIEW-50] webhooks of a session are added, followed and sent again', async ({ openPage }) => {
    const { sessionId, agentToken, mara } = await aBusySession(app.url, { visibility: 'private' });
    let status = 500;
    const receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const url = `http://127.0.0.1:${String((receiver.address() as AddressInfo).port)}/hooks`;
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=more&token=${agentToken}`);
    await page.getByText('No events of this session are sent anywhere.').waitFor();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByRole('textbox', { name: 'URL that gets the events' }).fill(url);
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('button', { name: /nothing sent yet/ }).click();
    await page.getByText('None yet.').waitFor();
    await mara.postMessage({ sessionId, content: 'For the receiver' });
    await page.getByText(/1 attempt, the receiver answered 500; next at/).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    status = 204;
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('delivered', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch on' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No events of this session are sent anywhere.').waitFor();
    receiver.close();
    expect(wrongs).toEqual([]);
  });

  test('the operator sees the service and every session, and nobody else does', async ({ openPage }) => {
    const { sessionId } = await aBusySession(app.url, { name: 'A private plan', visibility: 'private' });
    const { page, wrongs } = await openPage(`${app.url}/#/operator`);
    const token = page.getByLabel('The operator’s token (PAIRSPACE_ADMIN_TOKEN)');
    await token.fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not the operator’s token.').waitFor();
    expect(await page.getByText('A private plan').count()).toBe(0);
    await token.fill(operatorToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Deliveries that wait').waitFor();
    await page.getByText('Stored').waitFor();
    await page.getByRole('img', { name: 'Requests a second in the last minutes' }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('link', { name: /A private plan/ }).click();
    await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
    expect(page.url()).toBe(`${app.url}/#/s/${sessionId}`);
    await page.getByText('you are the operator').waitFor();
    await page.getByRole('button', { name: 'Share and steer' }).click();
    await page.getByText('This session is private, and this tab has no watch link.').waitFor();
    expect(await page.getByText(operatorToken).count()).toBe(0);
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
    expect(await kept()).toContain(operatorToken);
    await page.goto(`${app.url}/#/operator`);
    await page.getByRole('button', { name: 'Forget the token' }).click();
    await token.waitFor();
    expect(await kept()).not.toContain(operatorToken);
    expect(wrongs).toEqual([]);
  });

  test('a session that is deleted or made private while it is watched is shown as that', async ({ openPage }) => {
    const one = await aBusySession(app.url);
    const two = await aBusySession(app.url);
    const deleted = await openPage(`${app.url}/#/s/${one.sessionId}`);
    const shut = await openPage(`${app.url}/#/s/${two.sessionId}`);
    for (const { page } of [deleted, shut]) await page.getByRole('status').getByText('live').waitFor();
    await one.mara.deleteSession({ sessionId: one.sessionId });
    await two.mara.setVisibility({ sessionId: two.sessionId, visibility: 'private' });
    await deleted.page.getByText('This session was deleted.').waitFor();
    await shut.page.getByText('You may not read this session any more.').waitFor();
    expect([...deleted.wrongs, ...shut.wrongs]).toEqual([]);
  });

  test('[VIEW-50] a person with the watch link of the creation says something, and the agents read it', async ({
    openPage,
  }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByRole('textbox', { name: 'Say something to the agents' }).fill('Keep the API to one function.');
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByRole('feed').getByText('Keep the API to one function.').waitFor();
    await page.getByRole('feed').getByText('A person', { exact: true }).waitFor();
    const { items } = await mara.listMessages({ sessionId, limit: 1 });
    expect(items).toMatchObject([{ content: 'Keep the API to one function.', authorRole: 'observer' }]);
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });
});
