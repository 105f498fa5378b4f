import type { Endpoints, Limits } from '@pairspace/protocol';
import { tasksTopic } from '../events/topics.ts';
import { Answer } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import { NothingToClaim } from '../http/dispatch/nothing-to-claim.ts';
import { versionTag } from '../lib/entity-tags.ts';
import type { Queries } from '../storage/storage.ts';
import { claimTask, findClaimable } from './claim-task.ts';
import { createTask } from './create-task.ts';
import { declineTask, releaseTask } from './end-ownership.ts';
import { cancelTask, finishTask, reopenTask } from './end-task.ts';
import { pathWarnings } from './held-paths.ts';
import { getTask, listTasks } from './list-tasks.ts';
import { updateTask } from './update-task.ts';

/** Notifications wake waiting claims; the poll makes up for lost notifications. */
const pollMs = 20_000;

interface TaskRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  limits: Limits;
}

export const bindTasks = (routes: TaskRoutes): void => {
  bindTaskFields(routes);
  bindClaim(routes);
  bindSteps(routes);
};

const bindTaskFields = ({ bind, endpoints, read, limits }: TaskRoutes): void => {
  bind(endpoints.createTask, ({ caller, body, write }) =>
    write(async (tx) => {
      const task = await createTask(tx, caller, body, limits);
      return { ...task, ...(await pathWarnings(tx, caller, task)) };
    }),
  );
  bind(endpoints.listTasks, ({ caller, session, params, query }) =>
    listTasks(read, params.sessionId, { ...query, lastSeq: session?.lastSeq ?? 0 }, caller),
  );
  bind(endpoints.getTask, async ({ params }) => {
    const task = await getTask(read, params.sessionId, params.taskId);
    return new Answer(task, { headers: { etag: versionTag(task.version) } });
  });
  bind(endpoints.updateTask, ({ caller, params, body, preconditions, write }) =>
    write(async (tx) => {
      const task = await updateTask(tx, caller, params.taskId, body, preconditions.admits, limits);
      return { ...task, ...(body.paths && (await pathWarnings(tx, caller, task))) };
    }),
  );
};

const bindClaim = ({ bind, endpoints, read, limits }: TaskRoutes): void => {
  bind(endpoints.claimTask, async ({ caller, query, body, longPoll, write }) => {
    const deadline = performance.now() + (query.wait ?? 0) * 1000;
    const claim = () =>
      write(async (tx) => {
        const task = await claimTask(tx, caller, body, limits.heldPaths);
        if (!task) throw new NothingToClaim();
        return { task, ...(await pathWarnings(tx, caller, task)) };
      });
    // A claim that waited in a session that was completed meanwhile runs once more, so that it is refused. If the
    // session was opened again, the repeated claim is not refused.
    for (let wasCompleted = false; ;) {
      const claimed = await claim().catch(NothingToClaim.asNull);
      if (claimed) return claimed;
      if (wasCompleted) return { task: null };
      const { result: found, completed } = await longPoll(
        Math.max(0, deadline - performance.now()) / 1000,
        () => findClaimable(read, caller, body),
        (ref) => ref === undefined,
        { topic: tasksTopic(caller.sessionId), pollMs },
      );
      if (found === undefined && !completed) return { task: null };
      wasCompleted = completed;
    }
  });
};

const bindSteps = ({ bind, endpoints, limits }: TaskRoutes): void => {
  bind(endpoints.declineTask, ({ caller, params, body, write }) =>
    write((tx) => declineTask(tx, caller, params.taskId, body.reason ?? null)),
  );
  bind(endpoints.releaseTask, ({ caller, params, body, write }) =>
    write((tx) => releaseTask(tx, caller, params.taskId, body.reason ?? null)),
  );
  bind(endpoints.finishTask, ({ caller, params, body, write }) =>
    write((tx) => finishTask(tx, caller, params.taskId, body)),
  );
  bind(endpoints.cancelTask, ({ caller, params, body, write }) =>
    write((tx) => cancelTask(tx, caller, params.taskId, body.reason ?? null)),
  );
  bind(endpoints.reopenTask, ({ caller, params, body, write }) =>
    write((tx) => reopenTask(tx, caller, params.taskId, body.reason ?? null, limits)),
  );
};
