import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { filePath } from './files.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { Task, taskFields, TaskLabel, taskLimits, TaskLink, TaskStatus } from './tasks.ts';
import { AgentId, KnownAgentId, nameUpTo, screenedBody, textUpTo } from './text.ts';
import { waitQuery } from './wait-query.ts';

const reasonMeta = { description: 'Why, for people', examples: ['The API is not there yet.'] };

const path = '/api/sessions/:sessionId/tasks';
const one = `${path}/:taskId` as const;

const title = nameUpTo(taskLimits.titleCharacters).min(1).meta(taskFields.title);
const description = textUpTo(taskLimits.textBytes).meta(taskFields.description);
const dependsOn = z
  .array(z.string().min(1).max(64))
  .max(taskLimits.dependencies)
  .meta({ description: 'Tasks of the session that must be done before, by id or number', examples: [['1']] });
/** A path of a task without a closing slash. With a glob sign it holds what lies below the folders that match. */
const withoutSlash = (path: string): string =>
  path.endsWith('/') ? (/[*?]/.test(path) ? `${path}**` : path.slice(0, -1)) : path;

const paths = z.array(filePath(taskLimits.pathBytes, withoutSlash)).max(taskLimits.paths).meta(taskFields.paths);
const labels = z.array(TaskLabel).max(taskLimits.labels).meta(taskFields.labels);
const priority = z.int().min(0).max(3).meta(taskFields.priority);
const reason = nameUpTo(taskLimits.reasonCharacters)
  .min(1)
  .refine((text) => text !== 'lease' && text !== 'removed', { error: 'must not be a word of the service' })
  .meta(reasonMeta);
const offeredTo = AgentId.meta({ description: 'An agent of the session that is asked to take it', examples: ['bob'] });
const overlap = z
  .boolean()
  .meta({ description: 'True: take it although another task in work holds one of its paths', examples: [false] })
  .default(false);

const createTask = endpoint({
  method: 'POST',
  path,
  access: 'inviter',
  summary: 'Create a task',
  description: 'Asks for work. With `claim` the caller owns it at once.',
  body: z.object({
    title,
    description: description.default(''),
    offeredTo: offeredTo.optional(),
    dependsOn: dependsOn.default([]),
    paths: paths.default([]),
    labels: labels.default([]),
    priority: priority.default(1),
    leaseMs: z
      .int()
      .min(taskLimits.leastLeaseMs)
      .max(taskLimits.mostLeaseMs)
      .meta(taskFields.lease)
      .default(taskLimits.usualLeaseMs),
    claim: z
      .boolean()
      .meta({ description: 'True: the caller takes it in the same step', examples: [true] })
      .default(false),
    overlap,
    a2a: z
      .boolean()
      .meta({
        description: 'True: a task of A2A, which is cancelled when it is declined, and is not reopened',
        examples: [false],
      })
      .default(false),
    ...screenedBody,
  }),
  screened: ['title', 'description', 'paths', 'labels'],
  result: Task,
  status: [201],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'limit_reached', 'task_blocked', 'paths_taken'],
  example: { body: { title: 'Parse ISO 8601 dates', paths: ['src/dates/**'], priority: 2 } },
});

const listTasks = (limits: Limits) =>
  endpoint({
    method: 'GET',
    path,
    access: 'reader',
    summary: 'List tasks',
    description: 'Returns the tasks by priority, and by number among those of one priority.',
    query: z.object({
      status: TaskStatus.optional(),
      assignee: KnownAgentId.meta({ description: 'Only tasks of this owner', examples: ['bob'] }).optional(),
      ready: z
        .enum(['true'])
        .meta({ description: '`true`: only tasks that are open and that nothing blocks', examples: ['true'] })
        .optional(),
      label: TaskLabel.meta({ description: 'Only tasks with this label', examples: ['typescript'] }).optional(),
      path: filePath(limits.pathBytes)
        .meta({ description: 'Only tasks in work whose `paths` match this path', examples: ['src/dates/parse.ts'] })
        .optional(),
      sentTo: z
        .union([KnownAgentId, z.literal('-')])
        .meta({
          description:
            'Only tasks that the caller sent to this agent through A2A, `-` for those to whoever takes them; newest change first',
          examples: ['bob'],
        })
        .optional(),
      ...pageQuery,
    }),
    result: pageOf(Task),
    status: [200],
    example: { query: { ready: 'true' } },
  });

const getTask = endpoint({
  method: 'GET',
  path: one,
  access: 'reader',
  summary: 'Read a task',
  tagged: true,
  result: Task,
  status: [200],
});

const claimTask = endpoint({
  method: 'POST',
  path: `${path}/claim`,
  access: 'agent',
  summary: 'Claim a task',
  description:
    'Makes the named task the caller’s own, or the first that is offered to the caller or ready. With `wait` the service holds the request until there is one.',
  query: z.object(waitQuery),
  body: z.object({
    taskId: z
      .string()
      .min(1)
      .max(64)
      .meta({ description: 'The id or number of a task; the first that fits when left out', examples: ['3'] })
      .optional(),
    labels: labels.meta({ ...taskFields.labels, description: 'Only a task with all of these labels' }).default([]),
    overlap,
  }),
  result: z.object({
    task: Task.nullable().meta({ description: 'The task that the caller owns now; null when there was none' }),
  }),
  status: [200],
  errors: ['CONFLICT'],
  conflicts: [
    'session_completed',
    'limit_reached',
    'task_taken',
    'task_blocked',
    'task_offered',
    'task_ended',
    'paths_taken',
  ],
  example: { body: { labels: ['typescript'] } },
});

/** A step of a task that takes no more than a reason. */
const step = <const Name extends string, const Access extends 'agent' | 'inviter'>(
  name: Name,
  access: Access,
  summary: string,
  description: string,
) =>
  endpoint({
    method: 'POST',
    path: `${one}/${name}`,
    access,
    summary,
    description,
    body: z.object({ reason: reason.optional(), ...screenedBody }),
    screened: ['reason'],
    result: Task,
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['session_completed', 'task_state', 'limit_reached'],
    example: { body: { reason: 'The API is not there yet.' } },
  });

const finishTask = endpoint({
  method: 'POST',
  path: `${one}/finish`,
  access: 'agent',
  summary: 'Finish a task',
  description: 'Ends a task of the caller’s own, with its result.',
  body: z.object({
    outcome: z.enum(['done', 'failed']).meta({ description: 'How it ended' }),
    text: textUpTo(taskLimits.textBytes)
      .meta({ description: 'The result in words', examples: ['All 40 cases pass.'] })
      .default(''),
    links: z
      .array(TaskLink)
      .max(taskLimits.links)
      .meta({ description: 'The things that the work has made' })
      .default([]),
    reason: reason.optional(),
    ...screenedBody,
  }),
  screened: ['text', 'links', 'reason'],
  result: Task,
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'task_state'],
  example: { body: { outcome: 'done', text: 'All 40 cases pass.' } },
});

const unchanged = 'stays as it is when left out';

const updateTask = endpoint({
  method: 'PATCH',
  path: one,
  access: 'inviter',
  summary: 'Change a task',
  description: 'Changes the fields of a task that has not ended. `offeredTo` null takes an offer back.',
  body: z.object({
    expectedVersion: z
      .int()
      .positive()
      .meta({ description: 'The version that the change is based on; a stale one is 409', examples: [1] }),
    title: title.meta({ ...taskFields.title, description: `${taskFields.title.description}; ${unchanged}` }).optional(),
    description: description.optional(),
    dependsOn: dependsOn.optional(),
    paths: paths.optional(),
    labels: labels.optional(),
    priority: priority.optional(),
    offeredTo: offeredTo
      .nullable()
      .meta({
        description: 'An agent of the session that is asked to take it; null takes the offer back',
        examples: ['bob'],
      })
      .optional(),
    ...screenedBody,
  }),
  screened: ['title', 'description', 'paths', 'labels'],
  preconditions: ['if-match'],
  result: Task,
  status: [200],
  errors: ['CONFLICT'],
  conflicts: ['session_completed', 'stale_version', 'task_state', 'task_cycle', 'limit_reached', 'paths_taken'],
  example: { body: { expectedVersion: 1, priority: 3 } },
});

export const taskEndpoints = (limits: Limits) => ({
  createTask,
  listTasks: listTasks(limits),
  claimTask,
  getTask,
  updateTask,
  declineTask: step(
    'decline',
    'agent',
    'Decline a task',
    'Refuses a task that is offered to the caller; it is open then.',
  ),
  releaseTask: step(
    'release',
    'inviter',
    'Release a task',
    'Gives up the ownership of a task: by its owner, its requester, or the creator’s tokens.',
  ),
  finishTask,
  cancelTask: step(
    'cancel',
    'inviter',
    'Cancel a task',
    'Ends a task without a result: by its requester, or the creator’s tokens.',
  ),
  reopenTask: step(
    'reopen',
    'inviter',
    'Reopen a task',
    'Opens a task that has ended: by its requester, or the creator’s tokens.',
  ),
});
