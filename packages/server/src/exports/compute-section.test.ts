import { type ExportedJob, SessionExport } from '@pairspace/protocol';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Signer } from '../checkpoints/signer.ts';
import { Semaphore } from '../lib/semaphore.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { attributeOf, dangersIn, parsePage } from '../testing/parsed-html.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openStorage } from '../storage/open.ts';
import type { Storage } from '../storage/storage.ts';
import { exportSections } from '../slices.ts';
import type { ExportSections } from './sections.ts';
import { sessionBundle } from './session-bundle.ts';
import { openRenderThreads, RenderThread } from './site/render-thread.ts';
import { staticSite } from './site/static-site.ts';

const oneAtOnce = (): Semaphore => new Semaphore(1);

let app: TestApp;
let fixture: SessionFixture;
let storage: Storage;
beforeAll(async () => {
  app = await startTestApp();
  fixture = await aSession(app);
  storage = await openStorage({
    ...app.config,
    databaseConnections: 2,
    clock: app.clock,
    onNotify: () => undefined,
    onAnnounce: () => undefined,
    onBatch: () => undefined,
    onRetry: () => undefined,
    onWait: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

const job = (number: number, stdout: string): ExportedJob => ({
  id: `job_${String(number)}`,
  type: 'python',
  label: `Check <b>${String(number)}</b>`,
  status: 'failed',
  submittedBy: { agentId: 'ada', agentName: 'Ada' },
  credits: 0.25,
  stdout,
  stderr: '',
  error: { reason: 'exit', message: 'It ended with 1.' },
  createdAt: '2026-01-01T00:00:00.000Z',
  finishedAt: null,
});

const jobs = [job(1, 'first\u202e'), job(2, 'x'.repeat(20_000)), job(3, '<script>alert(1)</script>')];
const pool = { totalCredits: 1000 };
const agentUsage = [{ agentId: 'ada', credits: 0.75 }];

const sectionsWith = (jobs: readonly ExportedJob[]): ExportSections =>
  exportSections(
    {
      summary: () => Promise.resolve({ pool, agentUsage }),
      // Each page has a single job, so that cursors are followed.
      jobs: (_db, _sessionId, { cursor = '0' }) => {
        const next = Number(cursor) + 1;
        return Promise.resolve({
          items: jobs.slice(next - 1, next),
          nextCursor: next < jobs.length ? String(next) : null,
        });
      },
    },
    () => 0,
  );

const about = (shown = jobs) => ({
  db: storage.read,
  sessionId: fixture.id,
  sections: sectionsWith(shown),
  signer: new Signer(Buffer.alloc(32, 1)),
  exportedAt: '2026-01-01T00:00:00.000Z',
  style: '',
});

test('[EXP-1] the pool, every job and what agents used are in an export', async () => {
  const pieces = await Array.fromAsync(sessionBundle(about()));
  const bundle = SessionExport.parse(JSON.parse(pieces.join('')));
  expect(bundle.compute).toEqual({ pool, jobs, agentUsage });
});

test('[EXP-4] jobs have a page, on which their output is text', async () => {
  await using threads = openRenderThreads();
  using renderer = new RenderThread(oneAtOnce(), threads);
  const files = await Array.fromAsync(staticSite({ ...about(), renderer }));
  const html = files.find(({ path }) => path === 'jobs.html')?.text ?? '';
  const page = parsePage(html);
  expect(dangersIn(page)).toEqual([]);
  expect(page.text).toContain('first⟨U+202E⟩');
  expect(page.text).toContain('<script>alert(1)</script>');
  expect(page.text).toContain('Check <b>2</b>');
  expect(page.text).toContain('exit: It ended with 1.');
  expect(page.text).not.toContain('x'.repeat(17_000));
  expect(page.elements.filter(({ tagName }) => tagName === 'section')).toHaveLength(3);
});

test('[EXP-12] the page of the jobs shows the program, what it was given, the files that it wrote, and warnings', async () => {
  await fixture.creator('POST', '/files', { body: { path: 'out/a b.txt', content: 'abc' } });
  const full = {
    ...job(1, 'done'),
    input: { code: 'print("</pre><script>alert(2)</script>")\nx = 1', args: ['--fast'], outputs: ['out/*'] },
    outputs: [
      { path: 'out/a b.txt', bytes: 3, contentHash: 'a'.repeat(64), written: true, error: null },
      { path: 'out/big.bin', bytes: 9e6, contentHash: null, written: false, error: 'larger than a file may be' },
      ...Array.from({ length: 300 }, (_, index) => ({
        ...{ path: `out/<b>${String(index)}`, bytes: 1, contentHash: null, written: true, error: null },
      })),
    ],
    warnings: ['no file matches <i>*.csv</i>'],
  } as ExportedJob;
  await using threads = openRenderThreads();
  using renderer = new RenderThread(oneAtOnce(), threads);
  const files = await Array.fromAsync(staticSite({ ...about([full]), renderer }));
  const page = parsePage(files.find(({ path }) => path === 'jobs.html')?.text ?? '');
  expect(dangersIn(page)).toEqual([]);
  expect(page.text).toContain('Program, 2 lines');
  expect(page.text).toContain('print("</pre><script>alert(2)</script>")');
  expect(page.text).toContain('"--fast"');
  expect(page.text).toContain('larger than a file may be');
  expect(page.text).toContain('no file matches <i>*.csv</i>');
  expect(page.text).toContain('and 202 others');
  const links = page.elements.map((element) => attributeOf(element, 'href')).filter((href) => href?.includes('files/'));
  expect(links).toEqual(['files/index.html', 'files/1-out-a-b-txt.html']);
});

test('[EXP-4] many jobs, or jobs that said much, have more pages, each of which leads to the next', async () => {
  await using threads = openRenderThreads();
  using renderer = new RenderThread(oneAtOnce(), threads);
  const pagesOf = async (shown: ExportedJob[]): Promise<{ path: string; jobs: number; links: string[] }[]> => {
    const files = await Array.fromAsync(staticSite({ ...about(shown), renderer }));
    return files
      .filter(({ path }) => path.startsWith('jobs'))
      .map(({ path, text }) => {
        const { elements } = parsePage(text);
        const turn = elements.filter((element) => /^(prev|next)$/.test(attributeOf(element, 'rel') ?? ''));
        return {
          path,
          jobs: elements.filter(({ tagName }) => tagName === 'section').length,
          links: [...new Set(turn.map((element) => attributeOf(element, 'href') ?? ''))],
        };
      });
  };
  expect(await pagesOf(Array.from({ length: 201 }, (_, index) => job(index, '')))).toEqual([
    { path: 'jobs.html', jobs: 100, links: ['jobs/2.html'] },
    { path: 'jobs/2.html', jobs: 100, links: ['../jobs.html', '../jobs/3.html'] },
    { path: 'jobs/3.html', jobs: 1, links: ['../jobs/2.html'] },
  ]);
  const loud = await pagesOf(Array.from({ length: 10 }, (_, index) => job(index, '\u0001'.repeat(20_000))));
  expect(loud.map(({ jobs }) => jobs)).toEqual([2, 2, 2, 2, 2]);
});
