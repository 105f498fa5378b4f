import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { describeEvent } from '../work/describe-event.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';
import { tellCompleted } from '../work/tell-completed.ts';

export const watch = command({
  summary: 'follow the session live, over every disconnection, until it is completed or you end it',
  options: {
    since: { value: 'seq', help: 'begin after this number; 0: the whole log; without it: from now on' },
  },
  about: ['With --json it prints one event a line.'],
  async run(run) {
    const { given, terminal, signal } = run;
    const begin = wholeNumberIn('since', given.since, [0, Number.MAX_SAFE_INTEGER]);
    const { client, sessionId } = await openSeatOrWatch(run);
    const { status, lastSeq } = await client.getSession({ sessionId }, { signal });
    const since = begin ?? lastSeq;
    const isCompleted = status === 'completed';
    let over = isCompleted && since >= lastSeq;
    for await (const event of over ? [] : client.followEvents({ sessionId, since, signal })) {
      terminal.print(given.json ? jsonLine(event) : describeEvent(event, terminal));
      // After an earlier completion in the log the session was reopened.
      over = event.seq > lastSeq ? event.event === 'session.completed' : isCompleted && event.seq === lastSeq;
      if (over) break;
    }
    if (over) tellCompleted(terminal);
    return signal.aborted ? exitCodes.interrupted : exitCodes.done;
  },
});
