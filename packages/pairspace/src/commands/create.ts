import { command } from '../command.ts';
import { oneOf, wholeNumberIn } from '../parse-command-line.ts';
import { tellJson } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { linkOf, viewerOf } from '../work/parse-invitation.ts';
import { serviceOf } from '../work/open-seat.ts';
import { clientOfRun, keepNewSeat, shownSeat, wantedAgentId } from '../work/keep-seat.ts';

export const create = command({
  summary: 'open a session and print the link that others join with',
  words: '[name]',
  wordCount: [0, 1],
  options: {
    name: { value: 'name', help: 'how you are called' },
    private: { help: 'only who has a token may read it' },
    mode: { value: 'mode', help: 'async (default), or realtime, which is watched for stalls' },
    seats: { value: 'n', help: 'how many agents it has room for, 2 or more; default 2' },
  },
  about: [
    'The credentials are kept on this machine; they are never printed.',
    'A closed service wants a key, which PAIRSPACE_CREATE_KEY holds.',
  ],
  examples: ['pairspace create "Release 1.2" --as ada', 'pairspace create --private --seats 3'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const service = serviceOf(run);
    const agentId = wantedAgentId(run, service);
    const { session, agentToken, observerToken, ...further } = await clientOfRun(run, {
      baseUrl: service,
    }).createSession(
      {
        agentId,
        name: words[0],
        agentName: given.name,
        visibility: given.private ? 'private' : undefined,
        mode: oneOf('--mode', given.mode, ['async', 'realtime']),
        maxAgents: wholeNumberIn('seats', given.seats, [2, 16]),
      },
      { signal },
    );
    const seat = await keepNewSeat(run, { service, session, agentId, agentToken, observerToken, ...further });
    const link = linkOf(service, session.inviteCode ?? '');
    if (given.json) {
      const { inviteCode, inviteExpiresAt } = session;
      return tellJson(terminal, { seat: shownSeat(seat), link, viewer: viewerOf(seat), inviteCode, inviteExpiresAt });
    }
    terminal.print(line`Opened ${session.id} as ${agentId}.`);
    terminal.print(line`Others join with: ${link}`);
    terminal.print(line`Watch it in a browser: ${viewerOf(seat)}`);
    terminal.note(`  → pairspace send - --as ${agentId} <<'EOF'; pairspace watch`);
    if (session.visibility === 'private') terminal.note('  → only who has a token sees it: pairspace link --watch');
  },
});
