import { writeFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { launchBrowser } from '../packages/web/tests/launch-browser.ts';
import { animatedWebp, type Frame } from './lib/animated-webp.ts';
import { webpOf } from './lib/webp-of.ts';

// Makes a picture of a session that runs, for so many minutes:
//   node --conditions=pairspace-source scripts/record-session.ts <watch link> docs/images/programs.webp 30

const [link = '', file = '', minutes = '30'] = process.argv.slice(2);
const size = { width: 1120, height: 700 };
const frameCount = 20;
const shownMs = 700;
const lastMs = 3000;

const browser = await launchBrowser();
try {
  const painter = await browser.newPage();
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(link);
  await page.getByRole('feed').waitFor();
  const frames: Frame[] = [];
  for (let count = 0; count < frameCount; count++) {
    await pause((Number(minutes) * 60_000) / frameCount);
    if (!(await fetch(new URL('/healthz', link)).catch(() => undefined))) continue;
    frames.push({ webp: await webpOf(painter, await page.screenshot()), ms: shownMs });
    const last = frames.at(-1);
    // The frames so far are kept, because a recording takes long.
    const shown = frames.map((frame) => (frame === last ? { ...frame, ms: lastMs } : frame));
    await writeFile(file, animatedWebp(size.width, size.height, shown));
  }
  console.log(`${file}: ${String(frames.length)} frames`);
} finally {
  await browser.close();
}
