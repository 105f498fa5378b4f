/** Tasks of a session. */
export const tasks = `
  -- rank sorts by priority and then by number. blockers counts the dependencies that are not done. path_count counts the
  -- paths. labels are lines between line feeds. lease_from is the time at which the lease of the owner began, alive_at the
  -- newest sign of life that no other table has, and check_at the time at which the lease is looked at next; null while
  -- no lease can end. copied_from is the task that a fork copied, as JSON.
  -- a2a_caller is kind and id of the actor who sent it, and a2a_agent the seat that was called, or - for whoever takes it. The
  -- columns that may be large come last, so that the others are read without them.
  create table task (
    session_id text not null,
    id text not null,
    number bigint not null,
    rank bigint not null,
    seq bigint not null,
    version bigint not null,
    status text not null,
    blockers bigint not null,
    assignee_id text,
    assignee_name text,
    offered_to text,
    path_count bigint not null,
    priority bigint not null,
    lease_ms bigint not null,
    lease_from bigint,
    alive_at bigint,
    check_at bigint,
    attempts bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    ended_at bigint,
    title text not null,
    requester text not null,
    labels text not null,
    paths text not null,
    reason text,
    depends_on text not null,
    description text not null,
    result text not null,
    copied_from text,
    a2a_caller text,
    a2a_agent text,
    a2a_declined bigint not null default 0,
    primary key (session_id, id)
  );
  create unique index task_by_number on task (session_id, number);
  create unique index task_by_rank on task (session_id, rank);
  create index task_open on task (session_id, blockers, rank) where status = 'open';
  create index task_open_since on task (updated_at) where status = 'open';
  create index task_offered on task (session_id, offered_to, rank) where status = 'offered';
  create index task_working on task (session_id, assignee_id, rank) where status = 'working';
  create index task_by_owner on task (assignee_id, session_id) where status = 'working';
  create index task_by_a2a on task (session_id, a2a_caller, a2a_agent, seq) where a2a_caller is not null;
  create index task_lease on task (check_at) where status = 'working';

  create table task_dependency (
    session_id text not null,
    task_id text not null,
    depends_on text not null,
    primary key (session_id, task_id, depends_on)
  );
  create index task_dependent on task_dependency (session_id, depends_on, task_id);
`;
