import { currentTaskStatuses, inQuotes, isEndedTask, someone, type Task, TaskStatus, word } from '@pairspace/protocol';
import { command } from '../command.ts';
import { oneOf } from '../parse-command-line.ts';
import { inColumns } from '../terminal/columns.ts';
import { tellJson } from '../terminal/json-line.ts';
import { openSeatOrWatch } from '../work/open-seat.ts';

export const taskList = command({
  summary: 'list the tasks that have not ended',
  options: {
    status: { value: 'status', help: 'open, offered, working, done, failed or cancelled ones alone' },
    ready: { help: 'only what can be claimed: open, and nothing blocks it' },
    assignee: { value: 'agentId', help: 'only tasks of this agent' },
    label: { value: 'label', help: 'only tasks with this label' },
    path: { value: 'path', help: 'only tasks in work that hold this path' },
    all: { help: 'those that have ended, too' },
  },
  async run(run) {
    const { given, terminal, signal } = run;
    const { assignee, label, path } = given;
    const status = oneOf('--status', given.status, TaskStatus.options);
    const { client, sessionId } = await openSeatOrWatch(run);
    const filter = { sessionId, assignee, label, path, limit: 200, ...(given.ready && { ready: 'true' as const }) };
    const statuses = status === undefined && !given.all ? currentTaskStatuses : [status];
    const tasks: Task[] = [];
    for (const one of statuses) {
      for await (const task of client.pages('listTasks', { ...filter, status: one }, { signal })) tasks.push(task);
    }
    if (given.json) return tellJson(terminal, tasks);
    if (tasks.length === 0) terminal.note('There are none. Ask for work: pairspace task new <title>');
    const numbers = new Map(tasks.map(({ id, number }) => [id, number]));
    for (const row of inColumns(tasks.map((task) => rowOf(task, numbers)))) terminal.print(row);
  },
});

const rowOf = (task: Task, numbers: ReadonlyMap<string, number>): string[] => {
  const { number, status, priority, assignee, offeredTo, blockedBy, title } = task;
  const blockers = isEndedTask(status) ? [] : blockedBy.map((id) => word(numbers.get(id) ?? id));
  return [
    word(number),
    word(status),
    `p${word(priority)}`,
    assignee === null
      ? offeredTo === null
        ? '-'
        : `to ${word(offeredTo)}`
      : someone(assignee.agentId, assignee.agentName),
    `${inQuotes(title, 200)}${blockers.length === 0 ? '' : `, waits for ${blockers.join(', ')}`}`,
  ];
};
