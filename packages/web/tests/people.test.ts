import { createClient } from '@pairspace/client';
import type { ObserverRight } from '@pairspace/protocol';
import type { Locator } from 'playwright-core';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

const operatorToken = 'the-token-of-the-operator';

describe('people with names on the page', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp({ adminToken: operatorToken });
  });
  afterAll(() => app[Symbol.asyncDispose]());

  /** A private session, and links of people with these rights. */
  const aSession = async () => {
    const busy = await aBusySession(app.url, { visibility: 'private' });
    const { sessionId, observerToken } = busy;
    const overseer = createClient({ baseUrl: app.url, token: observerToken });
    const place = (token: string, more = '') => `${app.url}/#/s/${sessionId}?token=${token}${more}`;
    const person = async (name: string, rights?: ObserverRight[]) => {
      const made = await overseer.observeSession({ sessionId, name, ...(rights && { rights }) });
      return { id: made.observer.id, href: place(made.observerToken, '&panel=more') };
    };
    return { ...busy, overseer, place, person };
  };

  test('[VIEW-50] a person is invited by name, changed and removed, and hears each at once', async ({ openPage }) => {
    const { sessionId, observerToken, overseer, place } = await aSession();
    const { page, wrongs } = await openPage(place(observerToken, '&panel=more'));
    const panel = page.getByRole('complementary', { name: 'Shared' });
    await panel.getByRole('button', { name: 'Invite a person …' }).click();
    const dialog = page.getByRole('dialog');
    const name = '\u202EGrace Hopper';
    await dialog.getByLabel('Name, as everybody here reads it').fill(name);
    await dialog.getByRole('checkbox', { name: /^answer asks/ }).uncheck();
    expect(await findBarriers(page)).toEqual([]);
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posted.push(request.url());
    });
    await dialog.getByRole('button', { name: 'Make the link' }).dblclick();
    const link = (await dialog.getByLabel('Link of one person').textContent()) ?? '';
    expect(link).toMatch(new RegExp(`^${app.url}/#/s/${sessionId}\\?token=obs_[\\w-]{43}$`));
    await dialog.getByText('⟨U+202E⟩Grace Hopper may write messages.').waitFor();
    expect(posted).toHaveLength(1);
    expect(await findBarriers(page)).toEqual([]);

    // A text selection that ends outside the dialog does not close the dialog. A click there does.
    await dialog.getByLabel('Link of one person').hover();
    await page.mouse.down();
    await page.mouse.move(5, 5);
    await page.mouse.up();
    expect(await dialog.isVisible()).toBe(true);
    await page.mouse.click(5, 5);
    await dialog.waitFor({ state: 'detached' });
    const isFocused = (one: Locator): Promise<boolean> => one.evaluate((button) => button === document.activeElement);
    expect(await isFocused(panel.getByRole('button', { name: 'Invite a person …' }))).toBe(true);
    const row = panel.getByRole('listitem').filter({ hasText: 'Grace Hopper' });
    await row.getByText('may write messages').waitFor();

    const grace = await openPage(link);
    const field = grace.page.getByRole('textbox', { name: 'Say something to the agents' });
    await field.fill('Go on, please.');
    expect(await grace.page.getByRole('textbox', { name: /^Your name/ }).count()).toBe(0);
    await grace.page.getByRole('button', { name: 'Send' }).click();
    await grace.page.getByRole('feed').getByText('Go on, please.').waitFor();
    const reply = grace.page.getByRole('feed').getByRole('button', { name: 'Reply', exact: true });
    expect(await reply.count()).toBeGreaterThan(0);
    const { items } = await overseer.listMessages({ sessionId, limit: 1 });
    expect(items).toMatchObject([{ content: 'Go on, please.', authorName: name }]);

    await row.getByRole('button', { name: 'Rights …' }).click();
    await dialog.getByRole('checkbox', { name: /^write messages/ }).uncheck();
    await dialog.getByRole('checkbox', { name: /^answer asks/ }).check();
    expect(await findBarriers(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Set' }).click();
    await row.getByText('may answer asks').waitFor();
    await dialog.waitFor({ state: 'detached' });
    expect(await isFocused(row.getByRole('button', { name: 'Rights …' }))).toBe(true);
    await grace.page.getByText('your link may answer asks; it writes no messages.').waitFor();
    expect([await field.count(), await reply.count()]).toEqual([0, 0]);

    await row.getByRole('button', { name: 'Remove …' }).click();
    await dialog.getByText('stops working at once').waitFor();
    await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    await grace.page.getByText('You may not read this session any more.').waitFor();
    expect([...wrongs, ...grace.wrongs]).toEqual([]);
  });

  test('[VIEW-50] each link shows the controls of its rights, and says what it cannot do', async ({ openPage }) => {
    const { sessionId, overseer, mara, person } = await aSession();
    await overseer.createTask({ sessionId, title: 'Of the creator' });
    const ask = await mara.createAsk({ sessionId, kind: 'approval', title: 'May I push?' });
    const looks = async (name: string, rights?: ObserverRight[]) => {
      const { page, wrongs } = await openPage((await person(name, rights)).href);
      await page.getByText(`you are ${name}`).waitFor();
      await page.getByRole('group', { name: 'Ask: May I push?' }).waitFor();
      const [message, approve, pause, remove] = [
        page.getByRole('textbox', { name: 'Say something to the agents' }),
        page.getByRole('button', { name: 'Approve' }),
        page.getByRole('button', { name: 'Pause' }),
        page.getByRole('button', { name: 'Delete …' }),
      ];
      const shown = await Promise.all([message, approve, pause, remove].map((one) => one.count()));
      return { page, wrongs, shown };
    };
    const speaker = await looks('Sam', ['speak']);
    expect(speaker.shown).toEqual([1, 0, 0, 0]);
    await speaker.page.setViewportSize({ width: 390, height: 844 });
    expect(await speaker.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await speaker.page.setViewportSize({ width: 1280, height: 800 });
    await speaker.page.getByText('Your link does not answer asks.').waitFor();
    await speaker.page.getByText('Your link may write messages. To pause or invite').waitFor();
    const answerer = await looks('Ann', ['answer']);
    expect(answerer.shown).toEqual([0, 1, 0, 0]);
    await answerer.page.getByText('You read along as Ann: your link may answer asks; it writes no messages.').waitFor();
    const reader = await looks('Rey');
    expect(reader.shown).toEqual([0, 0, 0, 0]);
    await reader.page.getByText('your link reads, and edits notes; it writes no messages.').waitFor();
    expect(await findBarriers(reader.page)).toEqual([]);
    await reader.page.keyboard.press('n');
    await reader.page.getByRole('button', { name: /^Plan version 2/ }).click();
    await reader.page.getByRole('button', { name: 'Edit' }).waitFor();

    const steerer = await looks('Stu', ['steer']);
    expect(steerer.shown).toEqual([0, 0, 1, 0]);
    await steerer.page.getByRole('button', { name: 'Invite a person …' }).click();
    const dialog = steerer.page.getByRole('dialog');
    await dialog.getByText('Your own link gives nobody more').waitFor();
    expect(await dialog.getByRole('checkbox').count()).toBe(0);
    await dialog.getByLabel('Name, as everybody here reads it').fill('Quin');
    await dialog.getByRole('button', { name: 'Make the link' }).click();
    await dialog.getByText('Quin reads, and edits notes.').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await steerer.page.keyboard.press('t');
    await steerer.page.getByRole('button', { name: 'New task' }).waitFor();
    expect(await steerer.page.getByRole('button', { name: /priority/ }).count()).toBe(0);
    expect(ask.status).toBe('open');
    expect([speaker, answerer, reader, steerer].flatMap(({ wrongs }) => wrongs)).toEqual([]);
  });

  test('[VIEW-50] a rights’ change, and who is vouched for, count where the link is open', async ({ openPage }) => {
    const { sessionId, overseer, mara, person, observerToken, place } = await aSession();
    const { id, href } = await person('Vera', ['answer']);
    await mara.createAsk({ sessionId, kind: 'approval', title: 'Spend more?', requires: 'vouched' });
    const { page, wrongs } = await openPage(href);
    await page.getByText('Only the operator answers this').waitFor();
    const operator = createClient({ baseUrl: app.url, token: operatorToken });
    await operator.updateObserver({ sessionId, observerId: id, rights: ['answer'] });
    await page.getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('button', { name: 'Deny' }).waitFor({ state: 'detached' });
    const [ended] = (await overseer.listAsks({ sessionId })).items;
    expect(ended?.answer).toMatchObject({ optionId: 'deny', vouched: true, by: { name: 'Vera' } });
    const owner = await openPage(place(observerToken, '&panel=more'));
    const row = owner.page.getByRole('listitem').filter({ hasText: 'the operator vouches' });
    await row.getByRole('button', { name: 'Rights …' }).click();
    await owner.page.getByText('The operator vouches for this person and alone adds rights.').waitFor();
    expect(await owner.page.getByRole('checkbox', { name: /^steer/ }).isDisabled()).toBe(true);
    expect([...wrongs, ...owner.wrongs]).toEqual([]);
  });

  test('a person in whose tab the operator has signed in too is told who answers', async ({ openPage }) => {
    const { mara, sessionId, person } = await aSession();
    await mara.createAsk({ sessionId, kind: 'approval', title: 'Spend more?' });
    const { page, wrongs } = await openPage(`${app.url}/#/operator`);
    await page.getByLabel('The operator’s token (PAIRSPACE_ADMIN_TOKEN)').fill(operatorToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('Deliveries that wait').waitFor();
    await page.goto((await person('Rey')).href);
    await page.getByText('you are Rey').waitFor();
    const card = page.getByRole('group', { name: 'Ask: Spend more?' });
    await card.getByText('You answer as the operator.').waitFor();
    await page.goto((await person('Ann', ['answer'])).href);
    await page.getByRole('button', { name: 'Use that of the link' }).click();
    await page.getByText('you are Ann').waitFor();
    await card.getByRole('button', { name: 'Approve' }).waitFor();
    expect(await card.getByText('You answer as the operator.').count()).toBe(0);
    expect(wrongs).toEqual([]);
  });
});
