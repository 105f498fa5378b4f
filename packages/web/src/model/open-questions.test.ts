import type { Event } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { OpenQuestions } from './open-questions.ts';

interface Said {
  msgType?: string;
  mentions?: string[];
  replyTo?: string;
  kind?: string;
}

const says = (seq: number, id: string, said: Said = {}): Event =>
  ({
    seq,
    event: 'message.created',
    actor: { kind: said.kind ?? 'agent', id, name: id },
    data: { id: `msg_${String(seq)}`, content: 'Well?', msgType: 'chat', mentions: [], replyTo: null, ...said },
  }) as unknown as Event;

const openOf = (agents: string[], ...events: Event[]): number[] => {
  const questions = new OpenQuestions();
  for (const event of events) questions.add(event);
  return questions.open(agents).map(({ seq }) => seq);
};

const three = ['ada', 'bob', 'eve'];
const asks = says(1, 'ada', { msgType: 'question' });

test('[VIEW-33] a question that names no agent is open until somebody replies, or a person names who asked', () => {
  expect(openOf(three, asks, says(2, 'ada', { msgType: 'question', mentions: ['bob'] }), says(3, 'bob'))).toEqual([1]);
  expect(openOf(three, asks, says(2, 'bob', { replyTo: 'msg_1' }))).toEqual([]);
  expect(openOf(three, asks, says(2, 'obv_1', { kind: 'observer' }))).toEqual([1]);
  expect(openOf(three, asks, says(2, 'obv_1', { kind: 'observer', mentions: ['ada'] }))).toEqual([]);
});

test('[VIEW-33] entries are taken in any order, and of two agents the other answers by what it says next', () => {
  expect(openOf(three, says(2, 'bob', { replyTo: 'msg_1' }), asks)).toEqual([]);
  expect(openOf(['ada', 'bob'], says(2, 'bob'), asks)).toEqual([]);
  expect(openOf(['ada', 'bob'], says(2, 'ada'), asks)).toEqual([1]);
});
