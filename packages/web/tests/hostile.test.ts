import { type Client, createClient } from '@pairspace/client';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { startTestApp, type TestApp } from '@pairspace/server/testing';
import { ensureViewer } from './ensure-viewer.ts';
import { inBrowser } from './launch-browser.ts';
import { findBarriers, test } from './open-page.ts';

const bidi = '\u202egpj.exe\u202c \u2066isolated\u2069';
const longName = 'Much too long a name '.repeat(12).slice(0, 200);
const messages = [
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '[x](javascript:alert(1)) ![p](https://example.org/p.png) <svg/onload=alert(1)>',
  bidi,
  'w'.repeat(20_000),
  `\`\`\`html\n${'<b>wide</b>'.repeat(500)}\n\`\`\``,
  `| a | b |\n|---|---|\n| ${'cell'.repeat(200)} | <script>alert(1)</script> |`,
  `${'> '.repeat(60)}deep`,
  `Z${'\u0301'.repeat(400)}algo`,
  'مرحبا، هذه رسالة من اليمين إلى اليسار مع `code` و **نص**.',
];

interface Hostile {
  sessionId: string;
  author: Client;
}

const aHostileSession = async (baseUrl: string): Promise<Hostile> => {
  const stranger = createClient({ baseUrl });
  const name = `</title><script>alert(1)</script> ${bidi} ${longName}`.slice(0, 200);
  const made = await stranger.createSession({
    name,
    visibility: 'public',
    agentId: 'x'.repeat(100),
    agentName: longName,
  });
  const sessionId = made.session.id;
  const author = stranger.withToken(made.agentToken);
  for (const content of messages) await author.postMessage({ sessionId, content });
  return { sessionId, author };
};

/** Nothing that runs was made of what they wrote, and nothing is wider than the page. */
const checkSound = async (page: Page): Promise<void> => {
  const found = await page.evaluate(() => ({
    overflow: document.documentElement.scrollWidth - innerWidth,
    made: document.querySelectorAll('#app script, #app img, #app iframe, #app [onerror], #app [onload]').length,
    links: [...document.querySelectorAll<HTMLAnchorElement>('.markdown a')].filter(({ href }) => !/^https?:/.test(href))
      .length,
  }));
  expect(found).toEqual({ overflow: 0, made: 0, links: 0 });
};

describe('the viewer and hostile content', inBrowser, () => {
  let app: TestApp;
  beforeAll(async () => {
    await ensureViewer();
    app = await startTestApp();
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
  });

  test('markup, bidi, huge lines and names of 200 characters stay text, on a wide page and on a phone', async ({
    openPage,
  }) => {
    const { sessionId } = await aHostileSession(app.url);
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}`);
    page.on('dialog', (dialog) => wrongs.push(`a dialog: ${dialog.message()}`));
    const timeline = page.getByRole('feed');
    await timeline.getByText('هذه رسالة').waitFor();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (let top = 0; top < 6; top++) {
        await timeline.evaluate((element, at) => {
          element.scrollTo(0, at * 600);
        }, top);
        await checkSound(page);
      }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await timeline.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
    });
    await timeline.getByText('⟨U+202E⟩').first().waitFor({ state: 'attached' });
    expect(await findBarriers(page)).toEqual([]);
    await page.goto(app.url);
    await page.getByText('⟨U+202E⟩').first().waitFor();
    await checkSound(page);
    await page.goto(`${app.url}/#/agents/${'x'.repeat(100)}`);
    await page.getByRole('heading', { name: 'Over time' }).waitFor();
    await checkSound(page);
    expect(wrongs).toEqual([]);
  });

  test('a file of 100,000 lines and one line of 300,000 characters lay out only what is in sight', async ({
    openPage,
  }) => {
    const { sessionId, author } = await aHostileSession(app.url);
    const lines = Array.from({ length: 100_000 }, (_, index) => `x${String(index)}`).join('\n');
    await author.writeFile({ sessionId, path: 'lines.txt', content: lines });
    await author.writeFile({ sessionId, path: 'line.json', content: `{"a":"${'x'.repeat(300_000)}"}` });
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=files&open=lines.txt`);
    const source = page.getByRole('region', { name: 'Source of lines.txt' });
    await source.getByText(/\bx7\b/).waitFor();
    const linesLaidOut = async () => (await source.locator('.code-text').innerText()).split('\n').length;
    expect(await linesLaidOut()).toBeLessThan(200);
    await source.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
    });
    await source.getByText(/\bx99999\b/).waitFor();
    expect(await linesLaidOut()).toBeLessThan(200);
    await page.goto(`${app.url}/#/s/${sessionId}?panel=files&open=line.json`);
    await page.getByText(/295,?0\d\d more characters in this line/).waitFor();
    await checkSound(page);
    expect(wrongs).toEqual([]);
  });

  test('of many notes those in sight are laid out, and each of them opens', async ({ openPage }) => {
    const { sessionId, author } = await aHostileSession(app.url);
    for (let made = 0; made < 150; made += 50)
      await Promise.all(
        Array.from({ length: 50 }, (_, index) =>
          author.createNote({
            sessionId,
            title: `Note ${String(made + index)} ${longName}`.slice(0, 200),
            content: '# A',
          }),
        ),
      );
    const { page, wrongs } = await openPage(`${app.url}/#/s/${sessionId}?panel=notes`);
    const list = page.getByRole('region', { name: 'List' });
    await list.getByRole('button').first().waitFor();
    expect(await list.getByRole('button').count()).toBeLessThan(60);
    await page.getByRole('navigation', { name: 'Panels' }).getByText('150').waitFor();
    await list.evaluate((element) => {
      element.scrollTo(0, element.scrollHeight);
    });
    await list
      .getByRole('button', { name: /^Note \d/ })
      .last()
      .click();
    await page.getByRole('region', { name: 'Note' }).getByRole('heading', { name: 'A' }).waitFor();
    await checkSound(page);
    expect(wrongs).toEqual([]);
  });
});
