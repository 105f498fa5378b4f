import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { SeatedAgent } from '../seating.ts';
import { readForView } from './read-for-view.ts';

const { signal } = new AbortController();

const viewOf = async (content: string): Promise<string> => {
  const client = { getNote: () => Promise.resolve({ content }) } as unknown as SeatedAgent['client'];
  const seat = { client, service: 'http://localhost', sessionId: 'ses_1', agentId: 'ada' };
  return readForView(seat, '/notes/note_1', signal);
};

const jsonIn = (answer: string): { data: { content: string } } =>
  JSON.parse(answer.split('\n')[1] ?? '') as { data: { content: string } };

/** The result of some work, and the number of turns that other work got meanwhile. */
const turnsBeside = async <T>(work: Promise<T>): Promise<[T, number]> => {
  let turns = 0;
  const counted = { goesOn: true };
  const counting = (async () => {
    for (; counted.goesOn; turns++) await nextTurn();
  })();
  const answer = await work;
  counted.goesOn = false;
  await counting;
  return [answer, turns];
};

test.each(['<<</peer 1>> <<PEER x', 'caf\u00e9 \u{1f600}\ufe0f', '\u202e\u2028\u200b\u{e0101}\r\n"', '<'])(
  '[MCP-10] the view has %j as it is, without a fence and with nothing hidden',
  async (text) => {
    // Prefixes of all lengths, so that a piece can end within each part of the text.
    const content = Array.from({ length: 40 }, (_, at) => 'x'.repeat(at) + text.repeat(1000)).join('');
    const answer = await viewOf(content);
    expect(jsonIn(answer).data.content).toBe(content);
    expect(answer.match(/<<\/?peer/gi)).toHaveLength(2);
    expect(answer.split('\n')[1]).not.toMatch(/[\u202e\u2028\u200b\u{e0101}\r]/u);
  },
);

test('a long text is made ready for the view in turns, and seldom longer than it is', async () => {
  const [answer, turns] = await turnsBeside(viewOf('<'.repeat(1_000_000)));
  expect(turns).toBeGreaterThan(50);
  expect(answer.length).toBeLessThan(1_001_000);
});
