/** Tasks of a session. */
export const tasks = `
  -- What claims, leases and lists find tasks by; the task itself is an entity. rank sorts by priority and then by number.
  -- blockers counts the dependencies that are not done. labels are lines between line feeds, paths JSON, and path_count
  -- their number. lease_from is the time at which the lease of the owner began, alive_at the newest sign of life that no
  -- other table has, and check_at the time at which the lease is looked at next; null while no lease can end. a2a_caller
  -- is kind and id of the actor who sent it, and a2a_agent the seat that was called, or - for whoever takes it.
  create table task (
    session_id text not null,
    id text not null,
    number bigint not null,
    rank bigint not null,
    seq bigint not null,
    status text not null,
    blockers bigint not null,
    assignee_id text,
    offered_to text,
    lease_ms bigint not null,
    lease_from bigint,
    alive_at bigint,
    check_at bigint,
    updated_at bigint not null,
    a2a_caller text,
    a2a_agent text,
    labels text not null,
    path_count bigint not null,
    paths text not null,
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
