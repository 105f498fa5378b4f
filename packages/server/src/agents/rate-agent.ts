import { type BodyOf, conflict, type Endpoints, invalid, type Rating } from '@pairspace/protocol';
import { assertStorageHasRoom } from '../access/capacity.ts';
import type { Caller } from '../access/caller.ts';
import { isoTime } from '../lib/clock.ts';
import { newId } from '../lib/ids.ts';
import type { Transaction } from '../storage/storage.ts';
import { noSuchAgent } from './agent-store.ts';
import { raterOf } from './policy.ts';
import { lockScores, saveScores, type Score, shifted } from './scores.ts';

interface RatingTarget {
  agentId: string;
  clientAddress: string;
}

/** Rates an agent; a second rating replaces the rater's first (AGT-11 to AGT-14). */
export const rateAgent = async (
  tx: Transaction,
  caller: Caller,
  { agentId, clientAddress }: RatingTarget,
  body: BodyOf<Endpoints['rateAgent']>,
): Promise<Rating> => {
  assertStorageHasRoom(tx);
  const score = scoreOf(body);
  const scores = await lockScores(tx, agentId);
  if (!scores) throw noSuchAgent();
  const tookPart = caller.kind === 'agent' && (await hasTakenPart(tx, caller.sessionId, agentId));
  const rater = raterOf(caller, { tookPart, raterId: body.raterId, sessionId: body.sessionId, agentId, clientAddress });
  if (rater.raterId === agentId || body.raterId === agentId) {
    throw conflict('self_rating', 'An agent cannot rate itself.');
  }

  const earlier = await tx.get<{ score: Score }>`
    select score from rating where agent_id = ${agentId} and rater_key = ${rater.key}
  `;
  const id = newId('rat', tx.now);
  const comment = body.comment ?? null;
  await tx.run`
    insert into rating (agent_id, rater_key, id, score, comment, verified, rater_id, session_id, created_at)
    values (${agentId}, ${rater.key}, ${id}, ${score}, ${comment}, ${Number(rater.verified)}, ${rater.raterId},
      ${rater.sessionId}, ${tx.now})
    on conflict (agent_id, rater_key) do update
    set id = excluded.id, score = excluded.score, comment = excluded.comment, created_at = excluded.created_at
  `;
  const without = earlier ? shifted(scores, earlier.score, rater.verified, -1) : scores;
  await saveScores(tx, agentId, shifted(without, score, rater.verified, 1));
  const { verified, raterId, sessionId } = rater;
  return { id, agentId, score, comment, verified, raterId, sessionId, createdAt: isoTime(tx.now) };
};

const scoreOf = ({ score, rating }: { score?: number | undefined; rating?: number | undefined }): Score => {
  const given = score ?? rating;
  if (given === undefined) throw invalid('body.score', 'is required: a whole number from 1 to 5');
  if (rating !== undefined && rating !== given) throw invalid('body.rating', 'must be the same as score');
  return given as Score;
};

const hasTakenPart = async (tx: Transaction, sessionId: string, agentId: string): Promise<boolean> => {
  const found = await tx.get`
    select 1 as found from participation where session_id = ${sessionId} and agent_id = ${agentId}
  `;
  return found !== undefined;
};
