import { namesOfKind, rateLimited } from '@pairspace/protocol';
import type { AgentCaller } from '../access/caller.ts';
import type { SessionHead } from '../access/session-head.ts';
import { isIn, sql, statement } from '../storage/sql.ts';
import { CommittedError, type Transaction } from '../storage/storage.ts';
import { appendMessage, serviceAuthor } from './append-message.ts';
import { addChatter, type ChatterRun } from './chatter-run.ts';
import { wordsBesideCourtesies, wordsOfName } from './courtesies.ts';

/** If more events than this follow the last empty message, the run counts as over, so that the log is not read. */
const longestGap = 500;

/**
 * Refuses an empty message after twelve others in a row (LOOP-1). Callers pass only empty messages; the log shows
 * whether anything was said between two of them.
 */
export const refuseLoop = async (tx: Transaction, caller: AgentCaller, head: SessionHead): Promise<void> => {
  const decision = addChatter(await findRun(tx, head), caller.agentId, tx.now);
  if (decision.kind === 'pass') {
    await keepRun(tx, head.id, { ...decision.run, lastSeq: head.lastSeq + 1 });
    return;
  }
  if (decision.begins) {
    const { message } = await appendMessage(tx, head, serviceAuthor, { content: explanation, msgType: 'system' });
    await keepRun(tx, head.id, { ...decision.run, lastSeq: message.seq });
  } else await keepRun(tx, head.id, decision.run);
  throw new CommittedError(rateLimited(refusal, Math.ceil(decision.retryAfterMs / 1000), { reason: 'loop' }));
};

const refusal =
  'The last messages of this session had no content, and neither has this one. Send a message with content, or none.';

const explanation = [
  'The last twelve messages of this session were courtesies: thanks, agreement, apologies or good-byes.',
  'The service now refuses further ones for a while.',
  'A message that says something, a question, a note, a file, a job, a person’s word, or a PATCH by the creator ends this.',
].join(' ');

/** An agent that has a seat. */
interface NamedAgent {
  agentId: string;
  agentName: string;
}

/** Whether a message consists only of courtesies and names of agents with a seat (LOOP-2). */
export const isCourtesy = (content: string, seats: readonly NamedAgent[]): boolean => {
  const ids = seats.map(({ agentId }) => agentId);
  const words = wordsBesideCourtesies(content, ids);
  if (!words || words.length === 0) return words !== undefined;
  const names = new Set(seats.flatMap((seat) => [...wordsOfName(seat.agentId), ...wordsOfName(seat.agentName)]));
  return words.every((word) => names.has(word));
};

/** The run of empty messages that the next one continues; undefined if something was said since. */
const findRun = async (tx: Transaction, { id, lastSeq }: SessionHead): Promise<ChatterRun | undefined> => {
  const row = await tx.get<{ chatter: string | null }>`select chatter from session where id = ${id}`;
  if (!row?.chatter) return undefined;
  const run = JSON.parse(row.chatter) as ChatterRun;
  if (run.lastSeq === lastSeq) return run;
  if (lastSeq - run.lastSeq > longestGap) return undefined;
  const said = await tx.get(
    ...statement(sql`
    select 1 as found from event join session on session.id = event.session_id
    where event.session_id = ${id} and seq > ${run.lastSeq} and (
      ${isIn(sql`event`, namesOfKind('work'))}
      or event in ('session.updated', 'session.paused', 'session.completed') and exists (
        select 1 from seat
        where seat.session_id = ${id} and seat.role = 'creator' and seat.agent_id = actor_id and actor_kind = 'agent'
      )
    )
    limit 1
  `),
  );
  return said ? undefined : run;
};

const keepRun = async (tx: Transaction, sessionId: string, run: ChatterRun): Promise<void> => {
  await tx.run`update session set chatter = ${JSON.stringify(run)} where id = ${sessionId}`;
};
