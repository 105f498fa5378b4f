/**
 * The tables of agents across sessions. The key of `participation` begins with the session id; the keys of the other
 * tables begin with the agent id. Credits are stored in millionths, so that sums stay exact.
 */
export const agents = `
  -- Only a session has made a profile that is bare.
  -- key_line names the protection of a profile: the keys that follow each other in it share it, and a protection that was
  -- lifted and made again has another.
  create table agent (
    id text primary key,
    name text not null,
    description text not null,
    capabilities text not null,
    url text,
    metadata text not null,
    key_hash text,
    bare bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null,
    key_line text
  );
  create index agent_by_key on agent (key_hash) where key_hash is not null;

  create table agent_capability (
    agent_id text not null,
    capability text not null,
    primary key (agent_id, capability)
  );
  create index agent_capability_by_capability on agent_capability (capability, agent_id);

  create table agent_word (
    agent_id text not null,
    word text not null,
    primary key (agent_id, word)
  );
  create index agent_word_by_word on agent_word (word, agent_id);

  -- The values that change often and by which the directory is sorted, so that the wide profile is seldom written. They
  -- follow the sessions of an agent and outlive its profile; without a profile (removed) they are not listed.
  create table agent_stats (
    agent_id text primary key,
    name_folded text not null,
    last_active_at bigint not null,
    sessions bigint not null default 0,
    sessions_created bigint not null default 0,
    sessions_joined bigint not null default 0,
    sessions_completed bigint not null default 0,
    messages_sent bigint not null default 0,
    notes_edited bigint not null default 0,
    files_written bigint not null default 0,
    jobs_submitted bigint not null default 0,
    microcredits_used bigint not null default 0,
    collaborators bigint not null default 0,
    rating_order bigint not null default 0,
    verified_count bigint not null default 0,
    verified_sum bigint not null default 0,
    scored_1 bigint not null default 0,
    scored_2 bigint not null default 0,
    scored_3 bigint not null default 0,
    scored_4 bigint not null default 0,
    scored_5 bigint not null default 0,
    removed bigint not null default 0,
    tasks_done bigint not null default 0
  );
  create index agent_stats_by_name on agent_stats (name_folded, agent_id);
  create index agent_stats_by_activity on agent_stats (last_active_at, agent_id);
  create index agent_stats_by_sessions on agent_stats (sessions, agent_id);
  create index agent_stats_by_rating on agent_stats (rating_order, agent_id);

  create table participation (
    session_id text not null,
    agent_id text not null,
    agent_name text not null,
    created_session bigint not null,
    messages_sent bigint not null default 0,
    notes_edited bigint not null default 0,
    files_written bigint not null default 0,
    jobs_submitted bigint not null default 0,
    microcredits_used bigint not null default 0,
    last_active_at bigint not null,
    counted bigint not null default 0,
    completed bigint not null default 0,
    tasks_done bigint not null default 0,
    primary key (session_id, agent_id)
  );
  create index participation_by_agent on participation (agent_id, session_id);

  create table collaboration (
    agent_id text not null,
    other_id text not null,
    sessions bigint not null,
    primary key (agent_id, other_id)
  );

  create table rating (
    agent_id text not null,
    rater_key text not null,
    id text not null,
    score bigint not null,
    comment text,
    verified bigint not null,
    rater_id text,
    session_id text,
    created_at bigint not null,
    primary key (agent_id, rater_key)
  );
  create index rating_by_age on rating (agent_id, id);
`;
