import type { Task } from '@pairspace/protocol';
import type { A2aCall } from './a2a-call.ts';
import { A2aError } from './a2a-error.ts';
import type { PushConfig } from './requests.ts';

type OwnTask = Pick<Task, 'id' | 'sessionId'>;

const placeOf = ({ id, sessionId }: OwnTask) => ({ sessionId, taskId: id });

/** Registers a receiver for the states of a task (A2A-11). */
export const setPush = async (call: A2aCall, task: OwnTask, { id, url, ...shown }: PushConfig): Promise<object> => {
  const given = { id, url, headers: headersOf(shown) };
  return { ...(await call.pushConfigs.set(call.identify, placeOf(task), given)), taskId: task.id };
};

const headersOf = ({
  token,
  authentication,
}: Pick<PushConfig, 'token' | 'authentication'>): Record<string, string> => ({
  ...(token && { 'x-a2a-notification-token': token }),
  ...(authentication?.credentials && { authorization: `${authentication.scheme} ${authentication.credentials}` }),
});

/** The configs of a task, without their secrets. */
export const listPush = async ({ pushConfigs }: A2aCall, task: OwnTask): Promise<{ configs: { id: string }[] }> => {
  const configs = await pushConfigs.list(placeOf(task));
  return { configs: configs.map((config) => ({ ...config, taskId: task.id })) };
};

export const findPush = async (call: A2aCall, task: OwnTask, id: string): Promise<object> => {
  const { configs } = await listPush(call, task);
  const found = configs.find((config) => config.id === id);
  if (!found) throw new A2aError('TASK_NOT_FOUND', 'The task has no such push notification config.');
  return found;
};

export const removePush = async ({ pushConfigs, identify }: A2aCall, task: OwnTask, id: string): Promise<object> => {
  await pushConfigs.remove(identify, placeOf(task), id);
  return {};
};
