import type { Calls } from '@pairspace/client';
import { currentTaskStatuses, type Task, taskFacts, taskLine, taskLinkIn, word } from '@pairspace/protocol';
import { z } from 'zod';
import { type Answer, type Piece } from '../answer.ts';
import { offset, seat } from '../arguments.ts';
import { warningPieces } from '../tell-warnings.ts';
import { tool } from '../tool.ts';

const input = z.object({
  seat,
  action: z.enum(['list', 'show', 'new', 'claim', 'done', 'fail', 'release', 'decline', 'cancel', 'reopen']),
  task: z.union([z.int(), z.string()]).optional().describe('Number; claim without it takes the first that is ready'),
  title: z.string().optional(),
  text: z.string().optional().describe('Description, result or reason'),
  after: z.array(z.int()).optional().describe('Tasks that must be done before'),
  paths: z.array(z.string()).optional().describe('Globs of files that the work changes'),
  labels: z.array(z.string()).optional(),
  priority: z.int().min(0).max(3).optional(),
  offerTo: z.string().optional().describe('agentId'),
  links: z.array(z.string()).optional().describe('What done made: file:PATH, note:ID or a URL'),
  overlap: z.boolean().optional().describe('Claim although another holds its paths'),
  seconds: z.int().min(0).max(50).optional().describe('Wait for a task to claim'),
  offset,
});

type Given = z.output<typeof input>;

/** A call of this tool, with the client of its seat. */
interface Step {
  given: Given;
  client: Calls;
  sessionId: string;
  signal: AbortSignal;
}

const mostListed = 40;

export const task = tool({
  name: 'pairspace_task',
  title: 'Tasks',
  description:
    'Work that has one owner. claim makes a task yours, before you begin, until done, fail or release; new asks for work.',
  input,
  async run(given, { seating, signal }) {
    const { client, sessionId } = await seating.find(given.seat);
    return actions[given.action]({ given, client, sessionId, signal });
  },
});

/** The task that the call names. */
const namedIn = ({ given, sessionId }: Step): { sessionId: string; taskId: string } => {
  if (given.task === undefined) throw new Error('Give task: its number, as action list shows it.');
  return { sessionId, taskId: String(given.task) };
};

const list = async ({ given, client, sessionId, signal }: Step): Promise<string | Answer> => {
  // A page begins in the list of one status, at a cursor of that list.
  const [from, ...place] = given.offset?.split(' ') ?? [];
  const begin = Math.max(0, currentTaskStatuses.indexOf(from as (typeof currentTaskStatuses)[number]));
  let cursor: string | undefined = place[0];
  const tasks: Task[] = [];
  let next: string | undefined;
  for (const status of currentTaskStatuses.slice(begin)) {
    if (tasks.length === mostListed) {
      next = `There may be more: pairspace_task action list, offset ${status}`;
      break;
    }
    const query = { sessionId, status, label: given.labels?.[0], limit: mostListed - tasks.length, cursor };
    const page = await client.listTasks(query, { signal });
    tasks.push(...page.items);
    cursor = undefined;
    if (page.nextCursor === null) continue;
    next = `There are more: pairspace_task action list, offset ${status} ${word(page.nextCursor)}`;
    break;
  }
  if (tasks.length === 0) return 'no task is left; action new asks for one';
  const lines = tasks.map((one) => taskLine(one, { among: tasks }));
  return { pieces: [{ by: 'tasks', text: lines.join('\n') }], call: 'pairspace_task action list', next };
};

/** A task: its number and status, and between fences all that others chose. */
const tell = (told: Task, { given }: Step, last?: string, warnings?: readonly string[]): Answer => {
  const { number, status, description, result, requester, assignee, reason } = told;
  const part = (by: string, text: string | null): Piece[] => (text === null || text === '' ? [] : [{ by, text }]);
  return {
    pieces: [
      `task ${word(number)}, ${word(status)}`,
      { by: 'facts', text: taskFacts(told).join('\n') },
      ...part(`description, by ${word(requester.id)}`, description),
      ...part('reason of its newest change', reason),
      ...part(`result, by ${word(assignee?.agentId ?? '?')}`, result?.text ?? ''),
      ...warningPieces(warnings),
    ],
    call: `pairspace_task action show, task ${word(number)}`,
    offset: given.action === 'show' ? given.offset : undefined,
    next: last,
  };
};

/** A task on one line, after a change. */
const brief = (told: Task, warnings?: readonly string[]): Answer => ({
  pieces: [
    `task ${word(told.number)}, ${word(told.status)}`,
    { by: 'task', text: taskLine(told) },
    ...warningPieces(warnings),
  ],
  call: `pairspace_task action show, task ${word(told.number)}`,
});

const create = async (step: Step): Promise<Answer> => {
  const { given, client, sessionId, signal } = step;
  const { title, text, after, paths, labels, priority, offerTo } = given;
  if (title === undefined) throw new Error('Give title.');
  const dependsOn = after?.map(String);
  const made = await client.createTask(
    { sessionId, title, description: text, dependsOn, paths, labels, priority, offeredTo: offerTo },
    { signal },
  );
  return brief(made, made.warnings);
};

const claim = async (step: Step): Promise<string | Answer> => {
  const { given, client, sessionId, signal } = step;
  const { task: number, labels, overlap, seconds } = given;
  const taskId = number === undefined ? undefined : String(number);
  const { task: taken } = await client.claimTask({ sessionId, taskId, labels, overlap, wait: seconds }, { signal });
  if (!taken) return 'no task is ready for you; action claim with seconds waits for one';
  const next = `It is yours. Next, when it is finished: pairspace_task action done, task ${word(taken.number)}`;
  return tell(taken, step, next);
};

const finish =
  (outcome: 'done' | 'failed') =>
  async (step: Step): Promise<Answer> => {
    const { given, client, signal } = step;
    const links = given.links?.map((text) => {
      const link = taskLinkIn(text);
      if (!link) throw new Error('A link is file:PATH, note:ID, job:ID, message:ID or a URL.');
      return link;
    });
    const ended = await client.finishTask({ ...namedIn(step), outcome, text: given.text, links }, { signal });
    return brief(ended, ended.warnings);
  };

const change =
  (name: 'releaseTask' | 'declineTask' | 'cancelTask' | 'reopenTask') =>
  async (step: Step): Promise<Answer> => {
    const { given, client, signal } = step;
    const changed = await client[name]({ ...namedIn(step), reason: given.text }, { signal });
    return brief(changed, changed.warnings);
  };

const actions: Readonly<Record<Given['action'], (step: Step) => Promise<string | Answer>>> = {
  list,
  show: async (step) => tell(await step.client.getTask(namedIn(step), { signal: step.signal }), step),
  new: create,
  claim,
  done: finish('done'),
  fail: finish('failed'),
  release: change('releaseTask'),
  decline: change('declineTask'),
  cancel: change('cancelTask'),
  reopen: change('reopenTask'),
};
