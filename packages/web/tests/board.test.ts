import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBoard } from './a-board.ts';
import { aBusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, findColourBarriers, test } from './open-page.ts';

const columnOf = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `) });

describe('the board of tasks', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });
  const boardAt = (sessionId: string, more = ''): string => `${app.url}/#/s/${sessionId}?panel=tasks${more}`;

  test('tasks stand in columns with their owner, its lease, and what blocks them, and move as they change', async ({
    openPage,
  }) => {
    const session = await aBusySession(app.url);
    const { sessionId, mara } = session;
    const { grammar } = await aBoard(session);
    const { page, wrongs } = await openPage(boardAt(sessionId));
    await page.clock.setFixedTime(app.clock.now());
    await page.reload();
    const open = columnOf(page, 'Open');
    await expect
      .poll(() => open.getByRole('article').evaluateAll((cards) => cards.map((card) => card.ariaLabel)))
      .toEqual(['Task 4', 'Task 5', 'Task 8', 'Task 6']);
    await open.getByText('waits for 2, 3').waitFor();
    await open.getByText('waits for 7, which will not be done').waitFor();
    await columnOf(page, 'Offered').getByText('for Ivo').waitFor();
    const working = columnOf(page, 'In work');
    await working.getByText('lease ends in 15 min').waitFor();
    expect(await working.locator('.avatar').getAttribute('data-presence')).toBe('working');
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Tasks6' }).waitFor();
    await page.getByRole('button', { name: 'Failed1' }).click();
    await columnOf(page, 'Failed').getByText('Compare with the old parser').waitFor();
    await page.getByRole('button', { name: 'Done1' }).click();
    expect(await page.getByRole('button', { name: 'New task' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /the priority of task/ }).count()).toBe(0);
    expect(await findBarriers(page)).toEqual([]);

    app.clock.advance(10 * 60_000);
    await mara.heartbeat({ sessionId, status: 'working' });
    await page.clock.setFixedTime(app.clock.now());
    await page.reload();
    await working.getByText('lease ends in 15 min').waitFor();

    await mara.finishTask({ sessionId, taskId: grammar.id, outcome: 'done' });
    await open.getByText('waits for 3', { exact: true }).waitFor();
    await columnOf(page, 'Done').getByText('Parse ISO 8601 dates').waitFor();
    await working.getByText('Nobody works on one.').waitFor();
    const dark = await openPage(boardAt(sessionId), { colorScheme: 'dark' });
    await columnOf(dark.page, 'Open').getByText('waits for 3', { exact: true }).waitFor();
    expect(await findColourBarriers(dark.page)).toEqual([]);
    expect([...wrongs, ...dark.wrongs]).toEqual([]);
  });

  test('on a phone one column is shown at a time, and nothing is wider than the page', async ({ openPage }) => {
    const session = await aBusySession(app.url);
    await aBoard(session);
    const phone = { viewport: { width: 390, height: 844 } };
    const { page, wrongs } = await openPage(boardAt(session.sessionId, `&token=${session.observerToken}`), phone);
    await columnOf(page, 'In work').getByText('Parse ISO 8601 dates').waitFor();
    const columns = page.getByRole('group', { name: 'Columns' });
    expect(await columns.getByRole('button').allTextContents()).toEqual([
      'Open4',
      'Offered1',
      'In work1',
      'Done1',
      'Failed1',
    ]);
    await columns.getByRole('button', { name: 'Open' }).click();
    await columnOf(page, 'Open').getByText('Publish the package').click();
    await page.getByRole('region', { name: 'Task' }).getByText('Waits for').waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.getByRole('button', { name: 'Entry 22' }).click();
    await page.locator('[data-seq="22"][data-selected="true"]').waitFor();
    expect(wrongs).toEqual([]);
  });

  test('a result leads where it may, a change to its entry and back, and the past is as it was', async ({
    openPage,
  }) => {
    const session = await aBusySession(app.url);
    const { sessionId, ivo } = session;
    const { done, grammar } = await aBoard(session);
    const hostile = await ivo.createTask({
      sessionId,
      title: 'a\u202Eb <img src=x onerror=alert(1)>',
      labels: ['עברית/src'],
      paths: ['src/\u2067x'],
    });
    const { page, wrongs } = await openPage(boardAt(sessionId, `&open=${done.id}`));
    const task = page.getByRole('region', { name: 'Task' });
    const url = task.getByRole('link', { name: 'Pull request' });
    expect(await url.getAttribute('href')).toBe('https://example.com/pull/7');
    expect(await url.getAttribute('rel')).toContain('noopener');
    await task.getByText('Click me').waitFor();
    expect(await task.getByRole('link').count()).toBe(1);
    expect(await findBarriers(page)).toEqual([]);
    await task.getByRole('button', { name: 'Who said so' }).click();
    await page.locator('[data-selected="true"]').getByText('the grammar is in').waitFor();
    await task.getByRole('button', { name: 'Entry 17' }).click();
    const taken = page.locator('[data-seq="17"][data-selected="true"]');
    await taken.getByText('took task 1').waitFor();
    await task.getByRole('button', { name: 'The plan' }).click();
    await page.getByRole('region', { name: 'Note' }).waitFor();
    await taken.getByRole('button', { name: 'Choose a grammar' }).click();
    await task.getByText('took it').waitFor();

    await page.goto(boardAt(sessionId, `&open=${grammar.id}&at=20`));
    await task.getByText('took it').waitFor();
    await page.goto(boardAt(sessionId, '&at=19'));
    await columnOf(page, 'Open').getByText('Parse ISO 8601 dates').waitFor();
    expect(await page.getByRole('article', { name: /^Task / }).count()).toBe(2);
    await page.goto(boardAt(sessionId, `&open=${grammar.id}&at=18`));
    await page.getByText('This task is not there at this moment.').waitFor();

    await page.goto(boardAt(sessionId, `&open=${hostile.id}`));
    await page.getByRole('heading', { name: /a.*U\+202E.*b <img src=x onerror=alert\(1\)>/ }).waitFor();
    expect(await task.locator('bdi[dir="ltr"]').count()).toBe(2);
    expect(await task.textContent()).not.toMatch(/[\u202E\u2067]/);
    expect(wrongs).toEqual([]);
  });

  test('[VIEW-50] a person creates, offers, ranks, releases, cancels and reopens by keys, and hears of a stale change', async ({
    openPage,
  }) => {
    const session = await aBusySession(app.url);
    const { sessionId, observerToken, mara } = session;
    const { grammar, leap } = await aBoard(session);
    const read = async (taskId: string) => mara.getTask({ sessionId, taskId });
    const { page, wrongs } = await openPage(boardAt(sessionId, `&token=${observerToken}`));
    await page.getByRole('button', { name: 'New task' }).press('Enter');
    await page.getByRole('textbox', { name: 'Title' }).fill('Ask the users');
    await page.getByLabel('Waits for tasks, by number').fill('2, 3');
    await page.getByLabel('Paths that it touches').fill('docs/**, README.md');
    await page.getByLabel('Labels').fill('writing');
    await page.getByLabel('Offered to').selectOption('Reviewer');
    expect(await findBarriers(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await columnOf(page, 'Offered').getByText('Ask the users').waitFor();
    const made = await read('9');
    expect(made).toMatchObject({ offeredTo: 'reviewer', paths: ['docs/**', 'README.md'], labels: ['writing'] });
    expect(made.requester.kind).toBe('observer');
    expect(made.blockedBy).toHaveLength(2);

    // The button keeps the focus while its card moves.
    const raise = page.getByRole('button', { name: 'Raise the priority of task 5' });
    await raise.focus();
    await page.keyboard.press('Enter');
    const cards = columnOf(page, 'Open').getByRole('article');
    await expect.poll(() => cards.first().getAttribute('aria-label')).toBe('Task 5');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await read(leap.id)).priority).toBe(3);

    await cards.first().getByRole('button', { name: 'Leap seconds' }).press('Enter');
    const task = page.getByRole('region', { name: 'Task' });
    await task.getByLabel('Offered to').selectOption('Ivo');
    await task.getByText('offered it to Ivo').waitFor();
    await task.getByLabel('Offered to').selectOption('');
    await task.getByText('took the offer back').waitFor();
    await task.getByRole('button', { name: 'Cancel …' }).press('Enter');
    const why = page.getByLabel('Why, for the agents');
    await why.fill('no leap seconds from 2035 on');
    await why.press('Enter');
    await task.getByText('no leap seconds from 2035 on').waitFor();
    expect((await read(leap.id)).status).toBe('cancelled');
    await task.getByRole('button', { name: 'Reopen …' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Reopen task 5' }).press('Enter');
    await task.getByText('opened it again').waitFor();
    expect(await findBarriers(page)).toEqual([]);

    // Mara changes the task while the change of the page is on its way.
    await page.route(`**/tasks/${leap.id}`, async (route) => {
      const { version } = await read(leap.id);
      await mara.updateTask({ sessionId, taskId: leap.id, expectedVersion: version, priority: 0 });
      await route.continue();
    });
    await task.getByLabel('Priority').selectOption('2');
    await task.getByRole('alert').getByText('Somebody has changed this task meanwhile').waitFor();
    expect((await read(leap.id)).priority).toBe(0);

    await page.goto(boardAt(sessionId, `&open=${grammar.id}`));
    await task.getByRole('button', { name: 'Release …' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Release task 2' }).click();
    await task.getByText('released it').waitFor();
    expect(await read(grammar.id)).toMatchObject({ status: 'open', assignee: null });
    expect(wrongs).toEqual([]);
  });

  test('of many tasks the page lays out those in sight', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    const first = await mara.createTask({ sessionId, title: 'The first', priority: 3 });
    for (let number = 2; number <= 150; number++)
      await mara.createTask({ sessionId, title: `Task of many, ${String(number)}`, dependsOn: [first.id] });
    const { page, wrongs } = await openPage(boardAt(sessionId));
    const open = columnOf(page, 'Open');
    await open.getByText('Task of many, 2', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'Open, 150' }).waitFor();
    expect(await page.getByRole('article', { name: /^Task / }).count()).toBeLessThan(60);
    await open.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
    });
    await open.getByText('Task of many, 150').waitFor();
    await mara.claimTask({ sessionId, taskId: first.id });
    await columnOf(page, 'In work').getByText('The first').waitFor();
    expect(wrongs).toEqual([]);
  });
});
