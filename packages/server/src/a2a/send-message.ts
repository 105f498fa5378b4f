import { conflict, invalid, isEndedTask, oneLine, ServiceError, type Task, taskLimits } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import type { A2aCall } from './a2a-call.ts';
import { A2aError } from './a2a-error.ts';
import { getOwnTask } from './own-task.ts';
import { withReferences } from './references.ts';
import { type SendMessage, textOf } from './requests.ts';

/** Sends a message: makes a task, or tells the message to the agent of the named task (A2A-6, A2A-7). */
export const sendMessage = async (call: A2aCall, { message }: SendMessage): Promise<Task> => {
  const { messageId, contextId, taskId, parts, referenceTaskIds } = message;
  const { sessionId, agentId } = call.agent;
  const said = textOf(parts);
  if (said.trim() === '') throw invalid('params.message.parts', 'must hold text');
  const task = taskId === undefined ? undefined : await getOwnTask(call, taskId);
  if (contextId !== undefined && contextId !== sessionId) {
    throw invalid('params.message.contextId', `must be ${sessionId}, the session of this agent, or be left out`);
  }
  const text = withReferences(said, await findReferences(call, referenceTaskIds ?? []));
  // A client that lost the answer sends the same message again. Some clients use one id for several messages (A2A-7).
  const key = hash('sha256', JSON.stringify([agentId, messageId, taskId ?? null, text]));
  const options = { headers: { 'idempotency-key': `a2a-${key}` } };
  const calls = call.idempotentCalls({
    route: `a2a ${sessionId}`,
    body: JSON.stringify([taskId ?? null, text]),
    refusal: task && isEndedTask(task.status) ? refusalOfEnded(task) : undefined,
  });
  try {
    if (task) return await tell({ ...call, calls }, task, text, options);
    const [firstLine = ''] = text.split('\n').filter((line) => line.trim() !== '');
    return await calls.createTask(
      {
        sessionId,
        title: oneLine(firstLine, taskLimits.titleCharacters),
        description: text,
        a2a: true,
        ...(agentId !== null && { offeredTo: agentId }),
      },
      options,
    );
  } catch (error) {
    throw asA2aSays(error);
  }
};

/** The tasks to which a message refers. */
const findReferences = ({ calls, agent: { sessionId } }: A2aCall, ids: readonly string[]): Promise<Task[]> =>
  Promise.all(
    ids.map((taskId, index) =>
      calls.getTask({ sessionId, taskId }).catch((error: unknown) => {
        const isUnknown = error instanceof ServiceError && ['NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code);
        throw isUnknown
          ? invalid(`params.message.referenceTaskIds.${String(index)}`, 'must be a task of this agent')
          : error;
      }),
    ),
  );

const refusalOfEnded = ({ status }: Task): ServiceError =>
  conflict('task_state', `The task has ended (${status}), and takes no more messages.`);

/** Posts a message to the owner of a task, or else to the agent to which the task is offered. */
const tell = async (
  { calls, caller, agent: { sessionId } }: A2aCall,
  task: Task,
  text: string,
  options: { headers: Record<string, string> },
): Promise<Task> => {
  const told = task.assignee?.agentId ?? task.offeredTo;
  const said = {
    sessionId,
    content: `About task ${String(task.number)}:\n${text}`,
    mentions: told === null ? [] : [told],
  };
  await (caller.kind === 'agent'
    ? calls.postMessage({ ...said, metadata: { taskId: task.id } }, options)
    : calls.postHumanMessage(said, options));
  return task;
};

/** The reasons for which a message to an ended task or session is refused. */
const endReasons: ReadonlySet<unknown> = new Set(['session_completed', 'task_state']);

/** Translates a refusal of the service into the terms of A2A. */
const asA2aSays = (error: unknown): unknown => {
  if (!(error instanceof ServiceError)) return error;
  if (error.code === 'CONFLICT' && endReasons.has(error.details?.['reason'])) {
    return new A2aError('UNSUPPORTED_OPERATION', error.message);
  }
  const [issue] = (error.details?.['issues'] ?? []) as { path: string }[];
  return issue?.path === 'body.offeredTo'
    ? new ServiceError('NOT_FOUND', 'There is no such agent in this session.')
    : inCallersNames(error);
};

/** A refusal that names the field of the caller from which the named field was made. */
const inCallersNames = ({ code, message, details }: ServiceError): ServiceError => {
  const named = (text: string): string =>
    text.replace(/\bbody\.(?:description|title|content)\b/g, 'params.message.parts');
  const renamed = details && (JSON.parse(named(JSON.stringify(details))) as Record<string, unknown>);
  return new ServiceError(code, named(message), renamed && { details: renamed });
};
