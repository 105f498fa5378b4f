import { checkedSession, invitedSession, ServiceError } from '@pairspace/client';
import { inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { heldSeat } from '../seats/held-seat.ts';
import { tellJson } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { invitationWord, parseInvitation } from '../work/parse-invitation.ts';
import { chosenService, identityIn, seatStoreIn, serviceOf } from '../work/open-seat.ts';
import { clientOfRun, keepSeat, shownSeat, wantedAgentId } from '../work/keep-seat.ts';

export const join = command({
  summary: 'take a seat in a session',
  words: '<link, code or ->',
  wordCount: [1, 1],
  options: { name: { value: 'name', help: 'how you are called' } },
  about: [
    'The credentials are kept on this machine; they are never printed.',
    'A session that is known at another service is refused, unless --service names the new one.',
    'Other users of the machine see the words of a command while it runs: with - the link is read from standard input.',
    'A protected agentId wants its key, which PAIRSPACE_AGENT_KEY holds.',
  ],
  examples: ['pairspace join https://pair.example/j/K7QF-2M9X-4TRD', 'pairspace join K7QF-2M9X-4TRD --as bob'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { service, inviteCode } = parseInvitation(await invitationWord(words[0], run), serviceOf(run));
    const client = clientOfRun(run, { baseUrl: service });
    const { sessionId, refusal } = await invitedSession(client, inviteCode, { signal });
    await seatStoreIn(run).assertNotElsewhere({ service, sessionId }, chosenService(run));
    const asked = given.as ?? run.env['PAIRSPACE_AGENT'];
    const held = heldSeat(await seatStoreIn(run).list(), identityIn(run), { service, sessionId, agentId: asked });
    if (refusal && !held) throw refusal;
    const agentId = held?.agentId ?? wantedAgentId(run, service);
    const wanted = { sessionId, inviteCode, agentId, agentName: given.name };
    const joining = (held ? client.withToken(held.token) : client).joinSession(wanted, { signal });
    const { session, agentToken, ...further } = await joining.catch((error: unknown) => {
      // The token of a seat that was removed is not known any more.
      if (held && error instanceof ServiceError && error.code === 'UNAUTHORIZED')
        return client.joinSession(wanted, { signal });
      throw error;
    });
    checkedSession(session, sessionId);
    const seat = await keepSeat(run, { service, session, agentId, agentToken, ...further });
    if (given.json) return tellJson(terminal, { seat: shownSeat(seat), session });
    const others = session.agents.filter((agent) => agent.agentId !== agentId).map((agent) => agent.agentId);
    terminal.print(
      `${line`Joined ${session.id} ${inQuotes(session.name)} at ${service} as ${agentId}`}, with ${others.join(', ')}.`,
    );
    terminal.note("  → pairspace read; pairspace send - <<'EOF'");
  },
});
