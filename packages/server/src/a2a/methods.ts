import { isEndedTask, maxWaitSeconds, ServiceError, type Task } from '@pairspace/protocol';
import type { A2aCall } from './a2a-call.ts';
import { A2aError } from './a2a-error.ts';
import { type Followed, followTask, streamTask, withAsks } from './follow-task.ts';
import { listSentTasks } from './list-sent-tasks.ts';
import { getOwnTask } from './own-task.ts';
import { presentTask } from './present-task.ts';
import { findPush, listPush, removePush, setPush } from './push-configs.ts';
import { isMethod, type MethodName, type ParamsOf, paramsOf } from './requests.ts';
import { sendMessage } from './send-message.ts';

/** The answer of a method: a value, or a stream of values. */
export type Answered = object | AsyncGenerator<object>;

type Methods = { [N in MethodName]: (call: A2aCall, params: ParamsOf<N>) => Promise<Answered> };

/** The operations of A2A, the same in both bindings. */
const methods: Methods = {
  async SendMessage(call, params) {
    const sent = await send(call, params);
    const { returnImmediately = false, historyLength } = params.configuration ?? {};
    return { task: await present(call, returnImmediately ? sent : await waitFor(call, sent), historyLength) };
  },
  async SendStreamingMessage(call, params) {
    return streamTask(call, await send(call, params));
  },
  async GetTask(call, { id, historyLength }) {
    return present(call, await withAsks(call, await getOwnTask(call, id)), historyLength);
  },
  ListTasks: listSentTasks,
  async CancelTask(call, { id }) {
    const task = await getOwnTask(call, id);
    if (isEndedTask(task.status)) throw notCancelable(task);
    const { sessionId } = call.agent;
    const cancelled = await call.calls.cancelTask({ sessionId, taskId: task.id }).catch((error: unknown) => {
      const isLate = error instanceof ServiceError && error.details?.['reason'] === 'task_state';
      throw isLate ? notCancelable(task) : error;
    });
    return present(call, { task: cancelled, asks: [] });
  },
  async SubscribeToTask(call, { id }) {
    const task = await getOwnTask(call, id);
    if (isEndedTask(task.status)) {
      throw new A2aError('UNSUPPORTED_OPERATION', 'The task has ended. GetTask answers it as it is.');
    }
    return streamTask(call, await withAsks(call, task));
  },
  async CreateTaskPushNotificationConfig(call, params) {
    return setPush(call, await getOwnTask(call, params.taskId), params);
  },
  async GetTaskPushNotificationConfig(call, { taskId, id }) {
    return findPush(call, await getOwnTask(call, taskId), id);
  },
  async ListTaskPushNotificationConfigs(call, { taskId }) {
    return listPush(call, await getOwnTask(call, taskId));
  },
  async DeleteTaskPushNotificationConfig(call, { taskId, id }) {
    return removePush(call, await getOwnTask(call, taskId), id);
  },
  GetExtendedAgentCard: () =>
    Promise.reject(new A2aError('UNSUPPORTED_OPERATION', 'The card of this agent is all there is.')),
};

/** Runs a method by its name, with parameters that are not checked yet. */
export const runMethod = async (name: string, given: unknown, call: A2aCall): Promise<Answered> => {
  if (!isMethod(name)) {
    throw new A2aError('METHOD_NOT_FOUND', `There is no such method. A2A 1.0 has ${Object.keys(methods).join(', ')}.`);
  }
  return runParsed(name, given, call);
};

const runParsed = <N extends MethodName>(name: N, given: unknown, call: A2aCall): Promise<Answered> =>
  methods[name](call, paramsOf(name, given));

/** Sends a message. A push notification config in it is set for the task that the message makes or is about. */
const send = async (call: A2aCall, params: ParamsOf<'SendMessage'>): Promise<Followed> => {
  const task = await sendMessage(call, params);
  const config = params.configuration?.taskPushNotificationConfig;
  if (config) await setPush(call, task, config);
  // The stored answer to a repeated message holds the task as it was then, so the task is read again.
  return withAsks(call, await getOwnTask(call, task.id));
};

const present = (call: A2aCall, { task, asks }: Pick<Followed, 'task' | 'asks'>, historyLength?: number) =>
  presentTask(call, task, asks[0], { historyLength, artifacts: 'contents' });

/**
 * Waits until the task has ended or people are asked, the caller leaves, or the longest wait of a read is over (A2A-7).
 */
const waitFor = async (call: A2aCall, begun: Followed): Promise<Followed> => {
  if (isSettled(begun)) return begun;
  const signal = AbortSignal.any([call.gone, AbortSignal.timeout(maxWaitSeconds * 1000)]);
  let last = begun;
  for await (const followed of followTask(call, begun, signal)) {
    last = followed;
    if (isSettled(last)) break;
  }
  return last;
};

const isSettled = ({ task, asks }: Followed): boolean => isEndedTask(task.status) || asks.length > 0;

const notCancelable = ({ status }: Task): A2aError =>
  new A2aError('TASK_NOT_CANCELABLE', `The task has ended (${status}).`);
