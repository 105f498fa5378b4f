import axe from 'axe-core';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base } from 'vitest';
import { launchBrowser } from './launch-browser.ts';

/** A page with everything that went wrong on it: errors, violations of its policy, requests to elsewhere. */
export interface Watched {
  page: Page;
  wrongs: string[];
}

/** A machine on which much else is tested takes long for what it else does at once. */
const patienceMs = 120_000;

/** The service answers a session that is gone or shut with a status, and the browser's console tells of each. */
const isRefusal = (text: string): boolean => /the server responded with a status of 4\d\d/.test(text);

const watch = async (context: BrowserContext, url: string): Promise<Watched> => {
  const page = await context.newPage();
  page.setDefaultTimeout(patienceMs);
  const wrongs: string[] = [];
  page.on('console', (message) => {
    if (message.type() !== 'error' || isRefusal(message.text())) return;
    const { url: from, lineNumber } = message.location();
    wrongs.push(`console: ${message.text()} (${from}:${String(lineNumber)})`);
  });
  page.on('pageerror', ({ name, message, stack = '' }) => wrongs.push(`${name}: ${message}\n${stack}`));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== new URL(url).origin && protocol !== 'blob:') wrongs.push(`a request to ${origin}`);
    if (/(agt|obs)_[\w-]{43}/.test(request.url())) wrongs.push('a token in a request line');
  });
  await page.goto(url);
  return { page, wrongs };
};

/**
 * A test with `openPage`, which opens an address in a window of its own and closes the window after the test. All files
 * that run in one process share its browser.
 */
export const test = base
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const browser = await launchBrowser();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('openPage', ({ browser }, { onCleanup }) => {
    const windows = new AsyncDisposableStack();
    onCleanup(() => windows.disposeAsync());
    return async (url: string, options: BrowserContextOptions = {}): Promise<Watched> => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      windows.use(context);
      return watch(context, url);
    };
  });

const phone = { width: 390, height: 844 };

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Checks WCAG 2.2 A and AA with axe-core, as far as a program can: as wide as the page is, and as wide as a phone. With a
 * selector it checks that part of the page.
 */
export const findBarriers = (page: Page, part?: string): Promise<string[]> =>
  findBarriersAtBothWidths(page, levels, part);

/** Checks the rules of colours alone: nothing else differs in another colour scheme. */
export const findColourBarriers = (page: Page, part?: string): Promise<string[]> =>
  findBarriersAtBothWidths(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, part);

const findBarriersAtBothWidths = async (
  page: Page,
  runOnly: axe.RunOptions['runOnly'],
  part = 'html',
): Promise<string[]> => {
  await page.evaluate(axe.source);
  const wide = page.viewportSize() ?? phone;
  const found = await findBarriersAtWidth(page, runOnly, part);
  await page.setViewportSize(phone);
  found.push(...(await findBarriersAtWidth(page, runOnly, part)).map((barrier) => `on a phone: ${barrier}`));
  await page.setViewportSize(wide);
  return found;
};

const findBarriersAtWidth = async (page: Page, runOnly: axe.RunOptions['runOnly'], part: string): Promise<string[]> => {
  // A colour in transition has not its final contrast yet.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().flatMap((animation) => (animation instanceof CSSTransition ? [animation.finished] : [])),
    ),
  );
  const found = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(part)}, ${JSON.stringify({ runOnly })})`);
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
  );
};
