import { Unauthorized } from '@pairspace/client';
import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { seatStoreIn, openSeat } from '../work/open-seat.ts';
import { shownSeat } from '../work/keep-seat.ts';

export const logout = command({
  summary: 'end the token of a seat, and forget its credentials on this machine',
  options: { here: { help: 'forget them without a word to the service; the token stays good for whoever has it' } },
  about: [
    'The seat stays taken in the session, and its recovery code is forgotten, too: pairspace recover cannot bring it back. Its creator can remove the agent.',
  ],
  examples: [
    'pairspace logout --as ada',
    'pairspace logout --as ada --session ses_1kqz5vb8000r1s4v7y0c3e6g9jwt --here',
  ],
  async run(run) {
    const { given, terminal, signal } = run;
    const { client, sessionId, seat } = await openSeat(run);
    if (seat.kind === 'agent' && !given.here) {
      await client.revokeToken({ sessionId }, { signal }).catch((error: unknown) => {
        // An unknown token is already invalid.
        if (!(error instanceof Unauthorized)) throw error;
      });
    }
    await seatStoreIn(run).remove(seat);
    terminal.print(
      given.json
        ? jsonLine({ seat: shownSeat(seat) })
        : line`Forgot ${seat.agentId} in ${sessionId} at ${seat.service}.`,
    );
    if (seat.kind === 'agent')
      terminal.note('  The seat stays taken in the session; its creator can remove the agent.');
  },
});
