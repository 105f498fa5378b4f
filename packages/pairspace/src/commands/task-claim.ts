import { word } from '@pairspace/protocol';
import { command } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { wholeNumberIn } from '../parse-command-line.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';
import { showTask } from '../work/show-task.ts';

export const taskClaim = command({
  summary: 'take a task: the named one, or the first that is offered to you or ready',
  words: '[task]',
  wordCount: [0, 1],
  options: {
    label: { value: 'label', help: 'only a task with this label; may be repeated', many: true },
    overlap: { help: 'although another task in work holds its paths' },
    wait: { value: 'n', help: 'wait up to n seconds for one, 0 to 50' },
  },
  about: [
    'The task is yours until you end or release it, or say nothing for the time of its lease: each command of yours keeps it.',
    'The exit code is 8 when there was none, and 5 when the named one is taken, offered to another, blocked, or its paths are held.',
  ],
  examples: ['pairspace task claim 3', 'pairspace task claim --label typescript --wait 50'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const wait = wholeNumberIn('wait', given.wait, [0, 50]);
    const { client, sessionId } = await openSeat(run, 'agent');
    const { label: labels, overlap } = given;
    const claim = { sessionId, taskId: words[0], labels, overlap, wait };
    const { task } = await client.claimTask(claim, { signal });
    if (given.json) terminal.print(jsonLine({ task }));
    else if (!task) terminal.note('No task is ready for you. Wait for one: pairspace task claim --wait 50');
    else {
      for (const line of showTask(task, terminal)) terminal.print(line);
      terminal.note(`It is yours. When it is finished: pairspace task done ${word(task.number)} <result>`);
    }
    return task ? exitCodes.done : exitCodes.nothing;
  },
});
