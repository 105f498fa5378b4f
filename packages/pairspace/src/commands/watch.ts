import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { describeEvent } from '../work/describe-event.ts';
import { sitDownOrWatch } from '../work/sit-down.ts';

export const watch = command({
  summary: 'follow the session live, over every disconnection, until it ends or you do',
  options: {
    since: { value: 'seq', help: 'begin after this number; 0: the whole log; without it: from now on' },
  },
  about: ['With --json it prints one event a line.'],
  async run(run) {
    const { given, terminal, signal } = run;
    const since = wholeNumberIn('since', given.since, [0, Number.MAX_SAFE_INTEGER]);
    const { client, sessionId } = await sitDownOrWatch(run);
    for await (const event of client.followEvents({ sessionId, since, signal })) {
      terminal.print(given.json ? jsonLine(event) : describeEvent(event, terminal));
    }
    return signal.aborted ? exitCodes.interrupted : exitCodes.done;
  },
});
