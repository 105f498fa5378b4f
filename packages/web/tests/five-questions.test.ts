import { createClient } from '@pairspace/client';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { makeTroubled, type Troubled } from '../../../examples/demo/troubled.ts';
import { startTestApp, type TestApp } from '../../server/src/testing/test-app.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, findColourBarriers, test } from './open-page.ts';

const backgroundOf = (one: Locator): Promise<string> =>
  one.evaluate((element) => getComputedStyle(element).backgroundColor);

describe('a session with three troubles, as a person finds it', inBrowser, () => {
  let app: TestApp;
  let made: Troubled;
  const end = new AbortController();
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp({ watchPauseMs: 50 });
    made = await makeTroubled(app.url, end.signal);
  });
  afterAll(async () => {
    end.abort();
    await app[Symbol.asyncDispose]();
  });

  test('who does what, what is stuck and why, what it cost, what to decide', async ({ openPage }) => {
    const { sessionId, observerToken } = made;
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    const client = createClient({ baseUrl: app.url });
    const forYou = page.getByRole('region', { name: 'For you' });
    await forYou.getByText('asks: May we delete the 1,204 dead letters').waitFor();
    await forYou.getByText('Waits for somebody:').first().waitFor();
    await forYou.getByRole('button', { name: 'Reply' }).click();
    await page.getByText(/^In reply to Lena Plan/).waitFor();
    await page.getByRole('button', { name: 'Do not reply to it' }).click();
    const people = page.getByRole('complementary', { name: 'Who is here' });
    await people.getByText('waiting for the image').waitFor();
    const { pool } = await client.getCompute({ sessionId });
    for (const [says, credits] of [
      ['Used', pool?.usedCredits],
      ['Reserved', pool?.reservedCredits],
      ['Left', pool?.remainingCredits],
    ] as const)
      await people.locator('.row').filter({ hasText: says }).getByText(String(credits)).first().waitFor();
    const used = people.locator('.row').filter({ hasText: 'Used' });
    expect(await backgroundOf(used.getByText('OB'))).toBe(
      await backgroundOf(people.getByRole('listitem').filter({ hasText: 'Omar Build' }).getByText('OB')),
    );
    expect(await backgroundOf(used.getByText('OB'))).toBe(await backgroundOf(people.locator('.meter > i').first()));
    expect(await people.locator('.row .is-reserved').evaluate((one) => getComputedStyle(one).backgroundImage)).toBe(
      await people.locator('.meter .is-reserved').evaluate((one) => getComputedStyle(one).backgroundImage),
    );

    // An agent that writes is never said to wait; the one that fell silent is.
    const { items } = await client.listPositions({ sessionId });
    expect(items.filter(({ waiting }) => waiting).map(({ agentId }) => agentId)).toEqual(['priya']);
    await people.getByText('has to answer a handoff from Tomás Test').waitFor();

    await people.getByText('waits for a person', { exact: true }).waitFor();
    await people.getByText('waits for a person: “May we delete the 1,204 dead letters').waitFor();
    await people.getByText('1 job not finished').waitFor();
    await page.getByRole('navigation', { name: 'Panels' }).getByRole('button', { name: 'Jobs1 not ended' }).waitFor();

    await page.keyboard.press('u');
    const selected = page.locator('[data-selected="true"]').getByText('May we delete the 1,204 dead letters');
    await selected.waitFor();
    await page.keyboard.press('j');
    await selected.waitFor({ state: 'detached' });
    await forYou.getByText('asks: May we delete the 1,204 dead letters').click();
    await selected.waitFor();
    expect(await findBarriers(page)).toEqual([]);
    const dark = await openPage(page.url(), { colorScheme: 'dark' });
    await dark.page.getByRole('region', { name: 'For you' }).waitFor();
    expect(await findColourBarriers(dark.page)).toEqual([]);

    // Each job is one card, and the time bar has no hole.
    await page.getByRole('button', { name: 'Search the session' }).click();
    await page.getByRole('group', { name: 'Show only' }).getByRole('button', { name: 'Jobs' }).click();
    await page.getByRole('button', { name: 'Close the search' }).click();
    await expect.poll(() => page.locator('.density .sign[data-sign="person"]').count()).toBe(1);

    // Forty seconds later nobody has begun the job, and another minute later the agent has fallen silent.
    await page.clock.setFixedTime(app.clock.now() + 40_000);
    await page.reload();
    await forYou.getByText('no worker takes docker.build; expires in 10 min').click();
    const shapeOf = (tone: string): Promise<string> =>
      forYou
        .locator(`.for-you-item [data-tone="${tone}"]`)
        .first()
        .evaluate((one) => getComputedStyle(one, '::before').clipPath);
    expect([await shapeOf('wait'), await shapeOf('bad')]).toEqual(['none', expect.stringMatching(/^polygon/)]);
    const job = page.getByRole('region', { name: 'Job' });
    await job.getByText('Waits: no worker takes docker.build; expires in 10 min').waitFor();
    expect(await job.getByText('Waited').count()).toBe(0);
    const line = (await job.getByLabel('Line of a worker').textContent()) ?? '';
    expect(await findBarriers(page)).toEqual([]);
    app.clock.advance(61_000);
    await forYou
      .getByText(
        /is silent, last active .*, while: migrating the table of refunds; it has to answer 1 message, from Tomás Test/,
      )
      .waitFor();

    // The line does what the page says: it takes the job.
    const { workerToken } = await client.withToken(observerToken).issueWorkerToken({ sessionId });
    const env = { ...process.env, PAIRSPACE_TOKEN: workerToken };
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { env });
    expect(JSON.parse(stdout)).toMatchObject({ data: { lease: { job: { type: 'docker.build' } } } });
    await job.getByText('Waits:').waitFor({ state: 'detached' });
    expect(wrongs).toEqual([]);
  });

  test('a phone shows the activity of each agent and the cost beside the log', async ({ openPage }) => {
    const { sessionId, observerToken } = made;
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`, {
      viewport: { width: 390, height: 844 },
    });
    const { pool } = await createClient({ baseUrl: app.url }).getCompute({ sessionId });
    const glance = page.locator('.glance');
    await glance.getByText('waiting for the image').waitFor();
    await glance.getByText('waits for a person').waitFor();
    await glance.getByText(`${String(pool?.usedCredits)} of ${String(pool?.totalCredits)} credits used`).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await glance.click();
    await page.getByRole('complementary', { name: 'Who is here' }).waitFor();
    await glance.waitFor({ state: 'hidden' });
    expect(wrongs).toEqual([]);
  });

  test('the first visit is said to be one; on the next the first new entry is marked, and the brief tells of the rest', async ({
    openPage,
  }) => {
    const { sessionId, observerToken } = made;
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?token=${observerToken}`);
    await page.getByText(/^Your first visit with this browser; \d+ entries so far$/).waitFor();
    await page.getByRole('button', { name: 'In short' }).click();
    await page.getByRole('dialog').getByText('Move payments to the new queue').first().waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pairspace.seen'))).toContain(sessionId);
    await page.goto('about:blank');
    const person = createClient({ baseUrl: app.url, token: observerToken });
    await person.postHumanMessage({ sessionId, content: 'One thing more.' });
    await person.postHumanMessage({ sessionId, content: 'And another.', mentions: ['omar'] });
    await page.goto(`${app.url}/#/s/${sessionId}`);
    await page.getByText(/^2 new entries since your last visit/).waitFor();
    await page.getByRole('feed').getByText('New', { exact: true }).waitFor();
    await page.getByText('has to answer a message from A person').waitFor();
    const matters = page.getByRole('region', { name: 'For you' }).getByRole('listitem');
    await matters.filter({ hasText: 'Omar Build has to answer 1 message, from A person' }).waitFor();
    const told = await matters.allTextContents();
    expect(told.findLastIndex((one) => one.includes('Goes wrong'))).toBeLessThan(
      told.findIndex((one) => one.includes('Omar Build has to answer')),
    );
    expect(told.some((one) => one.includes('Priya Data is silent'))).toBe(true);
    await page.getByRole('button', { name: 'In short' }).click();
    await page.getByRole('dialog').getByText('And another.').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });
});
