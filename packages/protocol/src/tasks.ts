import { z } from 'zod';
import { Actor } from './actor.ts';
import { SessionId, TaskId } from './ids.ts';
import { KnownAgentId, nameUpTo, Timestamp } from './text.ts';

export const TaskStatus = z.enum(['open', 'offered', 'working', 'done', 'failed', 'cancelled']).meta({
  description:
    '`open`: nobody owns it; `offered`: one agent is asked to take it; `working`: it has an owner; the others are its ends',
  examples: ['working'],
});
export type TaskStatus = z.output<typeof TaskStatus>;

/** The bounds of the fields of a task (TASK-2). */
export const taskLimits = {
  titleCharacters: 200,
  /** The bound of the description, and of the text of a result. */
  textBytes: 16 * 1024,
  reasonCharacters: 500,
  dependencies: 50,
  paths: 50,
  pathBytes: 200,
  labels: 20,
  labelCharacters: 64,
  links: 50,
  leastLeaseMs: 60_000,
  usualLeaseMs: 15 * 60_000,
  mostLeaseMs: 24 * 60 * 60_000,
} as const;

/** The descriptions of fields that bodies and tasks share. */
export const taskFields = {
  title: { description: 'A line that names the task', examples: ['Parse ISO 8601 dates'] },
  description: { description: 'The task in full, Markdown', examples: ['Leap seconds are out of scope.'] },
  paths: {
    description:
      'Globs of the paths that the work touches; they are held while the task has an owner. A path without a glob sign holds what lies below it, too',
    examples: [['src/dates/**']],
  },
  labels: { description: 'Words by which agents choose tasks', examples: [['typescript']] },
  priority: { description: '3 comes first, 0 last', examples: [1] },
  lease: {
    description: 'How long the task stays its owner’s after the owner’s last sign of life, in milliseconds',
    examples: [taskLimits.usualLeaseMs],
  },
} as const;

export const TaskLabel = nameUpTo(taskLimits.labelCharacters)
  .min(1)
  .refine((label) => !/\p{Cc}/u.test(label), { error: 'must have no control characters' });

export const TaskLink = z
  .object({
    kind: z.enum(['note', 'file', 'job', 'message', 'url']).meta({ description: 'The kind of what `ref` names' }),
    ref: nameUpTo(2048)
      .min(1)
      .meta({ description: 'An id or path of the session, or a URL', examples: ['src/dates/parse.ts'] }),
    title: nameUpTo(200)
      .min(1)
      .optional()
      .meta({ description: 'A name for people', examples: ['The parser'] }),
  })
  .meta({ description: 'A link to what the work has made' });

export const TaskResult = z
  .object({
    text: z.string().meta({ description: 'The result in words', examples: ['All 40 cases pass.'] }),
    links: z.array(TaskLink).meta({ description: 'The things that it made' }),
  })
  .meta({ description: 'The result of a task' });

export const Task = z
  .object({
    id: TaskId.meta({ description: 'The task; newer ones sort after older ones' }),
    taskId: TaskId.meta({ description: 'The same as `id`' }),
    sessionId: SessionId,
    number: z
      .int()
      .positive()
      .meta({
        description: 'Counts the tasks of the session from 1; every path takes it in place of the id',
        examples: [3],
      }),
    seq: z
      .int()
      .positive()
      .meta({ description: 'The event of its newest change', examples: [9] }),
    version: z
      .int()
      .positive()
      .meta({ description: 'Counts the changes, from 1', examples: [2] }),
    title: z.string().meta(taskFields.title),
    description: z.string().meta(taskFields.description),
    status: TaskStatus,
    requester: Actor.meta({ description: 'The agent or person that asked for it' }),
    assignee: z
      .object({
        agentId: KnownAgentId,
        agentName: z.string().meta({ description: 'The name for people', examples: ['Ada'] }),
      })
      .nullable()
      .meta({ description: 'The owner, or the last owner of a task that has ended', examples: [null] }),
    offeredTo: KnownAgentId.nullable().meta({ description: 'The agent that is asked to take it', examples: [null] }),
    dependsOn: z.array(TaskId).meta({ description: 'The tasks that must be done before' }),
    blockedBy: z.array(TaskId).meta({ description: 'Those of `dependsOn` that are not done', examples: [[]] }),
    ready: z.boolean().meta({ description: 'Whether it is open and nothing blocks it', examples: [true] }),
    paths: z.array(z.string()).meta(taskFields.paths),
    labels: z.array(z.string()).meta(taskFields.labels),
    priority: z.int().min(0).max(3).meta(taskFields.priority),
    leaseMs: z.int().positive().meta(taskFields.lease),
    leaseUntil: Timestamp.nullable().meta({
      description: 'When it becomes open again unless its owner gives a sign of life; null while nobody owns it',
      examples: ['2026-11-02T09:45:00.000Z'],
    }),
    attempts: z
      .int()
      .nonnegative()
      .meta({ description: 'How often it was claimed', examples: [1] }),
    result: TaskResult.nullable().meta({ description: 'The result; null before it was finished', examples: [null] }),
    reason: z
      .string()
      .nullable()
      .meta({
        description: 'Why its newest change came; `lease` and `removed` are the service’s own',
        examples: [null],
      }),
    a2a: z
      .object({
        agentId: KnownAgentId.nullable().meta({
          description: 'The seat that was called; null for whoever takes it',
          examples: ['bob'],
        }),
        declined: z.boolean().meta({ description: 'Whether that agent refused it', examples: [false] }),
      })
      .optional()
      .meta({ description: 'Where it was sent through A2A; absent for other tasks' }),
    copiedFrom: z
      .object({
        sessionId: SessionId.meta({ description: 'The session of that task' }),
        taskId: TaskId.meta({ description: 'The id of the original task' }),
        version: z.int().meta({ description: 'The version of the original task at that time', examples: [3] }),
      })
      .optional()
      .meta({ description: 'The task that a fork copied; absent for a task of its own' }),
    createdAt: Timestamp.meta({ description: 'When it was created' }),
    updatedAt: Timestamp.meta({ description: 'When it changed last' }),
    endedAt: Timestamp.nullable().meta({ description: 'When it ended; null while it has not', examples: [null] }),
  })
  .meta({ id: 'Task', description: 'Work that somebody asked for, with at most one owner' });
export type Task = z.output<typeof Task>;

/** A task as the state of a session shows it. */
export const TaskSummary = Task.pick({
  id: true,
  number: true,
  seq: true,
  version: true,
  title: true,
  status: true,
  requester: true,
  assignee: true,
  offeredTo: true,
  priority: true,
}).meta({ id: 'TaskSummary', description: 'A task in a few fields' });
export type TaskSummary = z.output<typeof TaskSummary>;

/** The fields that the service computes for each answer. No event reports a change of such a field. */
export const computedTaskFields = ['blockedBy', 'ready', 'leaseUntil'] as const satisfies (keyof Task)[];
