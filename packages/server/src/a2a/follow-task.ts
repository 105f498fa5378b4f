import { a2aStatusOf, type Ask, isEndedTask, type Task } from '@pairspace/protocol';
import type { A2aCall } from './a2a-call.ts';
import { artifactsOf, listOpenAsks, presentTask } from './present-task.ts';

/** A task as it is after an event of its session. */
export interface Followed {
  task: Task;
  /** The open asks about the task, oldest first. */
  asks: readonly Ask[];
  /** The seq up to which `task` has all events. */
  since: number;
}

/** A task that was read in this call, with its open asks and the seq after which its changes are still to come. */
export const withAsks = async (call: A2aCall, task: Task): Promise<Followed> => {
  const asks = isEndedTask(task.status) ? [] : await listOpenAsks(call);
  return { task, asks: asks.filter(({ taskId }) => taskId === task.id).reverse(), since: call.lastSeq };
};

/** Yields the task and its open asks after each change of them, until the task has ended (A2A-8). */
export async function* followTask(call: A2aCall, begun: Followed, signal: AbortSignal): AsyncGenerator<Followed> {
  let { task } = begun;
  if (isEndedTask(task.status)) return;
  const asks = new Map(begun.asks.map((ask) => [ask.id, ask]));
  for await (const event of call.events(begun.since, signal)) {
    if (event.event.startsWith('task.')) {
      const changed = event.data as Task;
      if (changed.id !== task.id || changed.version <= task.version) continue;
      task = changed;
    } else {
      const ask = event.data as Ask;
      if (ask.taskId !== task.id) continue;
      if (ask.status === 'open') asks.set(ask.id, ask);
      else if (!asks.delete(ask.id)) continue;
    }
    yield { task, asks: [...asks.values()], since: event.seq };
    if (isEndedTask(task.status)) return;
  }
}

/** A stream of A2A: the task, then its changes. */
export async function* streamTask(call: A2aCall, begun: Followed): AsyncGenerator<object> {
  const shown = { artifacts: 'contents', historyLength: undefined } as const;
  yield { task: await presentTask(call, begun.task, begun.asks[0], shown) };
  let state = a2aStatusOf(begun.task, begun.asks[0]).state;
  for await (const { task, asks } of followTask(call, begun, call.gone)) {
    const status = a2aStatusOf(task, asks[0]);
    if (status.state === state) continue;
    ({ state } = status);
    const named = { taskId: task.id, contextId: task.sessionId };
    for (const artifact of await artifactsOf(call, task, true)) {
      yield { artifactUpdate: { ...named, artifact, lastChunk: true } };
    }
    yield { statusUpdate: { ...named, status } };
  }
}
