import { checkedSession, createClient } from '@pairspace/client';
import { inQuotes, type Session, word } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import type { Seat } from '../seats/seat-store.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { Unfinished } from '../unfinished.ts';
import { UsageError } from '../usage-error.ts';
import { clientOfRun, keepSeat, seatOf, shownSeat } from '../work/keep-seat.ts';
import { identityIn, openSeat, seatStoreIn, serviceOf } from '../work/open-seat.ts';
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
      return recoverByCode(run, named, given.code);
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
    await orTellCode(taken, () => seatStoreIn(run).save(taken));
    tell(run, taken, answer.session);
    return exitCodes.done;
  },
});

/** Takes the seat of a code that somebody handed out, and keeps it here. */
const recoverByCode = async (run: Run<Options>, sessionId: string, code: string): Promise<ExitCode> => {
  const { signal } = run;
  const service = serviceOf(run);
  const client = createClient({ baseUrl: service });
  const { session, ...answer } = await client.recoverAgent({ sessionId, recoveryCode: code }, { signal });
  const seat = await orTellCode({ service, sessionId, ...answer }, async () => {
    checkedSession(session, sessionId);
    const { agentId } = await client.withToken(answer.agentToken).whoami({ sessionId }, { signal });
    const taken = seatOf({ service, session, agentId, ...answer }, identityIn(run));
    await seatStoreIn(run).take(taken, service);
    return taken;
  });
  tell(run, seat, session);
  return exitCodes.done;
};

/** Does what follows a recovery. The old code has ended with it, so a failure tells the new one. */
const orTellCode = async <T>(
  { service, sessionId, recoveryCode }: { service: string; sessionId: string; recoveryCode: string },
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw new Unfinished(error, { recoveryCode }, [
      line`The old code has ended. The new one takes the seat: pairspace recover --service ${service} --session ${sessionId} --code ${word(recoveryCode)}`,
    ]);
  }
};

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
