import type { Message } from '@pairspace/protocol';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../packages/web/tests/launch-browser.ts';
import { call } from '@pairspace/testkit/call';
import type { Fill, Filled } from './lib/fill-session.ts';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { readOptions } from './lib/options.ts';
import { cpuSeconds, runScript } from '@pairspace/testkit/process';
import { report } from './lib/report.ts';
import { startService } from '@pairspace/testkit/service';
import { median, quantile } from '@pairspace/testkit/statistics';
import { WatchedPage } from './lib/watched-page.ts';

const question = `How quick is the page for people? A session with 10,000 events is opened anew in headless Chromium; its
first view is there when the newest entry stands in the document, from the start of the navigation. Then it gets 100
messages a second for ten minutes while the page follows its end: frames are those that the page could draw, memory is
the heap after a collection, each minute. Then 50 pages follow the session in one browser while it gets 20 messages a
second, and the service is compared with itself without any. Browser, pages, service and sender share the processors.`;

const options = readOptions();
const messages = 10_000;
const views = options.quick ? 3 : 11;
const perSecond = 100;
const minuteMs = options.quick ? 3000 : 60_000;
const minutes = options.quick ? 2 : 10;
const manyPages = options.quick ? 5 : 50;
const besidePages = { perSecond: 20, seconds: options.quick ? 3 : 30 };

await using scratch = await scratchFolder(options.folder);
const { sessionId, token } = await runScript<Filled>(join(import.meta.dirname, 'lib/fill-session.ts'), {
  folder: scratch.path,
  messages,
} satisfies Fill);
await using service = await startService({ folder: scratch.path, file: options.server });
const session = `${service.url}/api/sessions/${sessionId}`;
const address = `${service.url}/#/s/${sessionId}`;

/** Posts at a steady rate; returns the duration of each request. */
const send = async (aSecond: number, ms: number): Promise<number[]> => {
  const start = performance.now();
  const posts: Promise<number>[] = [];
  while (performance.now() < start + ms) {
    const began = performance.now();
    const body = { content: `Message ${String(posts.length)} with **some** text, as agents write it.` };
    posts.push(call<Message>(`${session}/messages`, { token, body }).then(() => performance.now() - began));
    await pause(Math.max(0, start + (posts.length * 1000) / aSecond - performance.now()));
  }
  return Promise.all(posts);
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

const serviceBeside = async (browser: Browser, count: number) => {
  const pages: WatchedPage[] = [];
  while (pages.length < count) {
    const page = await WatchedPage.open(browser, address);
    await page.firstViewMs();
    pages.push(page);
  }
  const before = cpuSeconds(service.pid);
  const waits = await send(besidePages.perSecond, besidePages.seconds * 1000);
  const cpuMs = ((cpuSeconds(service.pid) - before) * 1000) / waits.length;
  for (const page of pages) await page.close();
  return { cpuMs, p50: quantile(waits, 0.5), p99: quantile(waits, 0.99) };
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
  const alone = await serviceBeside(browser, 0);
  const beside = await serviceBeside(browser, manyPages);
  const heaps = long.map(({ heapMb }) => heapMb);
  const half = Math.ceil(heaps.length / 2);
  await report(
    {
      name: 'viewer',
      question,
      figures: [
        {
          name: 'script, compressed',
          value: await scriptKb(),
          unit: 'KB',
          goal: { atMost: 130 },
          sanity: { atMost: 130 },
        },
        {
          name: 'first view, median',
          value: median(first),
          unit: 'ms',
          goal: { atMost: 1000 },
          sanity: { atMost: 20_000 },
        },
        { name: 'first view, the quickest', value: Math.min(...first), unit: 'ms' },
        {
          name: 'frames a second, median of the minutes',
          value: median(long.map(({ framesASecond }) => framesASecond)),
          unit: '',
          goal: { atLeast: 50 },
          sanity: { atLeast: 1 },
        },
        { name: 'heap after the first minute', value: heaps[0] ?? NaN, unit: 'MB' },
        { name: 'heap after the last minute', value: heaps.at(-1) ?? NaN, unit: 'MB' },
        {
          name: 'growth of the heap in the second half',
          value: (heaps.at(-1) ?? NaN) - (heaps[half - 1] ?? NaN),
          unit: 'MB',
          goal: { atMost: 5 },
          sanity: { atMost: 50 },
        },
        { name: 'pages open beside the service', value: manyPages, unit: '' },
        { name: 'processor time of the service a message, without pages', value: alone.cpuMs, unit: 'ms' },
        { name: 'processor time of the service a message, beside them', value: beside.cpuMs, unit: 'ms' },
        { name: 'message acknowledged, p50, without pages', value: alone.p50, unit: 'ms' },
        { name: 'message acknowledged, p50, beside them', value: beside.p50, unit: 'ms' },
        { name: 'message acknowledged, p99, without pages', value: alone.p99, unit: 'ms' },
        { name: 'message acknowledged, p99, beside them', value: beside.p99, unit: 'ms' },
      ],
      details: [
        {
          title: 'The page, minute by minute',
          columns: ['minute', 'frames a second', 'heap, MB'],
          rows: long.map(({ framesASecond, heapMb }, index) => [index + 1, framesASecond, heapMb]),
        },
      ],
    },
    options,
  );
} finally {
  await browser.close();
}
