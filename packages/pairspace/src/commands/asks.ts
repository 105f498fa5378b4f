import { type Ask, askLine, AskStatus } from '@pairspace/protocol';
import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { oneOf, wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { UsageError } from '../usage-error.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';
import { exitOfAsk, mostOfAsk, showAsk } from '../work/show-ask.ts';

export const asks = command({
  summary: 'list the asks that are open, or print one',
  words: '[ask]',
  wordCount: [0, 1],
  options: {
    status: { value: 'status', help: 'open, answered, expired or withdrawn ones; default open' },
    all: { help: 'those that have ended, too' },
    wait: { value: 'n', help: 'with <ask>: wait up to n seconds for its end, 0 to 50' },
    withdraw: { help: 'with <ask>: end it without an answer; it is yours' },
  },
  about: ['With --wait it ends with 0 when a person approved or answered, 5 when not, and 8 when no answer came.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [askId] = words;
    const wait = wholeNumberIn('wait', given.wait, [0, 50]);
    const status = oneOf('--status', given.status, AskStatus.options) ?? (given.all ? undefined : 'open');
    if (askId === undefined && (given.withdraw || wait !== undefined)) throw new UsageError('Name the ask.');
    if (askId === undefined) {
      const { client, sessionId } = await openSeatOrWatch(run);
      const listed: Ask[] = [];
      for await (const one of client.pages('listAsks', { sessionId, status, limit: 200 }, { signal })) listed.push(one);
      if (given.json) terminal.print(jsonLine(listed));
      else if (listed.length === 0) terminal.note('There are none. Ask a person: pairspace ask <title>');
      else for (const one of listed) terminal.print(askLine(one, mostOfAsk));
      return exitCodes.done;
    }
    const { client, sessionId } = given.withdraw ? await openSeat(run, 'agent') : await openSeatOrWatch(run);
    const found = given.withdraw
      ? await client.withdrawAsk({ sessionId, askId }, { signal })
      : await client.getAsk({ sessionId, askId, wait }, { signal });
    if (given.json) terminal.print(jsonLine(found));
    else for (const line of showAsk(found, terminal)) terminal.print(line);
    return wait === undefined ? exitCodes.done : exitOfAsk(found);
  },
});
