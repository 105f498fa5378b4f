import { currentTaskStatuses, inQuotes, isEndedTask, someone, type Task, taskFacts } from '@pairspace/protocol';
import { taskLine, taskLinkIn, word } from '@pairspace/protocol';
import { choice, type Command, plain } from '../command.ts';
import { exitCodes, UsageError } from '../errors.ts';
import { rowsOf, quotedPart } from '../terminal/text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { contentIfGiven } from '../work/content-of.ts';
import { openSeat, openSeatOrWatch } from '../work/open-seat.ts';

const most = 500;

const showLine = (task: Task): string => taskLine(task, { most });

const statuses = ['open', 'offered', 'working', 'done', 'failed', 'cancelled'] as const;

/** A task with its texts, each line of which is quoted behind `| `. */
const showTask = (task: Task, { columns }: Terminal): string[] => [
  ...taskFacts(task, most),
  ...(task.reason === null ? [] : [`reason: ${inQuotes(task.reason, most)}`]),
  ...quotedPart('description', task.description, columns),
  ...quotedPart('result', task.result?.text ?? '', columns),
];

const rowOf = (task: Task, numbers: ReadonlyMap<string, number>): string[] => {
  const { number, status, priority, assignee, offeredTo, blockedBy, title } = task;
  const blockers = isEndedTask(status) ? [] : blockedBy.map((id) => word(numbers.get(id) ?? id));
  const offered = offeredTo === null ? '-' : `to ${word(offeredTo)}`;
  return [
    word(number),
    word(status),
    `p${word(priority)}`,
    assignee === null ? offered : someone(assignee.agentId, assignee.agentName),
    `${inQuotes(title, 200)}${blockers.length === 0 ? '' : `, waits for ${blockers.join(', ')}`}`,
  ];
};

const finishing = (outcome: 'done' | 'failed', example: string): Command =>
  plain({
    words: '<task> [result or -]',
    options: {
      file: { value: 'path', help: 'the result from a file of this machine', short: 'f' },
      link: { value: 'link', help: 'what it made: file:PATH, note:ID, job:ID or a URL; may be repeated', many: true },
    },
    about: ['<task> is its number or its id. It must be yours: pairspace task claim.'],
    examples: [example],
    async call(run) {
      const { given, words } = run;
      const [taskId = '', word] = words;
      const links = given.link?.map((text) => {
        const link = taskLinkIn(text);
        if (!link) throw new UsageError('--link is file:PATH, note:ID, job:ID, message:ID or a URL.');
        return link;
      });
      const text = await contentIfGiven({ word, file: given.file, what: 'the result' }, run);
      return (await openSeat(run, 'agent')).call('finishTask', { taskId, outcome, text, links });
    },
    show: showLine,
  });

const step = (
  name: 'releaseTask' | 'declineTask' | 'cancelTask' | 'reopenTask',
  who: string,
  summary?: string,
): Command =>
  plain({
    ...(summary !== undefined && { summary }),
    words: '<task> [reason]',
    about: [`<task> is its number or its id. ${who}`],
    async call(run) {
      const [taskId = '', reason] = run.words;
      return (await openSeat(run, name === 'declineTask' ? 'agent' : undefined)).call(name, { taskId, reason });
    },
    show: showLine,
  });

const byRequester = 'Its requester and the creator of the session may.';

export const tasks = {
  'task new': plain({
    words: '<title> [description or -]',
    options: {
      file: { value: 'path', help: 'the description from a file of this machine', short: 'f' },
      offer: { value: 'agentId', help: 'ask this agent to take it' },
      after: { value: 'task', help: 'a task that must be done before; may be repeated', many: true },
      path: { value: 'glob', help: 'files that the work changes; may be repeated', many: true },
      label: { value: 'label', help: 'a word by which agents choose tasks; may be repeated', many: true },
      priority: { value: 'n', whole: [0, 3], help: '0 to 3; 3 comes first, 1 is usual' },
      lease: {
        value: 'minutes',
        whole: [1, 1440],
        help: 'how long it stays with a silent owner, 1 to 1440; default 15',
      },
      claim: { help: 'take it in the same step' },
      overlap: { help: 'with --claim: although another task holds its paths' },
    },
    about: ['While somebody works on the task, its paths are held: no other task with such paths is given away.'],
    examples: [
      'pairspace task new "Parse dates" "ISO 8601 alone" --path "src/dates/**"',
      'pairspace task new "Test them" --after 1 --offer bob',
    ],
    async call(run) {
      const [title = '', word] = run.words;
      const { file, offer, after, path, label, priority, lease, claim, overlap } = run.given;
      const description = await contentIfGiven({ word, file, what: 'the description' }, run);
      return (await openSeat(run)).call('createTask', {
        ...{ title, description, offeredTo: offer, dependsOn: after, paths: path, labels: label },
        ...{ priority, claim, overlap, leaseMs: lease === undefined ? undefined : lease * 60_000 },
      });
    },
    show: showLine,
  }),
  'task list': plain({
    summary: 'list the tasks that have not ended',
    options: {
      status: choice('status', statuses, ' ones alone'),
      ready: { help: 'only what can be claimed: open, and nothing blocks it' },
      assignee: { value: 'agentId', help: 'only tasks of this agent' },
      label: { value: 'label', help: 'only tasks with this label' },
      path: { value: 'path', help: 'only tasks in work that hold this path' },
      all: { help: 'those that have ended, too' },
    },
    async call(run) {
      const { assignee, label, path, status, ready, all } = run.given;
      const session = await openSeatOrWatch(run);
      const filter = { assignee, label, path, limit: 200, ...(ready && { ready: 'true' as const }) };
      const listed: Task[] = [];
      for (const one of status === undefined && !all ? currentTaskStatuses : [status]) {
        listed.push(...(await session.all('listTasks', { ...filter, status: one })));
      }
      return listed;
    },
    show(listed) {
      const numbers = new Map(listed.map(({ id, number }) => [id, number]));
      return rowsOf(listed, (task) => rowOf(task, numbers));
    },
    none: 'There are none. Ask for work: pairspace task new <title>',
  }),
  'task show': plain({
    summary: 'print a task with its description and its result',
    words: '<task>',
    about: ['<task> is its number or its id.'],
    call: async (run) => (await openSeatOrWatch(run)).call('getTask', { taskId: run.words[0] ?? '' }),
    show: (task, { terminal }) => showTask(task, terminal),
  }),
  'task claim': plain({
    summary: 'take a task: the named one, or the first that is offered to you or ready',
    words: '[task]',
    options: {
      label: { value: 'label', help: 'only a task with this label; may be repeated', many: true },
      overlap: { help: 'although another task in work holds its paths' },
      wait: { value: 'n', whole: [0, 50], help: 'wait up to n seconds for one, 0 to 50' },
    },
    about: [
      'The task is yours until you end or release it, or say nothing for the time of its lease: each command of yours keeps it.',
      'The exit code is 8 when there was none, and 5 when the named one is taken, offered to another, blocked, or its paths are held.',
    ],
    examples: ['pairspace task claim 3', 'pairspace task claim --label typescript --wait 50'],
    async call(run) {
      const { label: labels, overlap, wait } = run.given;
      const { call } = await openSeat(run, 'agent');
      const { task } = await call('claimTask', { taskId: run.words[0], labels, overlap, wait });
      return { task };
    },
    show: ({ task }, { terminal }) => (task ? showTask(task, terminal) : []),
    hint: ({ task }) =>
      task
        ? `It is yours. When it is finished: pairspace task done ${word(task.number)} <result>`
        : 'No task is ready for you. Wait for one: pairspace task claim --wait 50',
    exit: ({ task }) => (task ? exitCodes.done : exitCodes.nothing),
  }),
  'task done': finishing('done', 'pairspace task done 3 "All 40 cases pass." --link file:src/dates.ts'),
  'task fail': finishing('failed', 'pairspace task fail 3 "The API is not there yet."'),
  'task release': step(
    'releaseTask',
    'Its owner, its requester and the creator of the session may.',
    'give a task back, so that another can take it',
  ),
  'task decline': step('declineTask', 'The task is open then.'),
  'task cancel': step('cancelTask', byRequester),
  'task reopen': step('reopenTask', byRequester),
};
