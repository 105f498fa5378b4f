import { conflict, isEndedTask, ServiceError } from '@pairspace/protocol';
import { hash } from 'node:crypto';
import { assertStorageHasRoom } from '../access/capacity.ts';
import type { SessionCaller } from '../access/caller.ts';
import { makersOf } from '../access/makers-of.ts';
import { recordOrigin, webhookOf } from '../access/origin.ts';
import { endWebhooks } from '../events/queue-deliveries.ts';
import { findTaskNow, queueTaskNotice } from '../events/queue-task-notices.ts';
import { newId } from '../lib/ids.ts';
import type { SecretBox } from '../lib/secret-box.ts';
import { sql } from '../storage/sql.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import type { WebhookRow } from './webhook-store.ts';

const mostOfTask = 5;
const mostOfSession = 100;
/** The number of webhooks in one sweep, which bounds how long it blocks the writer. */
const sweepRows = 100;

interface TaskPlace {
  sessionId: string;
  taskId: string;
}

interface GivenConfig {
  /** The id of the config, by default a hash of the URL, so that a repeated request makes no second config. */
  id?: string | undefined;
  url: string;
  /** Additional headers of each request. */
  headers: Readonly<Record<string, string>>;
}

type TaskWebhook = Pick<WebhookRow, 'id' | 'url'>;

/** Identifies the caller in a transaction; throws if the token has ended (SEAT-9). */
type Identify = (db: Queries) => Promise<SessionCaller>;

/** The webhooks that are notified of one task; no list of webhooks contains them. */
export const taskWebhooks = ({ storage, secrets }: { storage: Storage; secrets: SecretBox }) => ({
  set: (identify: Identify, place: TaskPlace, given: GivenConfig): Promise<TaskWebhook> =>
    storage.write(async (tx) => setTaskWebhook(tx, secrets, await identify(tx), place, given), {
      session: place.sessionId,
    }),
  list: ({ sessionId, taskId }: TaskPlace): Promise<TaskWebhook[]> =>
    storage.read.all<TaskWebhook>`
      select config_id as id, url from webhook where session_id = ${sessionId} and task_id = ${taskId}
      order by config_id
    `,
  remove: (identify: Identify, place: TaskPlace, id: string): Promise<number> =>
    storage.write((tx) => identify(tx).then(() => removeTaskWebhook(tx, place, id)), { session: place.sessionId }),
});

/** Makes or replaces the webhook, which gets the present state of the task first, and then each change of the task. */
const setTaskWebhook = async (
  tx: Transaction,
  secrets: SecretBox,
  caller: SessionCaller,
  place: TaskPlace,
  { url, headers, id = hash('sha256', url).slice(0, 32) }: GivenConfig,
): Promise<TaskWebhook> => {
  assertStorageHasRoom(tx);
  const { sessionId, taskId } = place;
  const task = await findTaskNow(tx, place);
  if (!task) throw new ServiceError('NOT_FOUND', 'There is no such task.');
  await removeTaskWebhook(tx, place, id);
  await assertRoom(tx, place);
  const webhookId = newId('whk', tx.now);
  const secret = Object.keys(headers).length === 0 ? null : secrets.seal(JSON.stringify(headers), webhookId);
  const isOver = isEndedTask(task.status);
  await tx.run`
    insert into webhook (id, url, events, session_id, scope, secret, format, active, failed_deliveries,
      leased_until, created_at, updated_at, task_id, config_id, ended_at)
    values (${webhookId}, ${url}, '[]', ${sessionId}, 'session', ${secret}, 'a2a', 1, 0, 0, ${tx.now},
      ${tx.now}, ${taskId}, ${id}, ${isOver ? tx.now : null})
  `;
  recordOrigin(tx, webhookOf(sessionId, webhookId), makersOf(caller));
  if (!isOver) {
    await tx.run`
      insert into webhook_subscription (session_id, event, webhook_id) values (${sessionId}, ${taskId}, ${webhookId})
    `;
  }
  await queueTaskNotice(tx, webhookId, { ...place, event: 'task.updated', seq: task.seq, status: task.a2a });
  return { id, url };
};

const assertRoom = async (tx: Transaction, { sessionId, taskId }: TaskPlace): Promise<void> => {
  const there = await tx.all<{ taskId: string }>`
    select task_id as "taskId" from webhook where session_id = ${sessionId} and task_id is not null
  `;
  const refuseAbove = (count: number, most: number, whole: string): void => {
    if (count < most) return;
    throw conflict('limit_reached', `A ${whole} has at most ${String(most)} push notification configs.`);
  };
  refuseAbove(there.filter((one) => one.taskId === taskId).length, mostOfTask, 'task');
  refuseAbove(there.length, mostOfSession, 'session');
};

const removeTaskWebhook = (tx: Transaction, { sessionId, taskId }: TaskPlace, id: string): Promise<number> =>
  endWebhooks(tx, sql`session_id = ${sessionId} and task_id = ${taskId} and config_id = ${id}`);

/** Removes some webhooks of ended tasks without pending deliveries; returns their number. */
export const sweepTaskWebhooks = async (tx: Transaction): Promise<number> => {
  const over = await tx.lockAvailable<{ id: string }>`
    select id from webhook
    where ended_at is not null
      and not exists (select 1 from delivery where webhook_id = webhook.id and status = 'pending')
    order by ended_at limit 0 + ${sweepRows}
  `;
  for (const { id } of over) await endWebhooks(tx, sql`id = ${id}`);
  return over.length;
};
