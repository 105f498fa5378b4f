import { runScript } from '@pairspace/testkit/process';
import { scratchFolder } from '@pairspace/testkit/scratch-folder';
import { startService } from '@pairspace/testkit/service';
import { median, quantile } from '@pairspace/testkit/statistics';
import { join } from 'node:path';
import { atMost, figure } from './lib/figures.ts';
import type { FillDirectory, FilledDirectory } from './lib/fill-directory.ts';
import { timesOf } from './lib/other-client.ts';
import { readOptions } from './lib/options.ts';
import { report } from './lib/report.ts';

const question = `How long do the pages of the directory take? GET of each page by one client, one request after the other,
over HTTP, with 100,000 profiles and 1,000,000 ratings. The pages are those that filters and sorts make dear: filters that
many, some and few agents pass, all together, and pages from the middle of each order. Times are of whole requests; the
goal is for the median of each page.`;

const options = readOptions();
const profiles = options.quick ? 5000 : 100_000;
const ratings = options.quick ? 20_000 : 1_000_000;
const samples = options.quick ? 20 : 200;

interface Times {
  items: number;
  p50Ms: number;
  p99Ms: number;
}

type Paths = Record<string, string>;

interface Listed {
  data: { items?: unknown[]; nextCursor?: string | null };
}

/** The filter whose number of matches is nearest to the wanted number. */
const passedBy = (counted: FilledDirectory['words'], wanted: number): string => {
  const distance = ([, found]: [string, number]): number => Math.abs(found - wanted);
  return counted.toSorted((a, b) => distance(a) - distance(b))[0]?.[0] ?? '';
};

const pathsFor = ({ capabilities, words }: FilledDirectory): Paths => ({
  'one profile': '/api/agents/agent-77',
  'stats of one': '/api/agents/agent-77/stats',
  'entry with its ratings': '/api/directory/agent-77',
  'agents by name': '/api/agents',
  'by rating': '/api/directory',
  'by activity': '/api/directory?sort=recent',
  'by sessions': '/api/directory?sort=sessions',
  'by name': '/api/directory?sort=name',
  'online, by rating': '/api/directory?online=true',
  'online, by name': '/api/directory?online=true&sort=name',
  'not online, by sessions': '/api/directory?online=false&sort=sessions',
  'minRating 4.5': '/api/directory?minRating=4.5',
  'minRating 4.5, by name': '/api/directory?minRating=4.5&sort=name',
  'minRating 5, by activity': '/api/directory?minRating=5&sort=recent',
  ...Object.fromEntries(
    [4000, 2500, 1900, 500, 1].flatMap((count) => [
      [
        `capability of about ${String(count)}, by name`,
        `/api/directory?sort=name&capability=${passedBy(capabilities, count)}`,
      ],
      [`word in about ${String(count)}, by rating`, `/api/directory?q=${passedBy(words, count)}`],
    ]),
  ),
  'one letter, by activity': '/api/directory?q=z&sort=recent',
  'two words': '/api/directory?q=ba%20co',
  'everything at once': `/api/directory?q=ba&minRating=4&online=false&sort=sessions&capability=${passedBy(capabilities, 3000)}`,
});

const measure = async (url: string): Promise<Times> => {
  let text = '';
  const read = async (): Promise<void> => {
    const response = await fetch(url);
    text = await response.text();
    if (!response.ok) throw new Error(`${url} answered ${text}`);
  };
  const times = await timesOf(samples, read, 10);
  const { data } = JSON.parse(text) as Listed;
  return { items: data.items?.length ?? 1, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) };
};

/** The path of a page in the middle of a list. */
const fromTheMiddle = async (url: string): Promise<string> => {
  let cursor: string | null | undefined;
  for (let seen = 0; seen < profiles / 2 && cursor !== null; seen += 200) {
    const response = await fetch(`${url}&limit=200${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    cursor = ((await response.json()) as Listed).data.nextCursor;
  }
  return `${url}&cursor=${cursor ?? ''}`;
};

await using scratch = await scratchFolder(options.folder);

const filled = await runScript<FilledDirectory>(join(import.meta.dirname, 'lib/fill-directory.ts'), {
  folder: scratch.path,
  profiles,
  ratings,
} satisfies FillDirectory);
await using service = await startService({ folder: scratch.path, file: options.server });
const pages: ({ name: string } & Times)[] = [];
for (const [name, path] of Object.entries(pathsFor(filled)))
  pages.push({ name, ...(await measure(service.url + path)) });
for (const sort of ['rating', 'recent', 'sessions', 'name']) {
  const url = await fromTheMiddle(`${service.url}/api/directory?sort=${sort}`);
  pages.push({ name: `${sort}, from the middle`, ...(await measure(url)) });
}
const [slowest] = pages.toSorted((one, other) => other.p50Ms - one.p50Ms);

await report(options, {
  name: 'directory',
  question,
  figures: [
    figure('profiles', profiles),
    figure('ratings', ratings),
    figure(`p50 of the slowest page (${slowest?.name ?? ''})`, slowest?.p50Ms ?? NaN, 'ms', ...atMost(5, 100)),
    figure('p50 of the middle page', median(pages.map(({ p50Ms }) => p50Ms)), 'ms'),
  ],
  details: [
    {
      title: 'Pages',
      columns: ['page', 'items', 'p50 ms', 'p99 ms'],
      rows: pages.map(({ name, items, p50Ms, p99Ms }) => [name, items, p50Ms, p99Ms]),
    },
  ],
});
