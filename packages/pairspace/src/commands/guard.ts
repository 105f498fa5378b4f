import { ConnectionFailed } from '@pairspace/client';
import { holderWords, inQuotes } from '@pairspace/protocol';
import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { findHeldPaths } from '../guard/held-paths.ts';
import { installHook } from '../guard/install-hook.ts';
import { stagedPaths } from '../guard/staged-paths.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openSeat } from '../work/open-seat.ts';

const mostShown = 20;
const longestMs = 5000;

export const guard = command({
  summary: 'refuse staged paths that a task of another agent holds',
  options: { install: { help: 'have Git run it before each commit in this repository' } },
  about: [
    'It compares what is staged, from the root of the repository on, with the paths of the tasks in work, and ends with 5 when one of them is held by another agent.',
    'The hook of Git keeps a commit back then alone, and not where there is no seat or no service.',
  ],
  examples: ['pairspace guard', 'pairspace guard --install'],
  async run(run) {
    const { given, terminal, env } = run;
    if (given.install) {
      const path = await installHook(env);
      terminal.print(given.json ? jsonLine({ path }) : `Wrote ${path}.`);
      return exitCodes.done;
    }
    const paths = await stagedPaths(env);
    const { client, sessionId, seat } = await openSeat(run);
    const agentId = seat.kind === 'agent' ? seat.agentId : undefined;
    // The timeout keeps a service that does not answer from blocking the commit.
    const limit = AbortSignal.timeout(longestMs);
    const signal = AbortSignal.any([run.signal, limit]);
    const held = await findHeldPaths({ client, sessionId, agentId, signal }, paths).catch((error: unknown) => {
      throw error === limit.reason ? new ConnectionFailed(seat.service, error) : error;
    });
    if (given.json) terminal.print(jsonLine({ held }));
    else {
      for (const { path, task } of held.slice(0, mostShown)) {
        terminal.error(`${inQuotes(path, 200)} is held by ${holderWords(task)}`);
      }
      if (held.length > mostShown) terminal.error(line`… and ${held.length - mostShown} more`);
      if (held.length === 0) terminal.note('No staged path is held by another agent.');
      else terminal.error('  → ask the owner; git commit --no-verify commits all the same');
    }
    return held.length === 0 ? exitCodes.done : exitCodes.conflict;
  },
});
