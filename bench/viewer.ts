import type { Message } from '@pairspace/protocol';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../packages/web/tests/launch-browser.ts';
import { call } from '@pairspace/testkit/call';
import { atLeast, atMost, figure } from './lib/figures.ts';
import { fillSession } from './lib/fill-session.ts';
import { after, paced } from './lib/load.ts';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';
import { startService } from '@pairspace/testkit/service';
import { median } from '@pairspace/testkit/statistics';
import { WatchedPage } from './lib/watched-page.ts';

const question = `How quick is the page for people? A session with 10,000 events is opened anew in headless Chromium; its
first view is there when the newest entry stands in the document, from the start of the navigation. Then it gets 100
messages a second for ten minutes while the page follows its end: frames are those that the page could draw, memory is
the heap after a collection, each minute. Browser, page, service and sender share the processors.`;

const options = readOptions();
const messages = 10_000;
const views = options.quick ? 3 : 11;
const perSecond = 100;
const minuteMs = options.quick ? 3000 : 60_000;
const minutes = options.quick ? 2 : 10;

await using scratch = await scratchFolder(options.folder);
await using service = await startService({ folder: scratch.path, file: options.server });
const session = await fillSession(service.url, messages);
const address = `${service.url}/#/s/${session.id}`;

/** Posts at a steady rate. */
const send = async (aSecond: number, ms: number): Promise<void> => {
  const body = { content: 'A message with **some** text, as agents write it.' };
  const work = () => call<Message>(`${session.url}/messages`, { token: session.token, body });
  await paced({ perSecond: aSecond, isOver: after(ms / 1000), work });
};

const firstViews = async (browser: Browser): Promise<number[]> => {
  const found: number[] = [];
  for (let view = 0; view < views; view++) {
    const page = await WatchedPage.open(browser, address);
    found.push(await page.firstViewMs());
    await page.close();
  }
  return found;
};

const followLong = async (browser: Browser) => {
  const page = await WatchedPage.open(browser, address);
  await page.firstViewMs();
  const minutesSeen: { framesASecond: number; heapMb: number }[] = [];
  for (let minute = 0; minute < minutes; minute++) {
    await page.framesASecond();
    await send(perSecond, minuteMs);
    const framesASecond = await page.framesASecond();
    minutesSeen.push({ framesASecond, heapMb: await page.heapMb() });
  }
  await page.close();
  return minutesSeen;
};

const scriptKb = async (): Promise<number> => {
  const assets = join(import.meta.dirname, '../packages/server/viewer/assets');
  // The reference has scripts of its own.
  const scripts = (await readdir(assets)).filter((name) => /^(index|highlighter)-.*\.js\.br$/.test(name));
  const sizes = await Promise.all(scripts.map(async (name) => (await stat(join(assets, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0) / 1024;
};

const browser = await launchBrowser();
try {
  const first = await firstViews(browser);
  const long = await followLong(browser);
  const heaps = long.map(({ heapMb }) => heapMb);
  const half = Math.ceil(heaps.length / 2);
  await report(options, {
    name: 'viewer',
    question,
    figures: [
      figure('script, compressed', await scriptKb(), 'KB', ...atMost(130, 130)),
      figure('first view, median', median(first), 'ms', ...atMost(1000, 20_000)),
      figure('first view, the quickest', Math.min(...first), 'ms'),
      figure(
        'frames a second, median of the minutes',
        median(long.map(({ framesASecond }) => framesASecond)),
        '',
        ...atLeast(50, 1),
      ),
      figure('heap after the first minute', heaps[0] ?? NaN, 'MB'),
      figure('heap after the last minute', heaps.at(-1) ?? NaN, 'MB'),
      figure(
        'growth of the heap in the second half',
        (heaps.at(-1) ?? NaN) - (heaps[half - 1] ?? NaN),
        'MB',
        ...atMost(5, 50),
      ),
    ],
  });
} finally {
  await browser.close();
}
