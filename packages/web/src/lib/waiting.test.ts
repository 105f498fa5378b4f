import type { Event } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { findWaiting } from './waiting.ts';

const entry = (seq: number, id: string, event: string, data: object): Event =>
  ({
    seq,
    event,
    data,
    actor: { kind: 'agent', id, name: id },
    timestamp: '2026-11-24T07:00:00.000Z',
  }) as unknown as Event;

const says = (seq: number, id: string, mentions: string[], msgType = 'chat'): Event =>
  entry(seq, id, 'message.created', { mentions, msgType });

test('[VIEW-19] who was mentioned or handed something waits until it does anything', () => {
  const asked = [says(1, 'ada', ['bob', 'gone']), says(2, 'ada', [], 'handoff')];
  expect(findWaiting(asked, ['ada', 'bob'])).toMatchObject([{ agentId: 'bob', seq: 1, from: 'ada', kind: 'mention' }]);
  expect(findWaiting([...asked, entry(3, 'bob', 'file.updated', {})], ['ada', 'bob'])).toEqual([]);
  expect(findWaiting([says(1, 'ada', [], 'handoff')], ['ada', 'bob', 'eve'])).toEqual([]);
});

test('[VIEW-19] what the service calls unread waits, though its reader has done something since', () => {
  const log = [
    says(1, 'ada', ['bob']),
    entry(2, 'bob', 'job.updated', {}),
    entry(3, 'service', 'message.unread', { agentId: 'bob', seq: 1 }),
  ];
  expect(findWaiting(log, ['ada', 'bob'])).toMatchObject([{ agentId: 'bob', seq: 1, kind: 'mention' }]);
});

test('[VIEW-19] all that is open for an agent is counted, each message once, the oldest first', () => {
  const asks = [
    says(1, 'ada', ['bob']),
    entry(2, 'bob', 'job.updated', {}),
    says(3, 'ada', ['bob'], 'handoff'),
    says(4, 'eve', ['bob'], 'handoff'),
  ];
  const agents = ['ada', 'bob', 'eve'];
  const unread = [1, 3].map((seq, index) => entry(5 + index, 'service', 'message.unread', { agentId: 'bob', seq }));
  expect(findWaiting(asks, agents)).toMatchObject([{ agentId: 'bob', seq: 3, asks: [{ seq: 3 }, { seq: 4 }] }]);
  expect(findWaiting([...asks, ...unread], agents)).toMatchObject([
    { agentId: 'bob', seq: 1, from: 'ada', kind: 'mention', asks: [{ seq: 1 }, { seq: 3 }, { seq: 4 }] },
  ]);
});
