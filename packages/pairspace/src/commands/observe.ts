import { type Client, createClient, isAgentId, isSessionId, UnexpectedAnswer } from '@pairspace/client';
import { command } from '../command.ts';
import type { Seat } from '../seats/seat-store.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { invitationWord, pageIn, parseInvitation } from '../work/parse-invitation.ts';
import { identityIn, chosenService, seatStoreIn, serviceOf } from '../work/open-seat.ts';
import { seatOf, shownSeat } from '../work/keep-seat.ts';

export const observe = command({
  summary: 'watch a session without a seat',
  words: '<link, code, session or ->',
  wordCount: [1, 1],
  options: { name: { value: 'name', help: 'how you are called' } },
  about: [
    'With a link or code you also see a private session and may edit notes. The address of the page is a link, too: with the token in it you are who it was made for. Then: pairspace watch',
  ],
  examples: ['pairspace observe https://pair.example/j/K7QF-2M9X-4TRD --name Eve && pairspace watch'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const word = await invitationWord(words[0], run);
    const { service, sessionId, ...how } = word.startsWith('ses_')
      ? { service: serviceOf(run), sessionId: word }
      : (pageIn(word) ?? (await invited(word, serviceOf(run), signal)));
    await seatStoreIn(run).assertNotElsewhere({ service, sessionId }, chosenService(run));
    const client = createClient({ baseUrl: service });
    const { observer, observerToken } =
      'token' in how && how.token !== undefined
        ? await observerOf(client.withToken(how.token), { sessionId, token: how.token }, signal)
        : await client.observeSession({ sessionId, name: given.name, ...how }, { signal });
    if (!isSessionId(sessionId) || !isAgentId(observer.id)) {
      throw new UnexpectedAnswer(200, { why: 'an id in it is none' });
    }
    const session = await client.withToken(observerToken).getSession({ sessionId }, { signal });
    const { key, program } = identityIn(run);
    const taken = seatOf({ service, session, agentId: observer.id, agentToken: observerToken }, { key, program });
    const seat: Seat = { ...taken, sessionId, kind: 'observer', agentName: observer.name };
    await seatStoreIn(run).take(seat, chosenService(run));
    if (given.json) terminal.print(jsonLine({ seat: shownSeat(seat), session }));
    else {
      terminal.print(line`Watches ${sessionId} at ${service} as ${observer.id}.`);
      terminal.note(`  → pairspace watch --session ${sessionId}`);
    }
  },
});

/** The observer whose token an address of the page holds. */
const observerOf = async (client: Client, at: { sessionId: string; token: string }, signal: AbortSignal) => {
  const { you } = await client.listObservers({ sessionId: at.sessionId, limit: 1 }, { signal });
  if (you && you.id !== 'operator') return { observer: you, observerToken: at.token };
  throw new UsageError('The token in this address is none of an observer, so it gives no seat here.');
};

const invited = async (word: string, service: string, signal: AbortSignal) => {
  const invitation = parseInvitation(word, service);
  const client = createClient({ baseUrl: invitation.service });
  const { sessionId } = await client.getInvitation({ inviteCode: invitation.inviteCode }, { signal });
  return { ...invitation, sessionId };
};
