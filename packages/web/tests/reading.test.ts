import { type Client, createClient } from '@pairspace/client';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { aBusySession, type BusySession } from './a-busy-session.ts';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, findColourBarriers, test, withoutHurry } from './open-page.ts';

const phone = { viewport: { width: 390, height: 844 } };
const withClipboard = { permissions: ['clipboard-read', 'clipboard-write'] };

const table = `Orders of the quarter:

| Region | Orders this quarter | Change against the last one | Remarks about it |
|---|---|---|---|
| North | 1,204 | +4 % | steady, as everybody expected |
| South-West | 98 | −12 % | a customer left |
`;

const rightToLeft = 'مرحبا @ivo، الملف `src/zones/offsets.ts` جاهز من فضلك.';

const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox();
  if (!box) throw new Error('It is not on screen.');
  return box;
};

/** A job of a worker, with what it wrote. */
const runJob = async (baseUrl: string, { sessionId, mara }: BusySession, stdout: string): Promise<string> => {
  await mara.configurePool({ sessionId, provider: 'worker' });
  const { id } = await mara.submitJob({ sessionId, type: 'lint', input: {} });
  const worker = createClient({ baseUrl, token: (await mara.issueWorkerToken({ sessionId })).workerToken });
  const { lease } = await worker.claimJob({ sessionId, types: ['lint'] });
  await worker.completeJob({ sessionId, jobId: id, leaseId: lease?.leaseId ?? '', stdout, credits: 1 });
  return id;
};

const writeFiles = async (sessionId: string, mara: Client, files: number): Promise<void> => {
  for (let file = 0; file < files; file++)
    await mara.writeFile({ sessionId, path: `docs/page-${String(file)}.txt`, content: 'A page.\n' });
};

describe('what a reader sees', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('on a phone a table keeps its words whole, and nothing covers the field', async ({ openPage }) => {
    const { sessionId, observerToken, mara } = await aBusySession(app.url);
    const { seq } = await mara.postMessage({ sessionId, content: table });
    await writeFiles(sessionId, mara, 12);
    const address = `${app.url}/#/s/${sessionId}?seq=${String(seq)}&token=${observerToken}`;
    const { page, wrongs } = await openPage(address, phone);
    const feed = page.getByRole('feed');
    const cell = feed.getByRole('cell', { name: 'steady, as everybody expected' });
    await cell.waitFor();
    expect((await boxOf(cell)).width).toBeGreaterThan(80);
    expect(await feed.getByRole('table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(
      true,
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    const toEnd = await boxOf(page.getByRole('button', { name: 'To the end' }));
    const field = await boxOf(page.getByRole('textbox', { name: 'Your name, as the agents read it' }));
    expect(toEnd.y + toEnd.height).toBeLessThan(field.y);
    expect(await findBarriers(page)).toEqual([]);
    expect(wrongs).toEqual([]);
  });

  test('home is in the order of activity, with a question however long ago it was asked', async ({ openPage }) => {
    const { sessionId, mara, ivo } = await aBusySession(app.url, { name: 'The oldest session' });
    for (let made = 0; made < 31; made++) {
      app.clock.advance(1000);
      await createClient({ baseUrl: app.url }).createSession({ name: `Later ${String(made)}`, visibility: 'public' });
    }
    app.clock.advance(1000);
    const question = await mara.postMessage({ sessionId, msgType: 'question', content: 'May we refuse two digits?' });
    await writeFiles(sessionId, mara, 65);
    const { page, wrongs } = await openPage(app.url);
    const rows = page.getByRole('main').getByRole('listitem');
    const row = rows.filter({ hasText: 'The oldest session' });
    await row.getByText('Mara asks: May we refuse two digits?').waitFor();
    expect(await rows.first().getByText('The oldest session').count()).toBe(1);
    expect(await rows.count()).toBe(30);
    await row.getByText('needs you').waitFor();
    await rows
      .last()
      .getByText(/^1 entry · .* created the session/)
      .waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await ivo.postMessage({ sessionId, replyTo: question.id, content: 'Yes.' });
    await row.getByText('needs you').waitFor({ state: 'detached' });
    await row.getByText(/entries · Ivo wrote: Yes\.$/).waitFor();
    expect(wrongs).toEqual([]);
  });

  test('output of a job is copied, wrapped or not, and has a way to its end', async ({ openPage }) => {
    const busy = await aBusySession(app.url);
    const lines = Array.from(
      { length: 100 },
      (_, line) => `\u001b[32m✓\u001b[0m ${String(line)} ${'long '.repeat(40)}`,
    );
    const stdout = lines.join('\n');
    const job = await runJob(app.url, busy, stdout);
    const address = `${app.url}/#/s/${busy.sessionId}?panel=jobs&open=${job}`;
    const { page, wrongs } = await openPage(address, withClipboard);
    const output = page.locator('pre.output').first();
    await output.waitFor();
    const panel = await boxOf(page.getByRole('region', { name: 'Job' }));
    expect((await boxOf(output)).width).toBeGreaterThan(panel.width - 50);
    const isWider = () => output.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    expect(await isWider()).toBe(false);
    await page.getByRole('button', { name: 'Wrap' }).click();
    expect(await isWider()).toBe(true);
    await page.getByRole('region', { name: 'Job' }).getByRole('button', { name: 'To the end' }).click();
    expect(
      await output.evaluate(({ scrollTop, clientHeight, scrollHeight }) => scrollHeight - scrollTop - clientHeight),
    ).toBeLessThan(2);
    await page.getByRole('button', { name: 'Copy the output' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied(page)).toBe(stdout);
    expect(wrongs).toEqual([]);
  });

  test('many files begin in closed folders, are searched, and their panel is widened', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    await writeFiles(sessionId, mara, 25);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=files`);
    const list = page.getByRole('region', { name: 'List' });
    const folder = list.getByRole('button', { name: 'docs' });
    await folder.waitFor();
    expect(await folder.getAttribute('aria-expanded')).toBe('false');
    expect(await list.getByRole('button', { name: /page-7/ }).count()).toBe(0);
    await page.getByRole('searchbox', { name: 'Search files by path' }).fill('PAGE-7');
    await list.getByRole('button', { name: /page-7/ }).waitFor();
    expect(await list.getByRole('button', { name: /^page-/ }).count()).toBe(1);
    const side = page.getByRole('complementary', { name: 'Shared' });
    const { width } = await boxOf(side);
    await page.getByRole('button', { name: 'Wider panel' }).click();
    expect((await boxOf(side)).width).toBeGreaterThan(width + 100);
    expect(await findBarriers(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await boxOf(page.getByRole('region', { name: 'List' }))).toMatchObject({ x: 0, width: 390 });
    expect(wrongs).toEqual([]);
  });

  test('a message, its code and a link to it are copied, and the link shows its top', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    const content = `Read this:\n\n\`\`\`ts\nconst one = 1;\n\`\`\`\n\n\`\`\`\nplain words\n\`\`\`\n\n${'A long line of words.\n\n'.repeat(40)}`;
    const { seq } = await mara.postMessage({ sessionId, content });
    await writeFiles(sessionId, mara, 30);
    const address = `${app.url}/#/s/${sessionId}?seq=${String(seq)}`;
    const { page, wrongs } = await openPage(address, withClipboard);
    await withoutHurry(page);
    const message = page.getByRole('article').filter({ hasText: 'Read this:' });
    await message.hover();
    await message.getByRole('button', { name: 'Copy the text' }).click();
    await message.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await copied(page)).toBe(content);
    // Syntax colouring replaces the block, so the block gets a new button.
    await message.locator('pre .hljs-keyword').waitFor();
    await message.locator('pre').first().hover();
    await message.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await message.getByRole('button', { name: 'Copied', exact: true }).nth(1).waitFor();
    expect(await copied(page)).toBe('const one = 1;\n');
    await message.getByRole('button', { name: 'Copy a link' }).click();
    await expect.poll(() => copied(page)).toBe(address);
    await page.goto('about:blank');
    await page.goto(address);
    await message.waitFor();
    const feed = await boxOf(page.getByRole('feed'));
    await expect.poll(async () => (await boxOf(message)).y - feed.y).toBeGreaterThanOrEqual(0);
    expect((await boxOf(message)).y - feed.y).toBeLessThan(100);

    // A browser without Trusted Types, and without a clipboard, as over plain HTTP from another machine.
    const plain = await openPage(address, { bypassCSP: true });
    await plain.page.addInitScript(() => {
      Reflect.deleteProperty(globalThis, 'trustedTypes');
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await withoutHurry(plain.page);
    const there = plain.page.getByRole('article').filter({ hasText: 'Read this:' });
    await there.locator('pre .hljs-keyword').waitFor();
    expect(await there.locator('.copy-code').count()).toBe(2);
    await there.getByRole('button', { name: 'Copy', exact: true }).first().click();
    await there.getByRole('button', { name: 'Select and copy' }).waitFor();
    await there.hover();
    await there.getByRole('button', { name: 'Copy the text' }).click();
    await there.getByRole('button', { name: 'The browser refused to copy' }).waitFor();
    expect([...wrongs, ...plain.wrongs]).toEqual([]);
  });

  test('an agent has the same two letters and colour on every page', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url, { name: 'Of one colour' });
    const { inviteCode = '' } = await mara.getSession({ sessionId });
    const { page, wrongs } = await openPage(`${app.url}/j/${inviteCode}`);
    const lookOf = (one: Locator): Promise<string> =>
      one.evaluate((element) => `${element.textContent} ${getComputedStyle(element).backgroundColor}`);
    const marks = [await lookOf(page.getByRole('listitem').filter({ hasText: 'Ivo' }).locator('.avatar'))];
    for (const [address, place] of [
      [`#/s/${sessionId}`, page.getByRole('complementary', { name: 'Who is here' }).getByRole('listitem')],
      [`#/s/${sessionId}`, page.getByRole('article')],
      ['', page.getByRole('link').filter({ hasText: 'Of one colour' })],
      ['#/agents/ivo', page.getByRole('main')],
    ] as const) {
      await page.goto(`${app.url}/${address}`);
      marks.push(await lookOf(place.locator('.avatar').getByText('Iv', { exact: true }).first()));
    }
    expect(new Set(marks).size).toBe(1);
    expect(marks[0]).toMatch(/^Iv rgb/);
    expect(wrongs).toEqual([]);
  });

  test('code, ids and paths stay left to right in a text from right to left', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    await mara.postMessage({ sessionId, content: rightToLeft });
    await mara.writeFile({ sessionId, path: 'ملف/notes.txt', content: 'A text.\n' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    const message = page.getByRole('article').filter({ hasText: 'مرحبا' });
    await message.waitFor();
    const styleOf = (one: Locator): Promise<string> =>
      one.evaluate((element) => {
        const { direction, unicodeBidi } = getComputedStyle(element);
        return `${direction} ${unicodeBidi}`;
      });
    expect(await styleOf(message.locator('.markdown p'))).toMatch(/^rtl /);
    expect(await styleOf(message.locator('code'))).toBe('ltr isolate');
    expect(await styleOf(message.locator('.mention'))).toBe('ltr isolate');
    expect(await styleOf(page.getByRole('feed').getByText('ملف/notes.txt'))).toBe('ltr isolate');
    expect(wrongs).toEqual([]);
  });

  test('the page says what changed of a session, and says live of none that is completed', async ({ openPage }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    await mara.reinvite({ sessionId });
    await mara.updateSession({ sessionId, status: 'paused' });
    await mara.updateSession({ sessionId, status: 'active' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    const feed = page.getByRole('feed');
    await feed.getByText('Mara replaced the invite link').waitFor();
    await feed.getByText('Mara set the status to active').waitFor();
    await page.getByTitle('The connection of this page to the service').getByText('Live', { exact: true }).waitFor();
    const head = page.getByRole('banner');
    expect(await head.getByText('active', { exact: true }).count()).toBe(0);
    await mara.updateSession({ sessionId, status: 'completed' });
    await head.getByText('completed', { exact: true }).waitFor();
    expect(await page.getByText('Live', { exact: true }).count()).toBe(0);
    expect(wrongs).toEqual([]);
  });

  test('versions of one file by one author are one row, new ones apart from those that were seen', async ({
    openPage,
  }) => {
    const { sessionId, mara } = await aBusySession(app.url);
    const write = async (): Promise<void> => {
      await mara.writeFile({ sessionId, path: 'docs/plan.md', content: `${crypto.randomUUID()}\n` });
    };
    for (let version = 1; version <= 3; version++) await write();
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    const rows = page.getByRole('feed').getByRole('article').filter({ hasText: 'docs/plan.md' });
    await rows.getByText('Mara wrote docs/plan.md 3 times, versions 1–3').waitFor();
    expect(await rows.count()).toBe(1);
    await write();
    await rows.getByText('Mara wrote docs/plan.md 4 times, versions 1–4').waitFor();
    expect(await rows.count()).toBe(1);
    const { lastSeq } = await mara.getSession({ sessionId });
    await page.goto('about:blank');
    for (let version = 5; version <= 6; version++) await write();
    await page.goto(`${app.url}/#/s/${sessionId}`);
    await rows.getByText('versions 5–6').waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringMatching(/4 times, versions 1–4/),
      expect.stringMatching(/2 times, versions 5–6/),
    ]);
    await page.getByRole('feed').getByText('New', { exact: true }).waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await rows.last().getByRole('button', { name: 'docs/plan.md' }).click();
    await page.getByRole('heading', { name: 'plan.md' }).waitFor();

    // At a past moment, and where an entry is pointed at, nothing tells of what is not there.
    await page.goto(`${app.url}/#/s/${sessionId}?at=${String(lastSeq - 1)}`);
    await rows.getByText('Mara wrote docs/plan.md 3 times, versions 1–3').waitFor();
    await page.goto(`${app.url}/#/s/${sessionId}?seq=${String(lastSeq - 2)}`);
    await page.locator('[data-selected="true"]').getByText('Mara wrote version 2 of the file docs/plan.md').waitFor();
    expect(wrongs).toEqual([]);
  });

  test('the space key plays, and ? lists the keys of every view', async ({ openPage }) => {
    const { sessionId, ivo } = await aBusySession(app.url);
    app.clock.advance(5000);
    await ivo.postMessage({ sessionId, content: 'It is played for some seconds.' });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    await page.getByRole('feed').getByText('It is played for some seconds.').waitFor();
    await page.getByLabel('Times as fast').selectOption('1');
    await page.getByRole('feed').focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Stop playing' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play the session' }).waitFor();
    for (const [place, says] of [
      [`#/s/${sessionId}`, 'Write a message'],
      ['#/', 'Search'],
      ['#/agents', 'Search'],
      ['#/agents/ivo', 'All sessions'],
    ] as const) {
      // A new page: another view in the same one may not have its keys yet.
      await page.goto('about:blank');
      await page.goto(`${app.url}/${place}`);
      await page.getByRole('main').waitFor();
      const help = page.getByRole('dialog', { name: 'Keys' });
      const openHelp = async (): Promise<boolean> => {
        if (!(await help.isVisible())) await page.keyboard.press('?');
        return help.isVisible();
      };
      // A view takes keys from its second frame on.
      await expect.poll(openHelp).toBe(true);
      await help.getByText(says, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(wrongs).toEqual([]);
  });

  test.for([
    ['light', findBarriers],
    ['dark', findColourBarriers],
  ] as const)(
    '[DOOR-2] a link leads to watching first and has no barrier: %s',
    async ([colorScheme, findBarriersOf], { openPage }) => {
      const { sessionId, mara } = await aBusySession(app.url, { name: 'Join here' });
      const { inviteCode = '' } = await mara.getSession({ sessionId });
      // The policy of the page lets no script run in it, that of the checks neither.
      const checked = await openPage(`${app.url}/j/${inviteCode}`, { colorScheme, bypassCSP: true });
      expect(await findBarriersOf(checked.page)).toEqual([]);
      const { page, wrongs } = await openPage(`${app.url}/j/${inviteCode}`, { colorScheme });
      await page.getByText(/^1 free seat\. The link works for 2\d hours more, until \w+day/).waitFor();
      const [, watch] = await page.getByRole('link').all();
      expect(await watch?.textContent()).toBe('Watch');
      await watch?.click();
      await page.getByRole('heading', { name: 'Join here' }).waitFor();
      await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
      expect(wrongs).toEqual([]);
    },
  );
});
