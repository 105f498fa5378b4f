import { askLine } from '@pairspace/protocol';
import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';
import { mostOfAsk } from '../work/show-ask.ts';

export const answer = command({
  summary: 'answer an ask, as a person with that right',
  words: '<ask> [option]',
  wordCount: [1, 2],
  options: { text: { value: 'text', help: 'the answer in words, where the ask takes them' } },
  about: [
    'It takes the seat of an observer with the right to answer; agents cannot answer. The options are named as pairspace asks <ask> prints them.',
  ],
  examples: ['pairspace answer ask_… approve', 'pairspace answer ask_… --text "Call it dates."'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [askId = '', optionId] = words;
    const { client, sessionId } = await openSeat(run, 'observer');
    const ended = await client.answerAsk({ sessionId, askId, optionId, text: given.text }, { signal });
    terminal.print(given.json ? jsonLine(ended) : askLine(ended, mostOfAsk));
  },
});
