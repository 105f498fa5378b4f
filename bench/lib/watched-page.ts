import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';

/** Counts frames, and records when the newest entry of the log first appeared in the document. */
const instruments = `
  window.frames_ = 0;
  const count = () => { window.frames_++; requestAnimationFrame(count); };
  requestAnimationFrame(count);
  new MutationObserver((_, observer) => {
    const entries = document.querySelectorAll('.entry[data-seq]');
    if (entries.length === 0) return;
    window.firstView_ = performance.now();
    observer.disconnect();
  }).observe(document, { childList: true, subtree: true });
`;

/** A page of the viewer under measurement. */
export class WatchedPage {
  readonly #context: BrowserContext;
  readonly #page: Page;
  readonly #devtools: CDPSession;
  #frames = 0;
  #since = performance.now();

  private constructor(context: BrowserContext, page: Page, devtools: CDPSession) {
    this.#context = context;
    this.#page = page;
    this.#devtools = devtools;
  }

  static async open(browser: Browser, address: string): Promise<WatchedPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.addInitScript(instruments);
    const watched = new WatchedPage(context, page, await context.newCDPSession(page));
    await page.goto(address);
    return watched;
  }

  /** The time from the start of the navigation until the newest entry is visible. */
  async firstViewMs(): Promise<number> {
    // `waitForFunction` would evaluate text inside the page, which the page's policy forbids.
    await this.#page.locator('.entry[data-seq]').first().waitFor({ state: 'attached', timeout: 60_000 });
    return this.#page.evaluate<number>('window.firstView_');
  }

  /** Frames per second since the last call. */
  async framesASecond(): Promise<number> {
    const frames = await this.#page.evaluate<number>('window.frames_');
    const now = performance.now();
    const rate = ((frames - this.#frames) * 1000) / (now - this.#since);
    this.#frames = frames;
    this.#since = now;
    return rate;
  }

  /** The heap in use after a garbage collection. */
  async heapMb(): Promise<number> {
    await this.#devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#devtools.send('Runtime.getHeapUsage');
    return usedSize / 2 ** 20;
  }

  close(): Promise<void> {
    return this.#context.close();
  }
}
