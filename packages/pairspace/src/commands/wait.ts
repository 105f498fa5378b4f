import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { showInboxItem } from '../work/show-inbox-item.ts';
import { reachFilesIn, sitDown } from '../work/sit-down.ts';

export const wait = command({
  summary: 'wait up to 50 s for something that concerns you',
  options: {
    seconds: { value: 'n', help: 'how long at most, 0 to 50; default 50' },
  },
  about: [
    'Ends with 0 when something came and 8 when nothing did. It marks nothing as read: read it with pairspace inbox.',
  ],
  async run(run) {
    const { given, terminal, signal } = run;
    const seconds = wholeNumberIn('seconds', given.seconds, [0, 50]) ?? 50;
    const { client, sessionId, seat } = await sitDown(run, 'agent');
    const page = await client.readInbox({ sessionId, wait: seconds }, { signal });
    await reachFilesIn(run)
      .noteFetch(seat, page.items.at(-1)?.seq ?? page.lastSeq)
      .catch(() => undefined);
    if (given.json) terminal.print(jsonLine(page));
    else for (const item of page.items) terminal.print(showInboxItem(item, terminal));
    if (page.items.length === 0) return exitCodes.nothing;
    terminal.note('  → mark it as read: pairspace inbox; answer: pairspace send "…"');
    return exitCodes.done;
  },
});
