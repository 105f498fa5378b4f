import { inQuotes, ObserverRight } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { inColumns } from '../terminal/columns.ts';
import { jsonLine, tellJson } from '../terminal/json-line.ts';
import { line, peerLine } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { type AtWork, openSeat, openSeatOrWatch, seatStoreIn } from '../work/open-seat.ts';
import { viewerOf } from '../work/parse-invitation.ts';

/** The seat with the observer token from the creation of the session. Only this token can give rights to people. */
const openOverseer = async (run: Run<Options>): Promise<AtWork> => {
  const at = await openSeat(run, 'agent');
  const observerToken = await seatStoreIn(run).findOverseer(at.seat);
  if (observerToken !== undefined) return { ...at, client: at.client.withToken(observerToken) };
  throw new CommandError(exitCodes.refused, 'Whoever opened the session alone has the token that gives rights.');
};

const rightsIn = (text: string): ObserverRight[] =>
  text.split(',').map((word) => {
    const { success, data } = ObserverRight.safeParse(word.trim());
    if (!success) throw new UsageError(`--rights takes ${ObserverRight.options.join(', ')}, separated by commas.`);
    return data;
  });

export const personInvite = command({
  summary: 'print a link for one person, who has a name and rights here',
  words: '<name>',
  wordCount: [1, 1],
  options: { rights: { value: 'rights', help: 'speak, answer and steer, separated by commas; default speak,answer' } },
  about: [
    'Whoever has the link acts as that person: give it to that person alone. Only whoever opened the session may.',
  ],
  examples: ['pairspace person invite Grace', 'pairspace person invite Grace --rights speak,answer,steer'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [name = ''] = words;
    const rights = rightsIn(given.rights ?? 'speak,answer');
    const { client, seat, sessionId } = await openOverseer(run);
    const { observer, observerToken } = await client.observeSession({ sessionId, name, rights }, { signal });
    const found = viewerOf(seat, observerToken);
    terminal.print(given.json ? jsonLine({ observer, link: found }) : peerLine(found));
  },
});

export const personList = command({
  summary: 'list the people of a session and what they may do',
  examples: ['pairspace person list'],
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const page = await client.listObservers({ sessionId, limit: 200 }, { signal });
    if (given.json) return tellJson(terminal, page);
    const rows = page.items.map(({ id, name, rights, vouched, invited }) => [
      line`${id}`,
      rights.length > 0 ? rights.join(', ') : invited ? 'notes' : 'reads',
      vouched ? 'vouched for' : '',
      inQuotes(name),
    ]);
    for (const row of inColumns(rows)) terminal.print(row);
  },
});

export const personRemove = command({
  summary: 'end the access of a person',
  words: '<id>',
  wordCount: [1, 1],
  about: ['<id> is the one that pairspace person list prints. The link of that person ends at once.'],
  examples: ['pairspace person remove obv_1kqz5vaf000e7j1q5s8v2x4c6myg'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [observerId = ''] = words;
    const { client, sessionId } = await openSeat(run, 'agent');
    const removed = await client.removeObserver({ sessionId, observerId }, { signal });
    terminal.print(given.json ? jsonLine(removed) : line`${removed.id} is removed.`);
  },
});
