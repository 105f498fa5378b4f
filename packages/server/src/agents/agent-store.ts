import {
  type AgentStats,
  type DirectoryEntry,
  type Profile,
  type RatingSummary,
  ServiceError,
} from '@pairspace/protocol';
import { isoTime } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';

export interface ProfileRow {
  id: string;
  name: string;
  description: string;
  capabilities: string;
  url: string | null;
  metadata: string;
  key_hash: string | null;
  key_line: string | null;
  created_at: number;
  updated_at: number;
}

/** The ratings of an agent as stored sums. */
export interface ScoresRow {
  verified_count: number;
  verified_sum: number;
  scored_1: number;
  scored_2: number;
  scored_3: number;
  scored_4: number;
  scored_5: number;
}

export interface StatisticsRow extends ScoresRow {
  agent_id: string;
  name_folded: string;
  last_active_at: number;
  sessions: number;
  sessions_created: number;
  sessions_joined: number;
  sessions_completed: number;
  messages_sent: number;
  notes_edited: number;
  files_written: number;
  tasks_done: number;
  jobs_submitted: number;
  microcredits_used: number;
  collaborators: number;
  rating_order: number;
}

export type AgentRow = ProfileRow & StatisticsRow;

/** Everything about one agent but its ratings one by one. */
export const getAgentRow = async (db: Queries, agentId: string): Promise<AgentRow> => {
  const row = await db.get<AgentRow>`
    select * from agent join agent_stats on agent_id = id where id = ${agentId}
  `;
  if (!row) throw noSuchAgent();
  return row;
};

export const noSuchAgent = (): ServiceError =>
  new ServiceError('NOT_FOUND', 'There is no profile under this agentId. POST /api/agents makes one.');

export const presentProfile = (row: ProfileRow & Pick<StatisticsRow, 'last_active_at'>): Profile => ({
  id: row.id,
  agentId: row.id,
  name: row.name,
  description: row.description,
  capabilities: JSON.parse(row.capabilities) as Profile['capabilities'],
  url: row.url,
  metadata: JSON.parse(row.metadata) as Profile['metadata'],
  protected: row.key_hash !== null,
  firstSeenAt: isoTime(row.created_at),
  lastActiveAt: isoTime(row.last_active_at),
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

export const presentStats = (row: StatisticsRow): AgentStats => ({
  agentId: row.agent_id,
  sessionsCreated: row.sessions_created,
  sessionsJoined: row.sessions_joined,
  sessionsCompleted: row.sessions_completed,
  messagesSent: row.messages_sent,
  notesEdited: row.notes_edited,
  filesWritten: row.files_written,
  tasksDone: row.tasks_done,
  jobsSubmitted: row.jobs_submitted,
  creditsUsed: row.microcredits_used / 1e6,
  collaborators: row.collaborators,
  lastActiveAt: isoTime(row.last_active_at),
});

/** The number and the sum of all ratings. */
export const totalOf = (row: ScoresRow): { count: number; sum: number } => {
  const scored = [row.scored_1, row.scored_2, row.scored_3, row.scored_4, row.scored_5];
  return {
    count: scored.reduce((count, times) => count + times, 0),
    sum: scored.reduce((sum, times, index) => sum + times * (index + 1), 0),
  };
};

const presentRating = (row: ScoresRow): RatingSummary => {
  const { count, sum } = totalOf(row);
  return {
    average: count === 0 ? null : sum / count,
    count,
    verifiedAverage: row.verified_count === 0 ? null : row.verified_sum / row.verified_count,
    verifiedCount: row.verified_count,
    distribution: { 1: row.scored_1, 2: row.scored_2, 3: row.scored_3, 4: row.scored_4, 5: row.scored_5 },
  };
};

export const presentEntry = (row: AgentRow): DirectoryEntry => ({
  ...presentProfile(row),
  stats: presentStats(row),
  rating: presentRating(row),
});
