import { inQuotes, someone } from '@pairspace/protocol';
import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openSeat } from '../work/open-seat.ts';
import { shownSeat } from '../work/keep-seat.ts';

export const whoami = command({
  summary: 'say which agent of which session the commands here act as',
  about: ['It asks the service, so it also tells whether the seat is still good.'],
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId, seat } = await openSeat(run);
    const isAgent = seat.kind === 'agent';
    const role = isAgent ? (await client.whoami({ sessionId }, { signal })).role : 'observer';
    if (!isAgent) await client.getSession({ sessionId }, { signal });
    if (given.json) terminal.print(jsonLine({ ...shownSeat(seat), role }));
    else {
      terminal.print(
        `${someone(seat.agentId, seat.agentName)} ${line`(${role}) in ${sessionId} ${inQuotes(seat.sessionName)} at ${seat.service}`}`,
      );
    }
  },
});
