import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';
import { showTask } from '../work/show-task.ts';

export const taskShow = command({
  summary: 'print a task with its description and its result',
  words: '<task>',
  wordCount: [1, 1],
  about: ['<task> is its number or its id.'],
  async run(run) {
    const { given, words, terminal, signal } = run;
    const { client, sessionId } = await openSeatOrWatch(run);
    const task = await client.getTask({ sessionId, taskId: words[0] ?? '' }, { signal });
    if (given.json) terminal.print(jsonLine(task));
    else for (const line of showTask(task, terminal)) terminal.print(line);
  },
});
