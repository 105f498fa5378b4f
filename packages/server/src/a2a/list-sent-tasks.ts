import { a2aStatusOf, type Ask, type Task } from '@pairspace/protocol';
import type { A2aCall } from './a2a-call.ts';
import { findOpenAsks, presentTask } from './present-task.ts';
import type { ParamsOf } from './requests.ts';

/** The tasks that the caller sent to this agent, newest change first (A2A-9). */
export const listSentTasks = async (
  call: A2aCall,
  {
    contextId,
    status,
    pageSize,
    pageToken,
    historyLength,
    statusTimestampAfter,
    includeArtifacts,
  }: ParamsOf<'ListTasks'>,
): Promise<object> => {
  const asks = await findOpenAsks(call);
  const isWanted = (task: Task): boolean =>
    status === undefined || status === 'TASK_STATE_UNSPECIFIED' || stateOf(task, asks) === status;
  const after = statusTimestampAfter === undefined ? 0 : Date.parse(statusTimestampAfter);
  // Only an ask can make a status newer than its task, and the list begins with the newest tasks.
  const askedSince = new Set([...asks].flatMap(([id, ask]) => (Date.parse(ask.createdAt) >= after ? [id] : [])));
  const before = pageToken ? Number(pageToken) : Infinity;
  const page: Task[] = [];
  let totalSize = 0;
  let isLast = true;
  if (contextId === undefined || contextId === call.agent.sessionId) {
    for await (const task of sentTasks(call)) {
      if (askedSince.size === 0 && Date.parse(task.updatedAt) < after) break;
      askedSince.delete(task.id);
      if (Date.parse(a2aStatusOf(task, asks.get(task.id)).timestamp) < after || !isWanted(task)) continue;
      totalSize++;
      if (task.seq >= before) continue;
      if (page.length < pageSize) page.push(task);
      else isLast = false;
    }
  }
  const shown = { historyLength, artifacts: includeArtifacts ? 'addresses' : 'none' } as const;
  return {
    tasks: await Promise.all(page.map((task) => presentTask(call, task, asks.get(task.id), shown))),
    nextPageToken: isLast ? '' : String(page.at(-1)?.seq ?? ''),
    pageSize,
    totalSize,
  };
};

const stateOf = (task: Task, asks: ReadonlyMap<string, Ask>): string => a2aStatusOf(task, asks.get(task.id)).state;

async function* sentTasks({ calls, agent }: A2aCall): AsyncGenerator<Task> {
  let cursor: string | null | undefined;
  do {
    const { items, nextCursor } = await calls.listTasks({
      sessionId: agent.sessionId,
      sentTo: agent.agentId ?? '-',
      limit: 200,
      ...(cursor && { cursor }),
    });
    yield* items;
    cursor = nextCursor;
  } while (cursor !== null);
}
