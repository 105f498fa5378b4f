import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { linkOf } from '../work/parse-invitation.ts';
import { openSeat } from '../work/open-seat.ts';
import { clientOfRun, keepNewSeat, shownSeat } from '../work/keep-seat.ts';

export const fork = command({
  summary: 'open a new session with the notes of this one',
  words: '[name]',
  wordCount: [0, 1],
  options: { private: { help: 'only who has a token may read it' } },
  about: ['You are its creator. The seat in the old session stays.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { sessionId, seat } = await openSeat(run, 'agent');
    const client = clientOfRun(run, { baseUrl: seat.service, token: seat.token });
    const { session, agentToken, observerToken, notesCopied, ...further } = await client.forkSession(
      { sessionId, name: words[0], agentId: seat.agentId, visibility: given.private ? 'private' : undefined },
      { signal },
    );
    const { service, agentId } = seat;
    const taken = await keepNewSeat(run, { service, session, agentId, agentToken, observerToken, ...further });
    const link = linkOf(service, session.inviteCode ?? '');
    if (given.json) terminal.print(jsonLine({ seat: shownSeat(taken), link, notesCopied }));
    else {
      terminal.print(line`Opened ${session.id} with ${notesCopied} notes.`);
      terminal.print(line`Others join with: ${link}`);
    }
  },
});
