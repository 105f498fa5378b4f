import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { format } from 'prettier';
import { type Figure, figureRow, table } from './lib/figures.ts';

/** The used part of a stored result. */
interface Result {
  name: string;
  date: string;
  cpu: string;
  disk: string;
  busy: string;
  figures: readonly Figure[];
}

/** Explanations of missed goals. Shares of processor time are from profiles of November 2026. */
const spentOn: Readonly<Record<string, string>> = {
  'append, 64 connections: share of the ceiling':
    'SQLite 26 % of the processor time of the thread that serves, writing to sockets 11 %, the hash chain of the log 6 %, the disk’s sync 3 %; the rest is spread thinly over HTTP, JSON, access, mentions, receipts and the search for secrets. Beside it the thread of the index takes 80 µs a message, on two processors that the load shares: without search the share is a quarter higher. A message of the ceiling is one row without any of it.',
  'append, 1 connection: p50, of that of the ceiling':
    'the same work. Nobody shares a commit here, so each message pays for one of its own.',
  'append, 1 connection: p50 in syncs':
    'the processor: a sync of this disk takes less than a tenth of a millisecond, and HTTP with the statements takes longer.',
  'compute, messages beside JavaScript jobs: share of those alone':
    'the machine. Each job has a process of its own, on the two processors that the service, the load and the disk need too; rounds differ by a third here, and the share is 0.8 on a quicker machine.',
  'compute, messages beside Python jobs: share of those alone': 'the same.',
  'create, share of the ceiling':
    'SQLite, 60 % of the processor time. The rows of a session lie in 25 B-trees: seats, tokens, the event, the profile with its search words, statistics. The thread of the index takes a tenth. A session of the ceiling is three rows.',
  'directory, p50 of the slowest page (everything at once)':
    'a walk along the order. None of the five filters alone leaves fewer than 2,000 of 100,000 agents, and all together leave few, so thousands are looked at before a page is full.',
  'notes, share of the ceiling':
    'SQLite, 42 % of the processor time. An edit keeps each version, has an event with its hash, and counts for its session and its agent; the thread of the index takes 80 µs an edit beside it. An edit of the ceiling replaces one row.',
  'append, 16 connections for a minute: p99.9':
    'mostly the disk: in runs of 20 s the ceiling has 13 ms, and the service has 19 to 21 ms without the search index and 16 to 29 ms with it. Checkpoints every 50 ms, 150 ms, 2 s or 4 s instead of 0.5 s were no better. A rarer checkpoint takes longer, and delays the sessions that are created during the checkpoint.',
  'create, 16 connections for a minute: p99.9': 'the same, with more pages for each session.',
  'notes, 16 connections for a minute: p99.9': 'the same as of messages.',
  'peers, messages, of Parse Server, 16 connections':
    'one thread for requests, and what a message has beside its row (see append). Parse Server and PostgreSQL share both processors.',
  'peers, new sessions, of Parse Server, 16 connections':
    'the rows of a session (see create). A new object of Parse Server is one row.',
  'peers, of etcd, 16 connections':
    'the versions that are kept, the event with its hash and the counts, which a compare-and-swap has not. etcd uses both processors; the service has one thread for requests.',
  'postgres, 64 sessions: share of pgbench':
    'two processors, which the node, PostgreSQL and the load share. The node takes more than a third of the processor time of a message; pgbench, a program in C that sends the same statements, hardly any.',
  'search, SQLite: p99 of the slowest search (public: a phrase that nobody wrote)':
    'the candidates. Lexemes keep no positions, every one of the million messages has both words, and their words are looked through until the time of a search is over (500 ms), after which the answer is partial.',
  'search, SQLite: p99 of the slowest search (own: a phrase that nobody wrote)':
    'the same, in the documents of 100 sessions.',
  'search, SQLite: a message is found, p99':
    'the segments of FTS5. FTS5 wrote a segment at each session of a commit, and at each document older than the document before, and then merged the segment with the million. Since this run the lexemes of a commit are written at the end of the commit in the order of their documents. The index thread takes 200 µs instead of 315 µs for a message of 500 sessions, and a run of SQLite alone had 3,322 ms.',
  'search, PostgreSQL: p99 of the slowest search (public: a phrase that nobody wrote)': 'the same as on SQLite.',
  'search, PostgreSQL: p99 of the slowest search (own: a phrase that nobody wrote)': 'the same as on SQLite.',
  'search, PostgreSQL: a message is found, p99':
    'the insertion of 62 lexemes a message into the index, in a process of PostgreSQL, while the load takes both processors.',
  'search-cost, SQLite: processor time, of that without search':
    'the notification of each message to the thread of the index, and the caches of two processors, which that thread shares. The interval of 95 % is 0.96 to 1.13.',
  'start, memory when idle':
    'the program. Node itself has 41 MB, and the schemas, the tools of MCP and everything else that is loaded before the first request have 100 MB.',
  'stream, latency p99':
    'the writes to 500 sockets. Those of one message take 6.8 ms of the processor on this machine, in one thread, and the last reader waits for all of them; subscribers and the load share its two processors.',
  'stream, memory of the server, at most':
    'the program (see start), and what 500 streams add to it, less than 0.1 MB each.',
  'webhooks, slowed by a webhook':
    'the row of a delivery in the commit of each message, and sending it meanwhile: 35 to 54 µs a message, by the machine.',
};

/**
 * Writes the page of all goals, `docs/figures.md`, from the results of the full runs. The rows of a benchmark that has no
 * result here stay as they are.
 *
 *   npm run bench overview
 */
const folder = join(import.meta.dirname, 'results');
const file = join(import.meta.dirname, '../docs/figures.md');
await mkdir(folder, { recursive: true });
const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
const results = await Promise.all(
  files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Result),
);

const [ofGoals = '', ofPlaces = ''] = (await readFile(file, 'utf8')).split('## Where');
const names = new Set(results.map(({ name }) => name));
/** The rows of a table of the page that stay. */
const rowsThatStay = (text: string): string[][] =>
  [...text.matchAll(/^\| (?!benchmark|-)(.*) \|$/gm)]
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()))
    .filter(([name = '']) => !names.has(name));
const byName = ([one = '']: string[], [other = '']: string[]): number => one.localeCompare(other);

const goals = [
  ...rowsThatStay(ofGoals),
  ...results.flatMap(({ name, figures }) =>
    figures.filter(({ goal }) => goal !== undefined).map((figure) => [name, ...figureRow(figure)]),
  ),
].toSorted(byName);
const missed = goals.filter((row) => row.at(-1) === 'no').map(([name = '', figure = '']) => `${name}, ${figure}`);
const places = [
  ...rowsThatStay(ofPlaces),
  ...results.map(({ name, date, cpu, disk, busy }) => [name, date.slice(0, 16).replace('T', ' '), cpu, disk, busy]),
].toSorted(byName);

const page = [
  '# Figures',
  'Every goal of the benchmarks, with the value of the last full run. `npm run bench overview` makes this page from what the full runs left in `bench/results`. The goals are for a quiet machine; shares of a ceiling depend on how long the disk takes for a sync.',
  `${String(goals.length - missed.length)} of ${String(goals.length)} goals are met.`,
  table(['benchmark', 'figure', 'value', 'goal', 'met'], goals),
  '## What missed goals spend the difference on',
  missed.map((name) => `- **${name}**: ${spentOn[name] ?? 'not known'}`).join('\n'),
  '## Where',
  table(['benchmark', 'date', 'processor', 'disk', 'other work'], places),
].join('\n\n');
await writeFile(file, await format(page, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' }));
