import { taskLine } from '@pairspace/protocol';
import { command } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { openSeat } from '../work/open-seat.ts';
import { mostOfTask } from '../work/show-task.ts';

/** A command for a step that takes no more than a reason. */
const step = (name: 'releaseTask' | 'declineTask' | 'cancelTask' | 'reopenTask', summary: string, who: string) =>
  command({
    summary,
    words: '<task> [reason]',
    wordCount: [1, 2],
    about: [`<task> is its number or its id. ${who}`],
    async run(run) {
      const { given, words, terminal, signal } = run;
      const [taskId = '', reason] = words;
      const { client, sessionId } = await openSeat(run, name === 'declineTask' ? 'agent' : undefined);
      const task = await client[name]({ sessionId, taskId, reason }, { signal });
      terminal.print(given.json ? jsonLine(task) : taskLine(task, { most: mostOfTask }));
    },
  });

export const taskRelease = step(
  'releaseTask',
  'give a task back, so that another can take it',
  'Its owner, its requester and the creator of the session may.',
);
export const taskDecline = step('declineTask', 'refuse a task that is offered to you', 'The task is open then.');
export const taskCancel = step(
  'cancelTask',
  'end a task without a result',
  'Its requester and the creator of the session may.',
);
export const taskReopen = step(
  'reopenTask',
  'open a task that has ended',
  'Its requester and the creator of the session may.',
);
