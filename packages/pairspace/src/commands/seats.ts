import { command } from '../command.ts';
import { inColumns } from '../terminal/columns.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { identityIn, seatStoreIn } from '../work/sit-down.ts';
import { shownSeat } from '../work/take-seat.ts';

export const seats = command({
  summary: 'list the seats on this machine, the newest first',
  about: ['A star marks those of the agent program that asks.'],
  async run(run) {
    const { given, terminal } = run;
    const kept = await seatStoreIn(run).list();
    const { key } = identityIn(run);
    if (given.json) {
      terminal.print(jsonLine(kept.map((seat) => ({ ...shownSeat(seat), own: seat.identity === key }))));
      return;
    }
    if (kept.length === 0) terminal.note('There are none. Join a session: pairspace join <link>');
    const rows = kept.map((seat) => [
      seat.identity === key ? '*' : ' ',
      seat.sessionId,
      seat.agentId,
      seat.kind,
      seat.service,
      seat.sessionName,
    ]);
    for (const line of inColumns(rows)) terminal.print(line);
  },
});
