import { type Client, createClient, isAgentId, isSessionId, UnexpectedAnswer } from '@pairspace/client';
import { inQuotes, type ObserverRight } from '@pairspace/protocol';
import { plain } from '../command.ts';
import { CommandError, UsageError } from '../errors.ts';
import type { Seat } from '../seats/seat-store.ts';
import { rowsOf, line, peerLine } from '../terminal/text.ts';
import { seatOf, seatStoreIn, shownSeat } from '../work/open-seat.ts';
import { chosenService, identityIn, openSeat, openSeatOrWatch, serviceOf } from '../work/open-seat.ts';
import { invitationWord, pageIn, parseInvitation, viewerOf } from '../work/parse-invitation.ts';

// The schema of the contract has these words, too, and takes longer to load than the command.
const known: readonly ObserverRight[] = ['speak', 'answer', 'steer'];

const rightsIn = (text: string): ObserverRight[] =>
  text.split(',').map((word) => {
    const right = known.find((one) => one === word.trim());
    if (right === undefined) throw new UsageError(`--rights takes ${known.join(', ')}, separated by commas.`);
    return right;
  });

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

export const people = {
  'person invite': plain({
    summary: 'print a link for one person, who has a name and rights here',
    words: '<name>',
    options: {
      rights: { value: 'rights', help: 'speak, answer and steer, separated by commas; default speak,answer' },
    },
    about: [
      'Whoever has the link acts as that person: give it to that person alone. Only whoever opened the session may.',
    ],
    examples: ['pairspace person invite Grace', 'pairspace person invite Grace --rights speak,answer,steer'],
    async call(run) {
      const [name = ''] = run.words;
      const rights = rightsIn(run.given.rights ?? 'speak,answer');
      const { client, seat, sessionId } = await openSeat(run, 'agent');
      // Only the observer token from the creation of the session can give rights to people.
      const token = await seatStoreIn(run).findOverseer(seat);
      if (token === undefined) {
        const why = 'Whoever opened the session alone has the token that gives rights.';
        throw new CommandError('refused', why);
      }
      const { observer, observerToken } = await client
        .withToken(token)
        .observeSession({ sessionId, name, rights }, { signal: run.signal });
      return { observer, link: viewerOf(seat, observerToken) };
    },
    show: ({ link }) => peerLine(link),
  }),
  'person list': plain({
    summary: 'list the people of a session and what they may do',
    examples: ['pairspace person list'],
    call: async (run) => (await openSeatOrWatch(run)).call('listObservers', { limit: 200 }),
    show: ({ items }) =>
      rowsOf(items, ({ id, name, rights, vouched, invited: isInvited }) => [
        line`${id}`,
        rights.length > 0 ? rights.join(', ') : isInvited ? 'notes' : 'reads',
        vouched ? 'vouched for' : '',
        inQuotes(name),
      ]),
  }),
  'person remove': plain({
    words: '<id>',
    about: ['<id> is the one that pairspace person list prints. The link of that person ends at once.'],
    examples: ['pairspace person remove obv_1kqz5vaf000e7j1q5s8v2x4c6myg'],
    call: async (run) => (await openSeat(run, 'agent')).call('removeObserver', { observerId: run.words[0] ?? '' }),
    show: ({ id }) => line`${id} is removed.`,
  }),
  observe: plain({
    words: '<link, code, session or ->',
    options: { name: { value: 'name', help: 'how you are called' } },
    about: [
      'With a link or code you also see a private session and may edit notes. The address of the page is a link, too: with the token in it you are who it was made for. Then: pairspace watch',
    ],
    examples: ['pairspace observe https://pair.example/j/K7QF-2M9X-4TRD --name Eve && pairspace watch'],
    async call(run) {
      const { given, signal } = run;
      const word = await invitationWord(run);
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
      return { seat: shownSeat(seat), session };
    },
    show: ({ seat: { sessionId, service, agentId } }) => line`Watches ${sessionId} at ${service} as ${agentId}.`,
    hint: ({ seat }) => `  → pairspace watch --session ${seat.sessionId}`,
  }),
};
