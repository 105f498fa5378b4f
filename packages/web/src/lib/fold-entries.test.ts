import type { Event } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { isFolded, unreadRun } from './fold-entries.ts';

const entry = (seq: number, event: string, data: object): Event => ({ seq, event, data }) as unknown as Event;

const unread = (seq: number, agentId: string): Event => entry(seq, 'message.unread', { agentId, seq: seq - 100 });

test('[VIEW-38] unread messages of one agent in a row are told by the last of them', () => {
  const log = [unread(101, 'bob'), unread(102, 'bob'), unread(103, 'eve'), unread(104, 'bob')];
  const find = (seq: number): Event | undefined => log.find((one) => one.seq === seq);
  expect(log.map((event) => isFolded(event, find))).toEqual([true, false, false, false]);
  const [, last] = log;
  expect(last?.event === 'message.unread' && unreadRun(last, find).map(({ seq }) => seq)).toEqual([101, 102]);
});

test('[VIEW-38] of a job the entry of its submission is shown alone', () => {
  const none = (): undefined => undefined;
  const changes = ['pending', 'running', 'pending', 'running', 'failed'].map((status, index) =>
    entry(index + 1, 'job.updated', { status, attempt: Math.ceil(index / 2) }),
  );
  expect(changes.map((event) => isFolded(event, none))).toEqual([false, true, true, true, true]);
  expect(isFolded(entry(9, 'note.updated', {}), none)).toBe(false);
});
