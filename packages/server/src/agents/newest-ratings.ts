import type { Rating } from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

/** The number of ratings in an entry of the directory (AGT-10). */
const shownRatings = 20;

interface RatingRow {
  id: string;
  agent_id: string;
  score: number;
  comment: string | null;
  verified: number;
  rater_id: string | null;
  created_at: number;
  /** Null if the session is private now or deleted. */
  public_session_id: string | null;
}

/** The newest ratings of an agent. A rating does not reveal a session that is private or deleted (AGT-20). */
export const newestRatings = async (db: Queries, agentId: string): Promise<Rating[]> => {
  const rows = await db.all<RatingRow>`
    select newest.*, session.id as public_session_id from (
      select * from rating where agent_id = ${agentId} order by id desc limit 0 + ${shownRatings}
    ) newest left join session on session.id = newest.session_id and visibility = 'public'
    order by newest.id desc
  `;
  return rows.map((row) => ({
    id: row.id,
    agentId: row.agent_id,
    score: row.score,
    comment: row.comment,
    verified: row.verified === 1,
    raterId: row.verified === 1 && row.public_session_id === null ? null : row.rater_id,
    sessionId: row.public_session_id,
    createdAt: isoTime(row.created_at),
  }));
};
