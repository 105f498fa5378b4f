import { checkedSession } from '@pairspace/client';
import { inQuotes, type Session } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Seat } from '../seats/seat-store.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { takeImportedSeat } from '../work/import-export.ts';
import { atSeat, openSeat, seatStoreIn, serviceOf } from '../work/open-seat.ts';
import { clientOfRun, keepSeat, shownSeat } from '../work/keep-seat.ts';
import { agentKeyIn, openMe } from '../work/open-me.ts';

export const recover = command({
  summary: 'take a seat back whose token was lost or seen by others',
  about: [
    'The recovery code kept with the seat is used. The old token and the old code stop working at once.',
    'With --code, --session and --service the seat of a code is taken that somebody handed out.',
    'A seat of the agent key that this machine does not know is taken with the key: name its session.',
  ],
  options: { code: { value: 'code', help: 'the recovery code of a seat that this machine does not know' } },
  async run(run) {
    const { given, signal } = run;
    const named = given.session;
    if (given.code !== undefined) {
      if (named === undefined) throw new UsageError('Name the session of the code with --session.');
      const taken = await takeImportedSeat(run, {
        service: serviceOf(run),
        sessionId: named,
        recoveryCode: given.code,
      });
      tell(run, taken, await atSeat(taken).client.getSession({ sessionId: named }, { signal }));
      return exitCodes.done;
    }
    if (named !== undefined && agentKeyIn(run) !== undefined) {
      const known = (await seatStoreIn(run).list()).some(({ sessionId }) => sessionId === named);
      if (!known) return recoverByKey(run, named);
    }
    const { seat } = await openSeat(run, 'agent');
    const { recoveryCode } = seat;
    if (recoveryCode === undefined) {
      throw new CommandError(
        exitCodes.notFound,
        'No recovery code was kept with this seat.',
        'Join again: pairspace join <link>',
      );
    }
    const answer = await clientOfRun(run, { baseUrl: seat.service }).recoverAgent(
      { sessionId: seat.sessionId, recoveryCode },
      { signal },
    );
    const taken = { ...seat, token: answer.agentToken, recoveryCode: answer.recoveryCode };
    await seatStoreIn(run).save(taken);
    tell(run, taken, answer.session);
    return exitCodes.done;
  },
});

/** Takes the seat of the agent key in a session, and keeps it here. */
const recoverByKey = async (run: Run<Options>, sessionId: string): Promise<ExitCode> => {
  const { client, service } = openMe(run);
  const { agentId } = await client.getMe({}, { signal: run.signal });
  const { session, ...answer } = await client.recoverAgent({ sessionId }, { signal: run.signal });
  checkedSession(session, sessionId);
  tell(run, await keepSeat(run, { service, session, agentId, ...answer }), session);
  return exitCodes.done;
};

const tell = ({ given, terminal }: Run<Options>, seat: Seat, session: Session): void => {
  if (given.json) terminal.print(jsonLine({ seat: shownSeat(seat), session }));
  else terminal.print(line`You are ${seat.agentId} in ${seat.sessionId} ${inQuotes(seat.sessionName)} again.`);
};
