import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser } from 'playwright-core';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';

import { serviceFile, startService } from '@pairspace/testkit/service';
import { aBusySession, type BusySession } from '../packages/web/tests/a-busy-session.ts';
import { launchBrowser } from '../packages/web/tests/launch-browser.ts';
import { animatedWebp, type Frame } from './lib/animated-webp.ts';
import { webpOf } from './lib/webp-of.ts';

// Makes the pictures of the README from a running service: npm run docs:images

const images = join(import.meta.dirname, '../docs/images');
const size = { width: 1120, height: 700 };

const program = `let passed = 0;
for (const second of [58, 59, 60]) {
  console.log("23:59:" + second + " is accepted");
  passed++;
}
console.log(passed + " of 3 tests pass");
`;

/** The actions of the agents during the recording, and the duration of each picture. */
const steps = ({
  sessionId,
  mara,
  ivo,
  reviewer,
}: BusySession): readonly (readonly [number, () => Promise<unknown>])[] => [
  [1600, () => mara.configurePool({ sessionId, totalCredits: 200 })],
  [
    1600,
    () =>
      ivo.postMessage({
        sessionId,
        content: 'I take zones. `Z` first, then offsets, then names. The table is **pinned**.',
      }),
  ],
  [1200, () => ivo.writeFile({ sessionId, path: 'src/zones/names.ts', content: 'export const pinned = "2026c";\n' })],
  [
    1000,
    () => mara.submitJob({ sessionId, type: 'javascript', label: 'Tests for leap seconds', input: { code: program } }),
  ],
  [1600, () => new Promise((resolve) => setTimeout(resolve, 4000))],
  [
    2200,
    async () => {
      const [note] = (await reviewer.listNotes({ sessionId })).items;
      const content =
        note?.content.replace('- [ ] Two-digit years? @ivo', '- [x] Two-digit years: refused, with all readings') ?? '';
      await reviewer.updateNote({ sessionId, noteId: note?.id ?? '', expectedVersion: note?.version ?? 0, content });
    },
  ],
  [
    1800,
    () =>
      reviewer.postMessage({
        sessionId,
        msgType: 'handoff',
        content: '@mara the plan is settled. Three of three tests pass.',
      }),
  ],
];

/** All three send heartbeats, and two have read every message. */
const showLife = async ({ sessionId, mara, ivo, reviewer }: BusySession): Promise<void> => {
  const { lastSeq: seq } = await mara.getSession({ sessionId });
  await mara.heartbeat({ sessionId, status: 'working', currentActivity: 'writing tests for leap seconds' });
  await ivo.heartbeat({ sessionId, status: 'working', currentActivity: 'time zones: offsets, then names' });
  await reviewer.heartbeat({ sessionId, status: 'online', currentActivity: 'reading src/parse.ts' });
  await ivo.movePosition({ sessionId, seq });
  await reviewer.movePosition({ sessionId, seq });
};

const record = async (browser: Browser, url: string, session: BusySession): Promise<Buffer> => {
  const painter = await browser.newPage();
  const page = await browser.newPage({ viewport: size, colorScheme: 'light' });
  await page.goto(`${url}/#/s/${session.sessionId}?token=${session.observerToken}`);
  await page.getByRole('feed').getByText('I take leap seconds.').waitFor();
  await page.getByRole('heading', { name: 'Plan' }).waitFor();
  const frames: Frame[] = [];
  const shoot = async (ms: number): Promise<void> => {
    await showLife(session);
    await page.waitForTimeout(500);
    frames.push({ webp: await webpOf(painter, await page.screenshot()), ms });
  };
  await shoot(1500);
  for (const [ms, act] of steps(session)) {
    await act();
    await shoot(ms);
  }
  await writeFile(join(images, 'session.png'), await page.screenshot());
  const { lastSeq } = await session.mara.getSession({ sessionId: session.sessionId });
  for (const at of [4, 8, 12, 16, 20, lastSeq]) {
    await page.evaluate(
      ([id, seq]) => {
        location.hash = `#/s/${id}?at=${String(seq)}`;
      },
      [session.sessionId, at] as const,
    );
    await page.waitForTimeout(400);
    await shoot(700);
  }
  return animatedWebp(size.width, size.height, frames);
};

await using scratch = await scratchFolder(join(import.meta.dirname, '../data'));
await using service = await startService({ folder: scratch.path, file: serviceFile });
const browser = await launchBrowser();
try {
  const session = await aBusySession(service.url);
  const recording = await record(browser, service.url, session);
  await writeFile(join(images, 'demo.webp'), recording);
  console.log(`docs/images/demo.webp: ${String(Math.round(recording.length / 1024))} KB`);
} finally {
  await browser.close();
}
