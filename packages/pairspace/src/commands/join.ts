import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { parseInvitation } from '../work/parse-invitation.ts';
import { serviceOf } from '../work/sit-down.ts';
import { keepSeat, shownSeat, wantedAgentId } from '../work/take-seat.ts';
import { clientWithKeys } from '../work/with-keys.ts';

export const join = command({
  summary: 'take a seat in a session',
  words: '<link or code>',
  wordCount: [1, 1],
  options: { name: { value: 'name', help: 'how you are called' } },
  about: [
    'The credentials are kept on this machine; they are never printed.',
    'A protected agentId wants its key, which PAIRSPACE_AGENT_KEY holds.',
  ],
  examples: ['pairspace join https://pair.example/j/K7QF-2M9X-4TRD', 'pairspace join K7QF-2M9X-4TRD --as bob'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { service, inviteCode } = parseInvitation(words[0] ?? '', serviceOf(run));
    const client = clientWithKeys(run.env, serviceOf(run), { baseUrl: service });
    const { sessionId } = await client.getInvitation({ inviteCode }, { signal });
    const agentId = wantedAgentId(run);
    const { session, agentToken, ...further } = await client.joinSession(
      { sessionId, inviteCode, agentId, agentName: given.name },
      { signal },
    );
    const seat = await keepSeat(run, { service, session, agentId, agentToken, ...further });
    if (given.json) {
      terminal.print(jsonLine({ seat: shownSeat(seat), session }));
      return;
    }
    const others = session.agents.filter((agent) => agent.agentId !== agentId).map((agent) => agent.agentId);
    terminal.print(line`Joined ${session.id} "${session.name}" as ${agentId}, with ${others.join(', ')}.`);
    terminal.note('  → pairspace read; pairspace send "…"');
  },
});
