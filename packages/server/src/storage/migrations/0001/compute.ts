/**
 * The tables of pools and jobs. Credits are stored in whole thousandths; a thousandth is a millisecond of CPU time.
 */
export const compute = `
  -- began_at is when the newest job of a pool began.
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

  -- What a job is found by, and what its events leave out. Its entity has the rest. progress is JSON. job_waiting counts
  -- the jobs that wait without reading their records, which may be large.
  create table job (
    session_id text not null,
    id text not null,
    number bigint not null,
    type text not null,
    status text not null,
    agent_id text not null,
    cost bigint not null,
    credits bigint not null default 0,
    input text not null,
    on_conflict text,
    stdout text not null default '',
    stderr text not null default '',
    progress text,
    progress_at bigint,
    lease_id text,
    lease_holder text,
    lease_expires_at bigint,
    expires_at bigint,
    queued_at bigint not null,
    started_at bigint,
    primary key (session_id, id)
  );
  create unique index job_by_number on job (session_id, number);
  create index job_by_agent on job (session_id, agent_id, number);
  create index job_by_begin on job (session_id, agent_id, started_at);
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

  -- The types that a worker has claimed and that resemble the name of a runtime: of one session, or of every session at
  -- the empty id.
  create table claimed_type (
    session_id text not null,
    type text not null,
    primary key (session_id, type)
  );
`;
