import type { Queries } from './storage.ts';
import { core } from './migrations/0001-core.ts';
import { presence } from './migrations/0002-presence.ts';
import { transcripts } from './migrations/0003-transcripts.ts';
import { agents } from './migrations/0004-agents.ts';
import { webhooks } from './migrations/0005-webhooks.ts';
import { compute } from './migrations/0006-compute.ts';
import { nodes } from './migrations/0007-nodes.ts';
import { turns } from './migrations/0008-turns.ts';
import { storedBytes } from './migrations/0013-stored-bytes.ts';
import { signingKeys } from './migrations/0014-signing-keys.ts';
import { seats } from './migrations/0016-seats.ts';
import { removedProfiles } from './migrations/0018-removed-profiles.ts';
import { inbox } from './migrations/0017-inbox.ts';
import { contents } from './migrations/0019-contents.ts';
import { past } from './migrations/0020-past.ts';
import { bytes } from './migrations/0021-bytes.ts';
import { chatter } from './migrations/0023-chatter.ts';
import { chain } from './migrations/0024-chain.ts';
import { jobWarnings } from './migrations/0025-job-warnings.ts';
import { jobOutput } from './migrations/0026-job-output.ts';
import { invitations } from './migrations/0027-invitations.ts';
import { receipts } from './migrations/0028-receipts.ts';
import { unreadMentions } from './migrations/0029-unread-mentions.ts';
import { createKeys } from './migrations/0030-create-keys.ts';
import { webhookOwners } from './migrations/0031-webhook-owners.ts';
import { personMessages } from './migrations/0032-person-messages.ts';
import { hourlyCredits } from './migrations/0033-hourly-credits.ts';
import { pastSessions } from './migrations/0036-past-sessions.ts';
import { seatAges } from './migrations/0037-seat-ages.ts';
import { keptAnswers } from './migrations/0038-kept-answers.ts';
import { wholeSessionEvents } from './migrations/0039-whole-session-events.ts';
import { waitingJobs } from './migrations/0040-waiting-jobs.ts';
import type { Migration } from './migrations/migration.ts';

/** All migrations, in order. */
export const migrations: readonly Migration[] = [
  core,
  presence,
  transcripts,
  agents,
  webhooks,
  compute,
  nodes,
  turns,
  storedBytes,
  signingKeys,
  seats,
  inbox,
  removedProfiles,
  contents,
  past,
  bytes,
  chatter,
  chain,
  jobWarnings,
  jobOutput,
  invitations,
  receipts,
  unreadMentions,
  createKeys,
  webhookOwners,
  personMessages,
  hourlyCredits,
  pastSessions,
  seatAges,
  keptAnswers,
  wholeSessionEvents,
  waitingJobs,
];

/** The migrations that a database has not had yet, in order. */
export const pendingMigrations = async (db: Queries): Promise<Migration[]> => {
  const done = await db.all<{ version: number }>`select version from migration`;
  const versions = new Set(done.map((row) => row.version));
  return migrations.filter((migration) => !versions.has(migration.version));
};

/** What must exist before the first migration. */
export const migrationTable = `
  create table if not exists migration (version bigint primary key, name text not null, applied_at bigint not null)
`;
