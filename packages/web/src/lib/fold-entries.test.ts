import type { Event } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { isFolded, type Log, runOf } from './fold-entries.ts';

const today = '2026-02-02T12:00:00.000Z';

const entry = (seq: number, event: string, data: object, by = 'ada', timestamp = today): Event =>
  ({ seq, event, data, actor: { id: by }, timestamp }) as unknown as Event;

const unread = (seq: number, agentId: string): Event => entry(seq, 'message.unread', { agentId, seq: seq - 100 });

const write = (seq: number, path: string, by?: string, timestamp?: string): Event =>
  entry(seq, 'file.updated', { path, version: seq }, by, timestamp);

const logOf = (events: readonly Event[], seenSeq?: number): Log => ({
  find: (seq) => events.find((one) => one.seq === seq),
  seenSeq,
});

/** The rows of a log: the entries of which each tells. */
const rowsOf = (events: readonly Event[], seenSeq?: number): number[][] => {
  const log = logOf(events, seenSeq);
  return events.filter((event) => !isFolded(event, log)).map((event) => runOf(event, log).map(({ seq }) => seq));
};

test('unread messages of one agent in a row are told by the last of them', () => {
  const events = [unread(101, 'bob'), unread(102, 'bob'), unread(103, 'eve'), unread(104, 'bob')];
  expect(rowsOf(events)).toEqual([[101, 102], [103], [104]]);
});

test('versions of one file by one author in a row are told by the last of them', () => {
  const events = [
    write(1, 'plan.md'),
    write(2, 'plan.md'),
    write(3, 'plan.md'),
    write(4, 'plan.md', 'bob'),
    write(5, 'other.md', 'bob'),
    entry(6, 'message.created', {}, 'bob'),
    write(7, 'other.md', 'bob'),
    entry(8, 'file.deleted', { path: 'other.md' }, 'bob'),
    write(9, 'other.md', 'bob'),
  ];
  expect(rowsOf(events)).toEqual([[1, 2, 3], [4], [5], [6], [7], [8], [9]]);
});

test('a new day and a new visit begin a row of their own', () => {
  const versions = [1, 2, 3, 4].map((seq) => write(seq, 'plan.md'));
  expect(rowsOf(versions, 2)).toEqual([
    [1, 2],
    [3, 4],
  ]);
  expect(rowsOf([...versions, write(5, 'plan.md', 'ada', '2026-02-04T12:00:00.000Z')])).toEqual([[1, 2, 3, 4], [5]]);
});

test('of a job the entry of its submission is shown alone', () => {
  const none = logOf([]);
  const changes = ['pending', 'running', 'pending', 'running', 'failed'].map((status, index) =>
    entry(index + 1, 'job.updated', { status, attempt: Math.ceil(index / 2) }),
  );
  expect(changes.map((event) => isFolded(event, none))).toEqual([false, true, true, true, true]);
  expect(isFolded(entry(9, 'note.updated', {}), none)).toBe(false);
});
