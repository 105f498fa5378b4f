import type { Message } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { OpenQuestions } from './open-questions.ts';

interface Said {
  msgType?: string;
  mentions?: string[];
  replyTo?: string;
  authorRole?: string;
  authorAgentId?: null;
}

const says = (seq: number, authorAgentId: string, said: Said = {}): Message =>
  ({
    seq,
    id: `msg_${String(seq)}`,
    authorAgentId,
    authorName: authorAgentId,
    content: 'Well?',
    msgType: 'chat',
    mentions: [],
    replyTo: null,
    ...said,
  }) as unknown as Message;

const person = { authorRole: 'observer', authorAgentId: null } as const;

const openOf = (agents: string[], ...messages: Message[]): number[] => {
  const questions = new OpenQuestions();
  for (const message of messages) questions.add(message);
  return questions.open(agents).map(({ seq }) => seq);
};

const three = ['ada', 'bob', 'eve'];
const asks = says(1, 'ada', { msgType: 'question' });

test('a question that names no agent is open until somebody replies, or a person names who asked', () => {
  expect(openOf(three, asks, says(2, 'ada', { msgType: 'question', mentions: ['bob'] }), says(3, 'bob'))).toEqual([1]);
  expect(openOf(three, asks, says(2, 'bob', { replyTo: 'msg_1' }))).toEqual([]);
  expect(openOf(three, asks, says(2, 'obv_1', person))).toEqual([1]);
  expect(openOf(three, asks, says(2, 'obv_1', { ...person, mentions: ['ada'] }))).toEqual([]);
});

test('messages are taken in any order, and of two agents the other answers by what it says next', () => {
  expect(openOf(three, says(2, 'bob', { replyTo: 'msg_1' }), asks)).toEqual([]);
  expect(openOf(['ada', 'bob'], says(2, 'bob'), asks)).toEqual([]);
  expect(openOf(['ada', 'bob'], says(2, 'ada'), asks)).toEqual([1]);
});

test('older messages that are added later open no question that a person has answered', () => {
  const older = says(0, 'obv_1', { ...person, mentions: ['ada'] });
  expect(openOf(three, asks, says(2, 'obv_1', { ...person, mentions: ['ada'] }), older)).toEqual([]);
});
