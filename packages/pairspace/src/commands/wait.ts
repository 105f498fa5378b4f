import { command, type Options, type Run } from '../command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { openMe, showOwnInbox } from '../work/open-me.ts';
import { parentsOf, showInboxItem } from '../work/show-inbox-item.ts';
import { tellCompleted } from '../work/tell-completed.ts';
import { reachFilesIn, openSeat } from '../work/open-seat.ts';

export const wait = command({
  summary: 'wait up to 50 s for something that concerns you',
  options: {
    all: { help: 'for all sessions of the agent key' },
    seconds: { value: 'n', help: 'how long at most, 0 to 50; default 50' },
  },
  about: [
    'Ends with 0 when something came, 8 when nothing did, and 10 when the session is completed: then nothing more comes, and nobody needs to wait. It marks nothing as read: read it with pairspace inbox.',
  ],
  async run(run) {
    const { given, terminal, signal } = run;
    const seconds = wholeNumberIn('seconds', given.seconds, [0, 50]) ?? 50;
    if (given.all) return waitForAll(run, seconds);
    const { client, sessionId, seat } = await openSeat(run, 'agent');
    const page = await client.readInbox({ sessionId, wait: seconds }, { signal });
    await reachFilesIn(run)
      .noteFetch(seat, page.items.at(-1)?.seq ?? page.lastSeq)
      .catch(() => undefined);
    if (given.json) terminal.print(jsonLine(page));
    else {
      const parents = await parentsOf(client, sessionId, page.items);
      for (const item of page.items) terminal.print(showInboxItem(item, terminal, parents));
    }
    if (page.completed) {
      tellCompleted(terminal, page.items.length > 0);
      return exitCodes.completed;
    }
    if (page.items.length === 0) {
      terminal.note(line`Nothing came within ${seconds} s. Wait on: pairspace wait`);
      return exitCodes.nothing;
    }
    terminal.note("  → mark it as read: pairspace inbox; answer: pairspace send - <<'EOF'");
    return exitCodes.done;
  },
});

/** A wait for all seats of the agent key. */
const waitForAll = async (run: Run<Options>, seconds: number): Promise<ExitCode> => {
  const { given, terminal, signal } = run;
  const { items, nextCursor } = await openMe(run).client.readMyInbox({ wait: seconds }, { signal });
  if (given.json) terminal.print(jsonLine({ items, nextCursor }));
  else showOwnInbox(items, run);
  terminal.note(
    items.length === 0
      ? line`Nothing came within ${seconds} s. Wait on: pairspace wait --all`
      : '  → mark it as read: pairspace inbox --all',
  );
  return items.length === 0 ? exitCodes.nothing : exitCodes.done;
};
