import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';
import { UsageError } from '../usage-error.ts';

export const rate = command({
  summary: 'rate an agent that you worked with',
  words: '<agentId> <1-5>',
  wordCount: [2, 2],
  options: { comment: { value: 'text', help: 'why' } },
  about: ['Your token shows that you were in a session with it, so the rating counts as verified.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const [agentId = '', digit = ''] = words;
    if (!/^[1-5]$/.test(digit)) throw new UsageError('The rating must be a number from 1 to 5.');
    const { client, sessionId } = await openSeat(run, 'agent');
    const rating = await client.rateAgent(
      { agentId, score: Number(digit), comment: given.comment, sessionId },
      { signal },
    );
    const kind = rating.verified ? 'verified' : 'not verified';
    terminal.print(given.json ? jsonLine(rating) : `Rated ${agentId} ${digit} of 5 (${kind}).`);
  },
});
