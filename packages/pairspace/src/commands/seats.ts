import { inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { inColumns } from '../terminal/columns.ts';
import { isOwn } from '../seats/identity.ts';
import { tellJson } from '../terminal/json-line.ts';
import { identityIn, seatStoreIn } from '../work/open-seat.ts';
import { shownSeat } from '../work/keep-seat.ts';

export const seats = command({
  summary: 'list the seats on this machine, the newest first',
  about: ['A star marks those of the agent program that asks.'],
  async run(run) {
    const { given, terminal } = run;
    const kept = await seatStoreIn(run).list();
    const identity = identityIn(run);
    if (given.json)
      return tellJson(
        terminal,
        kept.map((seat) => ({ ...shownSeat(seat), own: isOwn(seat, identity) })),
      );
    if (kept.length === 0) terminal.note('There are none. Join a session: pairspace join <link>');
    const rows = kept.map((seat) => [
      isOwn(seat, identity) ? '*' : ' ',
      seat.sessionId,
      seat.agentId,
      seat.kind,
      seat.service,
      inQuotes(seat.sessionName),
    ]);
    for (const line of inColumns(rows)) terminal.print(line);
  },
});
