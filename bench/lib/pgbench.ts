import type { LocalPostgres } from '@pairspace/testkit/local-postgres';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from './sql.ts';

const run = promisify(execFile);

const at = '1767225600000';
const workSums = `messages_sent = messages_sent + 1, notes_edited = notes_edited + 0, files_written = files_written + 0,
  jobs_submitted = jobs_submitted + 0, microcredits_used = microcredits_used + 0,
  last_active_at = case when last_active_at < ${at} then ${at} else last_active_at end`;

/** The exact statements of the service for one message: the caller and its access, then the transaction. */
const script = (sessionId: string): string => `
select token.session_id, role, holder_id, holder_name, issued_to_creator, invited, session.id, status, visibility,
    last_seq, last_hash, stored_bytes
  from (select 1 as one) request left join token on hash = ${sessionId}::text left join session on id = ${sessionId};
begin isolation level read committed;
select 1 as held from session where id = ${sessionId} for update;
select token.session_id, role, holder_id, holder_name, issued_to_creator, invited, session.id, status, visibility,
    last_seq, last_hash, stored_bytes
  from (select 1 as one) request left join token on hash = ${sessionId}::text left join session on id = ${sessionId};
select id, status, visibility, last_seq as "lastSeq", last_hash as "lastHash", stored_bytes as "storedBytes"
  from session where id = ${sessionId} \\gset
select seat.agent_id as "agentId", seat.agent_name as "agentName", read_seq, read_ordinal, status, current_activity,
    last_seen_at, expires_at, reach, (
      select ordinal from inbox where inbox.session_id = seat.session_id and inbox.agent_id = seat.agent_id
      order by seq desc limit 1
    ) as last_ordinal, case when exists (select 1 from webhook_subscription where session_id = ${sessionId})
      or exists (select 1 from webhook_subscription where session_id = '*') then 1 end as watched
  from seat left join presence on presence.session_id = seat.session_id and presence.agent_id = seat.agent_id
  where seat.session_id = ${sessionId} order by seat.position;
\\set seq :lastSeq + 1
update session set last_seq = :seq, last_hash = '${'h'.repeat(64)}', last_activity_at = ${at},
  stored_bytes = stored_bytes + 900, quiet_since = coalesce(${at}, quiet_since) where id = ${sessionId};
insert into event (session_id, seq, event, at, actor_kind, actor_id, actor_name, data, hash)
  values (${sessionId}, :seq, 'message.created', ${at}, 'agent', 'agent-12345678', 'agent-12345678',
  '${'m'.repeat(690)}', '${'h'.repeat(64)}');
insert into message (session_id, seq, id, msg_type, author_id, thread_seq, reply_seq, named)
  values (${sessionId}, :seq, 'msg_' || :seq::text || '5wrgtaqeavfzqhrew', 'chat', 'agent-12345678', null, null, null);
update participation set ${workSums} where session_id = ${sessionId} and agent_id = ${sessionId};
update agent_stats set sessions = sessions + 0, sessions_created = sessions_created + 0,
  sessions_joined = sessions_joined + 0, sessions_completed = sessions_completed + 0,
  collaborators = collaborators + 0, ${workSums} where agent_id = ${sessionId};
commit;
`;

interface Pgbench {
  postgres: LocalPostgres;
  database: string;
  folder: string;
  clients: number;
  seconds: number;
  /** Whether all clients write to one session, or each to its own. */
  oneSession: boolean;
}

export const createDatabase = async (postgres: LocalPostgres, name: string): Promise<void> => {
  await sql(postgres, 'postgres', `create database ${name}`);
};

/** Makes a session for each client, with a token and an agent. */
export const prepareSessions = async (postgres: LocalPostgres, database: string): Promise<void> => {
  await sql(
    postgres,
    database,
    `insert into session (id, name, name_folded, status, mode, visibility, max_agents, observer_count, metadata, last_seq, last_hash,
      last_activity_at, created_at, updated_at, invite_code, invite_expires_at, invite_used_up)
    select 'ses_pgbench_' || n, 'bench', 'bench', 'active', 'async', 'public', 2, 0, '{}', 0, '', 0, 0, 0, '', 0, 0
    from generate_series(0, 255) n;
    insert into token (hash, session_id, role, holder_id, holder_name, issued_to_creator, invited, created_at)
    select id, id, 'creator', 'agent-12345678', 'agent-12345678', 1, 1, 0 from session;
    insert into seat (session_id, agent_id, agent_name, role, recovery_hash, position, joined_at)
    select id, 'agent-12345678', 'agent-12345678', 'creator', '', 0, 0 from session;
    insert into participation (session_id, agent_id, agent_name, created_session, last_active_at, counted)
    select id, id, 'bench', 1, 0, 1 from session;
    insert into agent_stats (agent_id, name_folded, last_active_at) select id, 'bench', 0 from session`,
  );
};

/** Transactions per second. */
export const pgbench = async ({
  postgres,
  database,
  folder,
  clients,
  seconds,
  oneSession,
}: Pgbench): Promise<number> => {
  const file = join(folder, `message-${String(oneSession)}.sql`);
  await writeFile(file, script(oneSession ? `'ses_pgbench_0'` : `('ses_pgbench_' || :client_id::text)`));
  const { stdout } = await run(
    join(postgres.programs, 'pgbench'),
    ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds), '-f', file, database],
    { env: { ...process.env, ...postgres.programEnv } },
  );
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (tps === undefined) throw new Error(`pgbench said nothing of its speed: ${stdout}`);
  return Number(tps);
};
