import { ServiceError } from '@pairspace/protocol';
import { forgetSession } from '../agent-statistics/reconcile.ts';
import { releaseContents } from '../contents/release-contents.ts';
import { inboxTopic } from '../events/concern.ts';
import type { Transaction } from '../storage/storage.ts';

/** Rows of a table that one sweep removes at most; bounds how long it keeps the writer. */
const sweepRows = 1000;
/** Of those that can be as large as a note or a file. */
const sweepLargeRows = 20;

/**
 * Deletes a session. Whatever makes it reachable goes at once: the session, its seats, observers and tokens, the
 * presence of its agents and its compute pool. What is behind it can be large and goes in small steps, by
 * `sweepDeleted`, which a restart takes up again.
 */
export const deleteSession = async (tx: Transaction, id: string): Promise<{ id: string; deleted: true }> => {
  // Before the session, as everywhere: two transactions that take rows in opposite order wait for each other.
  await tx.run`delete from presence where session_id = ${id}`;
  await tx.run`delete from job_lane where session_id = ${id}`;
  await tx.run`delete from compute_agent where session_id = ${id}`;
  await tx.run`delete from compute_pool where session_id = ${id}`;
  const sessions = await tx.run`delete from session where id = ${id}`;
  if (sessions === 0) throw new ServiceError('NOT_FOUND', 'There is no such session.');
  await forgetSession(tx, id);
  await tx.takeTurn();
  const seats = await tx.all<{ agentId: string }>`
    delete from seat where session_id = ${id} returning agent_id as "agentId"
  `;
  await tx.run`delete from observer where session_id = ${id}`;
  await tx.takeTurn();
  await tx.run`delete from token where session_id = ${id}`;
  await tx.takeTurn();
  await tx.run`delete from transcript where session_id = ${id}`;
  await tx.takeTurn();
  await tx.run`delete from webhook where session_id = ${id}`;
  await tx.run`delete from webhook_subscription where session_id = ${id}`;
  await tx.run`insert into deletion (session_id) values (${id})`;
  tx.nudge(id);
  for (const { agentId } of seats) tx.nudge(inboxTopic(id, agentId));
  return { id, deleted: true };
};

interface Use {
  of: string | null;
  hash: string | null;
}

/** Deletes some versions and job inputs, and the contents that no other session uses. */
const deleteVersions = async (tx: Transaction, id: string): Promise<number> => {
  const uses = [
    ...(await tx.all<Use>`delete from note_version where session_id = ${id} and (note_id, version) in
      (select note_id, version from note_version where session_id = ${id} order by note_id, version
        limit ${sweepLargeRows}) returning content_of as "of", content_hash as hash`),
    ...(await tx.all<Use>`delete from file_version where session_id = ${id} and (file_id, version) in
      (select file_id, version from file_version where session_id = ${id} order by file_id, version
        limit ${sweepLargeRows}) returning content_of as "of", content_hash as hash`),
    ...(await tx.all<Use>`delete from job_file where session_id = ${id} and (job_id, path) in
      (select job_id, path from job_file where session_id = ${id} order by job_id, path
        limit ${sweepLargeRows}) returning content_of as "of", content_hash as hash`),
  ];
  const refs = uses.flatMap(({ of, hash }) => (of === null || hash === null ? [] : [{ of, hash }]));
  await releaseContents(tx, refs);
  return uses.length;
};

/** Removes some of what deleted sessions left behind; answers whether there may be more. */
export const sweepDeleted = async (tx: Transaction): Promise<boolean> => {
  const [next] = await tx.lockAvailable<{ id: string }>`select session_id as id from deletion limit 1`;
  if (!next) return false;
  const { id } = next;
  const step: Transaction['run'] = async (...statement) => {
    await tx.takeTurn();
    return tx.run(...statement);
  };
  const removed = [
    await step`delete from event where session_id = ${id} and seq in
      (select seq from event where session_id = ${id} order by seq limit ${sweepLargeRows})`,
    await step`delete from message where session_id = ${id} and seq in
      (select seq from message where session_id = ${id} order by seq limit ${sweepRows})`,
    await deleteVersions(tx, id),
    await step`delete from message_mark where session_id = ${id} and seq in
      (select seq from message_mark where session_id = ${id} order by seq limit ${sweepRows})`,
    await step`delete from job_tally where session_id = ${id} and seq in
      (select seq from job_tally where session_id = ${id} order by seq limit ${sweepRows})`,
    await step`delete from former_note where session_id = ${id} and id in
      (select id from former_note where session_id = ${id} order by id limit ${sweepRows})`,
    await step`delete from former_file where session_id = ${id} and id in
      (select id from former_file where session_id = ${id} order by id limit ${sweepRows})`,
    await step`delete from inbox where session_id = ${id} and seq in
      (select seq from inbox where session_id = ${id} order by agent_id, seq limit ${sweepRows})`,
    await step`delete from unread_mention where session_id = ${id} and seq in
      (select seq from unread_mention where session_id = ${id} order by agent_id, seq limit ${sweepRows})`,
    await step`delete from entity_writer where session_id = ${id} and entity in
      (select entity from entity_writer where session_id = ${id} order by entity limit ${sweepRows})`,
    await step`delete from note where session_id = ${id} and id in
      (select id from note where session_id = ${id} order by id limit ${sweepRows})`,
    await step`delete from file where session_id = ${id} and path in
      (select path from file where session_id = ${id} order by path limit ${sweepLargeRows})`,
    await step`delete from delivery where session_id = ${id} and id in
      (select id from delivery where session_id = ${id} order by id limit ${sweepRows})`,
    await step`delete from pinned_content where session_id = ${id} and content_hash in
      (select content_hash from pinned_content where session_id = ${id} order by content_hash limit ${sweepLargeRows})`,
    await step`delete from job where session_id = ${id} and number in
      (select number from job where session_id = ${id} order by number limit ${sweepLargeRows})`,
    // A claim holds this row and asks for the session: so whoever holds the session leaves it alone.
    await step`delete from compute_turn where session_id = ${id}`,
    await step`delete from claimed_type where session_id = ${id}`,
    await step`delete from job_output where session_id = ${id} and (job_id, stream, since) in
      (select job_id, stream, since from job_output where session_id = ${id} order by job_id, stream, since
        limit ${sweepLargeRows})`,
    // Made beside the deletion, by a transaction that saw the session still there.
    await step`delete from webhook where session_id = ${id}`,
    await step`delete from webhook_subscription where session_id = ${id}`,
  ];
  if (removed.every((rows) => rows === 0)) await tx.run`delete from deletion where session_id = ${id}`;
  return true;
};
