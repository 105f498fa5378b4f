import { createClient } from '@pairspace/client';
import { inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { seatStoreIn, openSeat } from '../work/open-seat.ts';
import { shownSeat } from '../work/keep-seat.ts';

export const recover = command({
  summary: 'take a seat back whose token was lost or seen by others',
  about: ['The recovery code kept with the seat is used. The old token and the old code stop working at once.'],
  async run(run) {
    const { given, terminal, signal } = run;
    const { seat } = await openSeat(run, 'agent');
    const { recoveryCode } = seat;
    if (recoveryCode === undefined) {
      throw new CommandError(
        exitCodes.notFound,
        'No recovery code was kept with this seat.',
        'Join again: pairspace join <link>',
      );
    }
    const answer = await createClient({ baseUrl: seat.service }).recoverAgent(
      { sessionId: seat.sessionId, recoveryCode },
      { signal },
    );
    const taken = { ...seat, token: answer.agentToken, recoveryCode: answer.recoveryCode };
    await seatStoreIn(run).save(taken);
    if (given.json) terminal.print(jsonLine({ seat: shownSeat(taken), session: answer.session }));
    else terminal.print(line`You are ${seat.agentId} in ${seat.sessionId} ${inQuotes(seat.sessionName)} again.`);
  },
});
