import type { Migration } from './migration.ts';

/**
 * Credits are whole thousandths, which is milliseconds of CPU. A lane is what one agent has waiting of one type: few
 * rows, by which the next job is chosen however long the queue is. Virtual times say how much of a slot an agent or a
 * session has had; `compute_clock` holds that of the host.
 */
export const compute: Migration = {
  version: 6,
  name: 'compute',
  sql: `
    create table compute_pool (
      session_id text primary key,
      provider text not null,
      total_credits bigint not null,
      used_credits bigint not null,
      reserved_credits bigint not null,
      agent_credits bigint,
      max_running bigint not null,
      max_pending bigint not null,
      defaults text not null,
      pending bigint not null,
      running bigint not null,
      last_number bigint not null,
      virtual_ms bigint not null,
      agent_clock_ms bigint not null,
      held_since bigint,
      created_at bigint not null,
      updated_at bigint not null
    );
    create index compute_pool_busy on compute_pool (session_id) where pending > 0 or running > 0;
    create index compute_pool_held on compute_pool (held_since) where held_since is not null;

    create table compute_agent (
      session_id text not null,
      agent_id text not null,
      agent_name text not null,
      jobs bigint not null,
      pending bigint not null,
      running bigint not null,
      completed bigint not null,
      failed bigint not null,
      cancelled bigint not null,
      credits bigint not null,
      reserved_credits bigint not null,
      cpu_ms bigint not null,
      wall_ms bigint not null,
      output_bytes bigint not null,
      virtual_ms bigint not null,
      estimate_ms bigint not null,
      primary key (session_id, agent_id)
    );
    create index compute_agent_by_agent on compute_agent (agent_id, session_id);

    create table job_lane (
      session_id text not null,
      agent_id text not null,
      type text not null,
      pending bigint not null,
      primary key (session_id, agent_id, type)
    );
    create index job_lane_waiting on job_lane (type, session_id, agent_id) where pending > 0;

    create table compute_clock (id bigint primary key, virtual_ms bigint not null);
    insert into compute_clock (id, virtual_ms) values (1, 0);

    create table job (
      session_id text not null,
      id text not null,
      number bigint not null,
      seq bigint not null,
      type text not null,
      label text,
      status text not null,
      agent_id text not null,
      agent_name text not null,
      input text not null,
      limits text not null,
      on_conflict text,
      code_hash text,
      cost bigint not null,
      credits bigint not null,
      attempt bigint not null,
      max_attempts bigint not null,
      exit_code bigint,
      stdout text not null,
      stderr text not null,
      stdout_truncated bigint not null,
      stderr_truncated bigint not null,
      result text not null,
      error_reason text,
      error_message text,
      outputs text not null,
      usage text not null,
      worker text,
      lease_id text,
      lease_holder text,
      lease_expires_at bigint,
      charged_ms bigint not null,
      expires_at bigint,
      created_at bigint not null,
      queued_at bigint not null,
      started_at bigint,
      finished_at bigint,
      primary key (session_id, id)
    );
    create unique index job_by_number on job (session_id, number);
    create index job_by_agent on job (session_id, agent_id, number);
    create index job_by_status on job (session_id, status, number);
    create index job_pending on job (session_id, agent_id, type, number) where status = 'pending';
    create index job_expiring on job (expires_at) where status = 'pending';
    create index job_leased on job (lease_expires_at) where status = 'running';

    create table job_file (
      session_id text not null,
      job_id text not null,
      path text not null,
      content_hash text not null,
      primary key (session_id, job_id, path)
    );
    create index job_file_by_content on job_file (session_id, content_hash);

    create table pinned_content (
      session_id text not null,
      content_hash text not null,
      content text not null,
      primary key (session_id, content_hash)
    );
  `,
};
