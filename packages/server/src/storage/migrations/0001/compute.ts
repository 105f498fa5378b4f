/**
 * The tables of pools and jobs. Credits are stored in whole thousandths; a thousandth is a millisecond of CPU time.
 */
export const compute = `
  -- began_at is when the newest job of a pool, or of an agent, began.
  create table compute_pool (
    session_id text primary key,
    provider text not null,
    total_credits bigint not null,
    used_credits bigint not null default 0,
    reserved_credits bigint not null default 0,
    agent_credits bigint,
    max_running bigint not null,
    max_pending bigint not null,
    defaults text not null,
    pending bigint not null default 0,
    running bigint not null default 0,
    last_number bigint not null default 0,
    began_at bigint not null default 0,
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
    jobs bigint not null default 0,
    pending bigint not null default 0,
    running bigint not null default 0,
    completed bigint not null default 0,
    failed bigint not null default 0,
    cancelled bigint not null default 0,
    credits bigint not null default 0,
    reserved_credits bigint not null default 0,
    cpu_ms bigint not null default 0,
    wall_ms bigint not null default 0,
    output_bytes bigint not null default 0,
    began_at bigint not null default 0,
    primary key (session_id, agent_id)
  );
  create index compute_agent_by_agent on compute_agent (agent_id, session_id);

  -- warnings lists problems of a job that ended well. progress is JSON. job_waiting counts the jobs that wait, and
  -- finds the oldest of each type, without reading their records, which may be large.
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
    cost bigint not null,
    credits bigint not null default 0,
    attempt bigint not null default 0,
    max_attempts bigint not null,
    exit_code bigint,
    stdout text not null default '',
    stderr text not null default '',
    stdout_truncated bigint not null default 0,
    stderr_truncated bigint not null default 0,
    result text not null default 'null',
    error_reason text,
    error_message text,
    outputs text not null default '[]',
    warnings text not null default '[]',
    usage text not null,
    progress text,
    progress_at bigint,
    worker text,
    lease_id text,
    lease_holder text,
    lease_expires_at bigint,
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
  create index job_waiting on job (type, queued_at) where status = 'pending';
  create index job_expiring on job (expires_at) where status = 'pending';
  create index job_leased on job (lease_expires_at) where status = 'running';

  -- The output of a job that runs, in parts. since and chars count characters of one stream. When the job ends, its
  -- record gets the whole output and the parts go.
  create table job_output (
    session_id text not null,
    job_id text not null,
    stream text not null,
    since bigint not null,
    chars bigint not null,
    bytes bigint not null,
    body text not null,
    created_at bigint not null,
    primary key (session_id, job_id, stream, since)
  );

  -- Files that the holder of a lease has uploaded. They become files of the session, or go, when the job stops running.
  create table job_upload (
    session_id text not null,
    job_id text not null,
    path text not null,
    bytes bigint not null,
    encoding text not null,
    content_of text,
    content_hash text,
    error text,
    primary key (session_id, job_id, path)
  );

  create table job_file (
    session_id text not null,
    job_id text not null,
    path text not null,
    content_of text not null,
    content_hash text not null,
    primary key (session_id, job_id, path)
  );

  -- How many jobs there were after each change of a job.
  create table job_count (
    session_id text not null,
    seq bigint not null,
    pending bigint not null,
    running bigint not null,
    ended bigint not null,
    primary key (session_id, seq)
  );

  -- The types that a worker has claimed and that resemble the name of a runtime: of one session, or of every session at
  -- the empty id.
  create table claimed_type (
    session_id text not null,
    type text not null,
    primary key (session_id, type)
  );
`;
