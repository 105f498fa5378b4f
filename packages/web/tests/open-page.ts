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

/**
 * Reloads a page so that its clock of high resolution runs slowly. The page colours code for a limited time, which a
 * busy machine would reach.
 */
export const withoutHurry = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    performance.now = () => now() / 1000;
  });
  await page.reload();
};

const levels = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Checks WCAG 2.2 A and AA with axe-core, as far as a program can. With a selector it checks that part of the page. */
export const findBarriers = (page: Page, part?: string): Promise<string[]> => runAxe(page, levels, part);

/** Checks the rules of colours alone: nothing else differs in another colour scheme. */
export const findColourBarriers = (page: Page, part?: string): Promise<string[]> =>
  runAxe(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }, part);

const runAxe = async (page: Page, runOnly: axe.RunOptions['runOnly'], part = 'html'): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  // A colour in transition has not its final contrast yet.
  await page.evaluate(() =>
    Promise.all(
      document.getAnimations().flatMap((animation) => (animation instanceof CSSTransition ? [animation.finished] : [])),
    ),
  );
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] });
  const found = await page.evaluate<axe.AxeResults>(`axe.run(${JSON.stringify(part)}, ${options})`);
  return found.violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary ?? ''}`).join('\n')}`,
  );
};
