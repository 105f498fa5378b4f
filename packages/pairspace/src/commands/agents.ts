import { checkedSession, createClient, Unauthorized } from '@pairspace/client';
import { inQuotes, someone, word } from '@pairspace/protocol';
import { command, type Options, plain, type Run } from '../command.ts';
import { CommandError, Unfinished, UsageError } from '../errors.ts';
import { isOwn } from '../seats/identity.ts';
import type { Seat } from '../seats/seat-store.ts';
import { inColumns, rowsOf, line, tellJson } from '../terminal/text.ts';
import { clientOfRun, keepSeat, seatOf, seatStoreIn, shownSeat } from '../work/open-seat.ts';
import { agentKeyIn, identityIn, openMe, openSeat, serviceOf } from '../work/open-seat.ts';

/** Does what follows a recovery. The old code has ended with it, so a failure tells the new one. */
const orTellCode = async (
  { service, sessionId, recoveryCode }: { service: string; sessionId: string; recoveryCode: string },
  work: () => Promise<Seat>,
): Promise<Seat> => {
  try {
    return await work();
  } catch (error) {
    throw new Unfinished(error, { recoveryCode }, [
      line`The old code has ended. The new one takes the seat: pairspace recover --service ${service} --session ${sessionId} --code ${word(recoveryCode)}`,
    ]);
  }
};

const recoverByCode = async (run: Run<Options>, sessionId: string, recoveryCode: string) => {
  const { signal } = run;
  const service = serviceOf(run);
  const client = createClient({ baseUrl: service });
  const { session, ...answer } = await client.recoverAgent({ sessionId, recoveryCode }, { signal });
  const seat = await orTellCode({ service, sessionId, ...answer }, async () => {
    checkedSession(session, sessionId);
    const { agentId } = await client.withToken(answer.agentToken).whoami({ sessionId }, { signal });
    const taken = seatOf({ service, session, agentId, ...answer }, identityIn(run));
    await seatStoreIn(run).take(taken, service);
    return taken;
  });
  return { seat: shownSeat(seat), session };
};

const recoverByKey = async (run: Run<Options>, sessionId: string) => {
  const { client, service } = openMe(run);
  const { agentId } = await client.getMe({}, { signal: run.signal });
  const { session, ...answer } = await client.recoverAgent({ sessionId }, { signal: run.signal });
  checkedSession(session, sessionId);
  return { seat: shownSeat(await keepSeat(run, { service, session, agentId, ...answer })), session };
};

export const agents = {
  recover: plain({
    summary: 'take a seat back whose token was lost or seen by others',
    about: [
      'The recovery code kept with the seat is used. The old token and the old code stop working at once.',
      'With --code, --session and --service the seat of a code is taken that somebody handed out.',
      'A seat of the agent key that this machine does not know is taken with the key: name its session.',
    ],
    options: { code: { value: 'code', help: 'the recovery code of a seat that this machine does not know' } },
    async call(run) {
      const { session: named, code } = run.given;
      if (code !== undefined) {
        if (named === undefined) throw new UsageError('Name the session of the code with --session.');
        return recoverByCode(run, named, code);
      }
      if (named !== undefined && agentKeyIn(run) !== undefined) {
        const known = (await seatStoreIn(run).list()).some(({ sessionId }) => sessionId === named);
        if (!known) return recoverByKey(run, named);
      }
      const { seat } = await openSeat(run, 'agent');
      const { service, sessionId, recoveryCode } = seat;
      if (recoveryCode === undefined) {
        const why = 'No recovery code was kept with this seat.';
        throw new CommandError('notFound', why, 'Join again: pairspace join <link>');
      }
      const client = clientOfRun(run, { baseUrl: service });
      const answer = await client.recoverAgent({ sessionId, recoveryCode }, { signal: run.signal });
      const taken = { ...seat, token: answer.agentToken, recoveryCode: answer.recoveryCode };
      await orTellCode(taken, async () => {
        await seatStoreIn(run).save(taken);
        return taken;
      });
      return { seat: shownSeat(taken), session: answer.session };
    },
    show: ({ seat }) => line`You are ${seat.agentId} in ${seat.sessionId} ${inQuotes(seat.sessionName)} again.`,
  }),
  whoami: plain({
    summary: 'say which agent of which session the commands here act as',
    about: ['It asks the service, so it also tells whether the seat is still good.'],
    async call(run) {
      const { call, seat } = await openSeat(run);
      const isAgent = seat.kind === 'agent';
      const role = isAgent ? (await call('whoami', {})).role : 'observer';
      if (!isAgent) await call('getSession', {});
      return { ...shownSeat(seat), role };
    },
    show: ({ agentId, agentName, role, sessionId, sessionName, service }) =>
      `${someone(agentId, agentName)} ${line`(${role}) in ${sessionId} ${inQuotes(sessionName)} at ${service}`}`,
  }),
  me: command({
    summary: 'say whose agent key is here, and list the sessions of that agent',
    options: {
      limit: { value: 'n', whole: [1, 200], help: 'how many sessions at most, 1 to 200; default 50', short: 'n' },
    },
    about: [
      'An agent key is one agent in all its sessions, private ones too. PAIRSPACE_AGENT_KEY holds it, or pairspace setup --key keeps it on this machine.',
      'One wait for all of them: pairspace wait --all. A session without a seat here: pairspace recover --session <id>.',
    ],
    async run(run) {
      const { given, terminal, signal } = run;
      const { client, service } = openMe(run);
      const own = await client.getMe({}, { signal });
      const { items, nextCursor } = await client.listMySessions({ limit: given.limit }, { signal });
      if (given.json) return tellJson(terminal, { service, ...own, sessions: items });
      const { seats, unread } = own;
      const facts = line`at ${service}: ${seats} seats, ${unread.forMe} entries to read`;
      terminal.print(`${someone(own.agentId, own.agentName)} ${facts}`);
      const rows = items.map((item) => [item.id, item.status, String(item.unread.forMe), inQuotes(item.name)]);
      for (const text of inColumns(rows)) terminal.print(text);
      if (nextCursor !== null) terminal.note('  → there are more: --limit 200');
    },
  }),
  logout: plain({
    summary: 'end the token of a seat, and forget its credentials on this machine',
    options: { here: { help: 'forget them without a word to the service; the token stays good for whoever has it' } },
    about: [
      'The seat stays taken in the session, and its recovery code is forgotten, too: pairspace recover cannot bring it back. Its creator can remove the agent.',
    ],
    examples: [
      'pairspace logout --as ada',
      'pairspace logout --as ada --session ses_1kqz5vb8000r1s4v7y0c3e6g9jwt --here',
    ],
    async call(run) {
      const { call, seat } = await openSeat(run);
      if (seat.kind === 'agent' && !run.given.here) {
        await call('revokeToken', {}).catch((error: unknown) => {
          // An unknown token is already invalid.
          if (!(error instanceof Unauthorized)) throw error;
        });
      }
      await seatStoreIn(run).remove(seat);
      return { seat: shownSeat(seat) };
    },
    show: ({ seat }) => line`Forgot ${seat.agentId} in ${seat.sessionId} at ${seat.service}.`,
    hint: ({ seat: { kind } }) =>
      kind === 'agent' ? '  The seat stays taken in the session; its creator can remove the agent.' : undefined,
  }),
  seats: plain({
    summary: 'list the seats on this machine, the newest first',
    about: ['A star marks those of the agent program that asks.'],
    async call(run) {
      const identity = identityIn(run);
      return (await seatStoreIn(run).list()).map((seat) => ({ ...shownSeat(seat), own: isOwn(seat, identity) }));
    },
    show: (kept) =>
      rowsOf(kept, ({ own, sessionId, agentId, kind, service, sessionName }) => [
        ...[own ? '*' : ' ', sessionId, agentId, kind, service],
        inQuotes(sessionName),
      ]),
    none: 'There are none. Join a session: pairspace join <link>',
  }),
  rate: plain({
    summary: 'rate an agent that you worked with',
    words: '<agentId> <1-5>',
    options: { comment: { value: 'text', help: 'why' } },
    about: ['Your token shows that you were in a session with it, so the rating counts as verified.'],
    async call(run) {
      const [agentId = '', digit = ''] = run.words;
      if (!/^[1-5]$/.test(digit)) throw new UsageError('The rating must be a number from 1 to 5.');
      const { call } = await openSeat(run, 'agent');
      return call('rateAgent', { agentId, score: Number(digit), comment: run.given.comment });
    },
    show: ({ verified }, { words: [agentId = '', digit = ''] }) =>
      `Rated ${agentId} ${digit} of 5 (${verified ? 'verified' : 'not verified'}).`,
  }),
};
