-- {"sessionId":"ses_1m8e15znx005avpshskaf1npn61m"}
CREATE TABLE migration (version bigint primary key, name text not null, applied_at bigint not null);
CREATE TABLE session (
    id text primary key,
    name text not null,
    name_folded text not null,
    status text not null,
    mode text not null,
    visibility text not null,
    max_agents bigint not null,
    observer_count bigint not null,
    metadata text not null,
    forked_from_id text,
    forked_from_seq bigint,
    last_seq bigint not null,
    last_hash text not null,
    last_activity_at bigint not null,
    quiet_since bigint,
    stored_bytes bigint not null default 0,
    kept_bytes bigint not null default 0,
    chatter text,
    created_at bigint not null,
    updated_at bigint not null,
    completed_at bigint,
    invite_code text not null,
    invite_expires_at bigint not null,
    invite_used_up bigint not null
  );
CREATE INDEX session_by_visibility on session (visibility, id);
CREATE INDEX session_by_status on session (visibility, status, id);
CREATE INDEX session_by_quiet on session (quiet_since) where status = 'active' and mode = 'realtime';
CREATE INDEX session_by_invite_code on session (invite_code);
CREATE TABLE deletion (session_id text primary key);
CREATE TABLE seat (
    session_id text not null,
    agent_id text not null,
    agent_name text not null,
    role text not null,
    position bigint not null,
    recovery_hash text not null,
    joined_at bigint not null,
    last_write_at bigint,
    last_write_seq bigint not null default 0,
    read_seq bigint not null default 0,
    read_ordinal bigint not null default 0,
    read_at bigint,
    read_via text,
    offered_seq bigint not null default 0,
    offered_at bigint,
    offered_via text, key_line text, key_ends bigint not null default 0, news_at bigint,
    primary key (session_id, agent_id)
  );
CREATE INDEX seat_by_agent on seat (agent_id, session_id);
CREATE INDEX seat_by_age on seat (agent_id, joined_at);
CREATE TABLE observer (
    session_id text not null,
    id text not null,
    name text not null,
    invited bigint not null,
    joined_at bigint not null, rights text not null default '', vouched bigint not null default 0,
    primary key (session_id, id)
  );
CREATE TABLE token (
    hash text primary key,
    session_id text not null,
    role text not null,
    holder_id text not null,
    holder_name text not null,
    issued_to_creator bigint not null,
    invited bigint not null,
    created_at bigint not null
  , rights text not null default '', vouched bigint not null default 0);
CREATE INDEX token_by_session on token (session_id, holder_id);
CREATE TABLE presence (
    session_id text not null,
    agent_id text not null,
    status text not null,
    current_activity text,
    last_seen_at bigint not null,
    expires_at bigint not null,
    missed_periods bigint not null,
    reach text,
    primary key (session_id, agent_id)
  );
CREATE INDEX presence_by_silence on presence (missed_periods, expires_at);
CREATE TABLE event (
    session_id text not null,
    seq bigint not null,
    event text not null,
    at bigint not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    hash text not null,
    data text not null,
    primary key (session_id, seq)
  );
CREATE INDEX event_of_whole_session on event (session_id, seq) where event = 'session.created'
    or event = 'session.updated' or event = 'session.completed' or event = 'session.paused';
CREATE INDEX event_of_seat on event (session_id, seq) where event = 'session.joined';
CREATE INDEX event_of_observer on event (session_id, seq) where event = 'observer.joined';
CREATE INDEX event_of_observer_gone on event (session_id, seq) where event = 'observer.removed';
CREATE TABLE message (
    session_id text not null,
    seq bigint not null,
    id text not null,
    msg_type text not null,
    author_id text,
    thread_seq bigint,
    reply_seq bigint,
    named text,
    primary key (session_id, seq)
  );
CREATE UNIQUE INDEX message_by_id on message (session_id, id);
CREATE INDEX message_by_type on message (session_id, msg_type, seq);
CREATE INDEX message_by_reply on message (session_id, reply_seq, author_id) where reply_seq is not null;
CREATE INDEX message_by_person on message (session_id, seq) where author_id is null;
CREATE TABLE message_mark (
    session_id text not null,
    seq bigint not null,
    messages bigint not null,
    primary key (session_id, seq)
  );
CREATE TABLE unread_mention (
    session_id text not null,
    agent_id text not null,
    seq bigint not null,
    posted_at bigint not null,
    primary key (session_id, agent_id, seq)
  );
CREATE INDEX unread_mention_by_time on unread_mention (posted_at);
CREATE TABLE inbox (
    session_id text not null,
    agent_id text not null,
    seq bigint not null,
    ordinal bigint not null,
    reason text not null,
    primary key (session_id, agent_id, seq)
  );
CREATE TABLE transcript (
    session_id text not null,
    format text not null,
    seq bigint not null,
    generated_at bigint not null,
    primary key (session_id, format)
  );
CREATE TABLE content (
    session_id text not null,
    hash text not null,
    bytes bigint not null,
    uses bigint not null,
    primary key (session_id, hash)
  );
CREATE TABLE content_body (
    session_id text not null,
    hash text not null,
    body text not null,
    data bytea,
    primary key (session_id, hash)
  );
CREATE TABLE note (
    session_id text not null,
    id text not null,
    version bigint not null,
    created_by text not null,
    copied_from text,
    created_at bigint not null,
    primary key (session_id, id)
  );
CREATE TABLE note_version (
    session_id text not null,
    note_id text not null,
    version bigint not null,
    seq bigint not null,
    title text not null,
    content_of text,
    content_hash text not null,
    bytes bigint not null,
    editor text not null,
    created_at bigint not null,
    primary key (session_id, note_id, version)
  );
CREATE INDEX note_version_by_seq on note_version (session_id, note_id, seq);
CREATE TABLE former_note (
    session_id text not null,
    id text not null,
    created_by text not null,
    copied_from text,
    created_at bigint not null,
    deleted_seq bigint not null,
    primary key (session_id, id)
  );
CREATE INDEX former_note_by_end on former_note (session_id, deleted_seq);
CREATE TABLE file (
    session_id text not null,
    path text not null,
    id text not null,
    version bigint not null,
    size bigint not null,
    encoding text not null,
    media_type text not null,
    content_of text not null,
    content_hash text not null,
    created_by text not null,
    last_editor text not null,
    created_at bigint not null,
    updated_at bigint not null,
    primary key (session_id, path)
  );
CREATE TABLE file_version (
    session_id text not null,
    file_id text not null,
    version bigint not null,
    seq bigint not null,
    size bigint not null,
    encoding text not null,
    media_type text not null,
    content_of text,
    content_hash text not null,
    editor text not null,
    created_at bigint not null,
    primary key (session_id, file_id, version)
  );
CREATE INDEX file_version_by_seq on file_version (session_id, file_id, seq);
CREATE TABLE former_file (
    session_id text not null,
    id text not null,
    path text not null,
    created_by text not null,
    created_at bigint not null,
    deleted_seq bigint not null,
    primary key (session_id, id)
  );
CREATE INDEX former_file_by_end on former_file (session_id, deleted_seq);
CREATE INDEX former_file_by_path on former_file (session_id, path, deleted_seq);
CREATE TABLE entity_writer (
    session_id text not null,
    entity text not null,
    agent_id text not null,
    primary key (session_id, entity, agent_id)
  );
CREATE TABLE agent (
    id text primary key,
    name text not null,
    description text not null,
    capabilities text not null,
    url text,
    metadata text not null,
    key_hash text,
    bare bigint not null default 0,
    created_at bigint not null,
    updated_at bigint not null
  , key_line text);
CREATE TABLE agent_capability (
    agent_id text not null,
    capability text not null,
    primary key (agent_id, capability)
  );
CREATE INDEX agent_capability_by_capability on agent_capability (capability, agent_id);
CREATE TABLE agent_word (
    agent_id text not null,
    word text not null,
    primary key (agent_id, word)
  );
CREATE INDEX agent_word_by_word on agent_word (word, agent_id);
CREATE TABLE agent_stats (
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
    removed bigint not null default 0
  , tasks_done bigint not null default 0);
CREATE INDEX agent_stats_by_name on agent_stats (name_folded, agent_id);
CREATE INDEX agent_stats_by_activity on agent_stats (last_active_at, agent_id);
CREATE INDEX agent_stats_by_sessions on agent_stats (sessions, agent_id);
CREATE INDEX agent_stats_by_rating on agent_stats (rating_order, agent_id);
CREATE TABLE participation (
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
    completed bigint not null default 0, tasks_done bigint not null default 0,
    primary key (session_id, agent_id)
  );
CREATE INDEX participation_by_agent on participation (agent_id, session_id);
CREATE TABLE collaboration (
    agent_id text not null,
    other_id text not null,
    sessions bigint not null,
    primary key (agent_id, other_id)
  );
CREATE TABLE rating (
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
CREATE INDEX rating_by_age on rating (agent_id, id);
CREATE TABLE webhook (
    id text primary key,
    url text not null,
    events text not null,
    session_id text,
    scope text not null,
    owner text,
    secret text,
    active bigint not null,
    failed_deliveries bigint not null,
    last_delivery_at bigint,
    last_delivery_status text,
    leased_by text,
    leased_until bigint not null,
    created_at bigint not null,
    updated_at bigint not null
  );
CREATE INDEX webhook_by_scope on webhook (scope, id);
CREATE INDEX webhook_by_session on webhook (session_id, id);
CREATE TABLE webhook_subscription (
    session_id text not null,
    event text not null,
    webhook_id text not null,
    primary key (session_id, event, webhook_id)
  );
CREATE INDEX webhook_subscription_by_webhook on webhook_subscription (webhook_id);
CREATE TABLE delivery (
    session_id text not null,
    id text not null,
    webhook_id text not null,
    seq bigint,
    event text not null,
    body text,
    status text not null,
    attempts bigint not null,
    attempts_before bigint not null,
    first_attempt_at bigint,
    last_attempt_at bigint,
    due_at bigint not null,
    response_status bigint,
    error text,
    created_at bigint not null,
    queued_at bigint not null,
    finished_at bigint,
    primary key (session_id, id)
  );
CREATE INDEX delivery_by_webhook on delivery (webhook_id, id);
CREATE INDEX delivery_pending on delivery (webhook_id, due_at, seq) where status = 'pending';
CREATE INDEX delivery_by_age on delivery (finished_at) where finished_at is not null;
CREATE TABLE webhook_deletion (webhook_id text primary key);
CREATE TABLE compute_pool (
    session_id text primary key,
    provider text not null,
    total_credits bigint not null,
    used_credits bigint not null,
    reserved_credits bigint not null,
    agent_credits bigint,
    hourly_credits bigint,
    hour_began_at bigint not null default 0,
    hour_credits bigint not null default 0,
    spent_until bigint,
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
CREATE INDEX compute_pool_busy on compute_pool (session_id) where pending > 0 or running > 0;
CREATE INDEX compute_pool_held on compute_pool (held_since) where held_since is not null;
CREATE INDEX compute_pool_spent on compute_pool (spent_until) where spent_until is not null;
CREATE TABLE compute_agent (
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
CREATE INDEX compute_agent_by_agent on compute_agent (agent_id, session_id);
CREATE TABLE job_queue (
    session_id text not null,
    agent_id text not null,
    type text not null,
    pending bigint not null,
    primary key (session_id, agent_id, type)
  );
CREATE INDEX job_queue_waiting on job_queue (type, session_id, agent_id) where pending > 0;
CREATE TABLE scheduler_clock (session_id text primary key, begun_ms bigint not null);
CREATE INDEX scheduler_clock_begun on scheduler_clock (begun_ms);
CREATE TABLE job (
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
    warnings text not null default '[]',
    usage text not null,
    progress text,
    progress_at bigint,
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
CREATE UNIQUE INDEX job_by_number on job (session_id, number);
CREATE INDEX job_by_agent on job (session_id, agent_id, number);
CREATE INDEX job_by_status on job (session_id, status, number);
CREATE INDEX job_pending on job (session_id, agent_id, type, number) where status = 'pending';
CREATE INDEX job_waiting on job (type, queued_at) where status = 'pending';
CREATE INDEX job_expiring on job (expires_at) where status = 'pending';
CREATE INDEX job_leased on job (lease_expires_at) where status = 'running';
CREATE TABLE job_output (
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
CREATE TABLE job_upload (
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
CREATE TABLE job_file (
    session_id text not null,
    job_id text not null,
    path text not null,
    content_of text not null,
    content_hash text not null,
    primary key (session_id, job_id, path)
  );
CREATE TABLE job_count (
    session_id text not null,
    seq bigint not null,
    pending bigint not null,
    running bigint not null,
    ended bigint not null,
    primary key (session_id, seq)
  );
CREATE TABLE claimed_type (
    session_id text not null,
    type text not null,
    primary key (session_id, type)
  );
CREATE TABLE readiness (id bigint primary key, checks bigint not null);
CREATE TABLE idempotency (
    key_hash text primary key,
    request_hash text not null,
    session_id text,
    created_at bigint not null,
    answer text not null
  );
CREATE INDEX idempotency_by_age on idempotency (created_at);
CREATE TABLE rate_counter (
    key_hash text primary key,
    used bigint not null,
    ends_at bigint not null
  );
CREATE INDEX rate_counter_by_end on rate_counter (ends_at);
CREATE TABLE node (
    id text primary key,
    alive_until bigint not null
  );
CREATE TABLE watching (
    session_id text not null,
    node_id text not null,
    watchers bigint not null,
    primary key (session_id, node_id)
  );
CREATE INDEX watching_by_node on watching (node_id);
CREATE TABLE key_check (id bigint primary key, sealed text not null);
CREATE TABLE signing_key (
    key_id text primary key,
    public_key text not null,
    sealed_seed text,
    created_at bigint not null
  );
CREATE TABLE create_key (
    id text primary key,
    hash text not null unique,
    name text not null,
    created_at bigint not null
  );
CREATE TABLE task (
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
    carried text,
    primary key (session_id, id)
  );
CREATE UNIQUE INDEX task_by_number on task (session_id, number);
CREATE UNIQUE INDEX task_by_rank on task (session_id, rank);
CREATE INDEX task_open on task (session_id, blockers, rank) where status = 'open';
CREATE INDEX task_open_since on task (updated_at) where status = 'open';
CREATE INDEX task_offered on task (session_id, offered_to, rank) where status = 'offered';
CREATE INDEX task_working on task (session_id, assignee_id, rank) where status = 'working';
CREATE INDEX task_lease on task (check_at) where status = 'working';
CREATE TABLE task_dependency (
    session_id text not null,
    task_id text not null,
    depends_on text not null,
    primary key (session_id, task_id, depends_on)
  );
CREATE INDEX task_dependent on task_dependency (session_id, depends_on, task_id);
CREATE TABLE task_change (
    session_id text not null,
    number bigint not null,
    seq bigint not null,
    status text not null,
    summary text not null,
    primary key (session_id, number, seq)
  );
CREATE INDEX agent_by_key on agent (key_hash) where key_hash is not null;
CREATE INDEX seat_by_key on seat (key_line, session_id) where key_line is not null;
CREATE INDEX seat_by_key_end on seat (key_line, key_ends, session_id) where key_ends > 0;
CREATE INDEX seat_by_news on seat (key_line, news_at, session_id) where news_at is not null;
CREATE INDEX task_by_owner on task (assignee_id, session_id) where status = 'working';
CREATE TABLE key_end (
    agent_id text not null,
    key_line text not null,
    by_operator bigint not null,
    ended_at bigint not null,
    primary key (agent_id, key_line)
  );
insert into migration values (1, 'schema', 1795767335836);
insert into migration values (2, 'tasks', 1795767335847);
insert into migration values (4, 'agent keys', 1795767335853);
insert into migration values (5, 'people', 1795767335859);
insert into session values ('ses_1m8e15znx005avpshskaf1npn61m', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '682f9638d08f3937ddb09a14632d1f32be8b1a4665397b915a9fc4647a5ed9a9', 1795767336770, 1795767336770, 10126, 11504, '{"at":[1795767336697],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795767336637, 1795767336660, null, 'ZMXQ-3CWA-GE64', 1795853736637, 1);
insert into session values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8e15znx005avpshskaf1npn61m', 16, 1, 'f62db1b579d4760046ce82d024e9f33c58788b1b87d39213ca42fb7c1c1a3728', 1795767336798, 1795767336798, 790, 0, null, 1795767336798, 1795767336798, null, 'CRXZ-89MG-559C', 1795853736798, 0);
insert into seat values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 'Ada', 'creator', 1, '2c044577aa548ac9393f96412a7ecb362a5e3f87f892f1f8a2d71720488ba92e', 1795767336637, 1795767336770, 16, 0, 0, null, null, 0, null, null, null, 0, null);
insert into seat values ('ses_1m8e15znx005avpshskaf1npn61m', 'bob', 'bob', 'partner', 2, '2795a9eb31771a3c1ed3eea64dd2291689dcf4d9b222636b660a225569f8a59e', 1795767336660, 1795767336717, 9, 0, 0, null, null, 0, null, null, null, 0, null);
insert into seat values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'ada', 'Ada', 'creator', 1, 'a7fb93397f8abea5524b48b416a014d1d8c9dcbd5bb40beeb55e195f98e82a30', 1795767336798, 1795767336798, 1, 0, 0, null, null, 0, null, null, null, 0, null);
insert into token values ('a04943b38ae8ad7041a34d228daeb340a879e947c85a31c91a087d257907f1ca', 'ses_1m8e15znx005avpshskaf1npn61m', 'creator', 'ada', 'Ada', 1, 1, 1795767336637, '', 0);
insert into token values ('0fad98b65a9ebb5c09834775f7b7c250dfeb87c2706cb2fcb0394828bf76ad8d', 'ses_1m8e15znx005avpshskaf1npn61m', 'observer', 'obv_1m8e15znx01hnr7fszaf894m18h8', 'Observer', 1, 1, 1795767336637, '', 0);
insert into token values ('45f951e017ed6bd6c28db2c5f4522f82526bcbb60d54d7c79343b2647b47c099', 'ses_1m8e15znx005avpshskaf1npn61m', 'partner', 'bob', 'bob', 0, 1, 1795767336660, '', 0);
insert into token values ('13af2cfab528371a9e3d7a0c39c60ce6765d7e17c6c9ac7ab564883f4475e099', 'ses_1m8e15zty00j86wra4ke7nb2d856', 'creator', 'ada', 'Ada', 1, 1, 1795767336798, '', 0);
insert into token values ('3ced15781ada0256b4df3c02a6efe3fa3224f9f31f4a6531b5afd6a3d87a7dc5', 'ses_1m8e15zty00j86wra4ke7nb2d856', 'observer', 'obv_1m8e15zty015xqbfb6ck57rycdt4', 'Observer', 1, 1, 1795767336798, '', 0);
insert into presence values ('ses_1m8e15znx005avpshskaf1npn61m', 'bob', 'working', null, 1795767336754, 1795767396754, 0, null);
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 1, 'session.created', 1795767336637, 'agent', 'ada', 'Ada', '5d90c6d05d7ea4d10754106f8054e8f67660c48288c629056c45e50432d19272', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:15:36.637Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T08:15:36.637Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e15znx005avpshskaf1npn61m","lastActivityAt":"2026-11-27T08:15:36.637Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T08:15:36.637Z","visibility":"public"}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 2, 'session.joined', 1795767336660, 'agent', 'bob', 'bob', 'afc7723e70a61976c88a416dae465370ec0e2698707baaf7a12cf29647cdb270', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T08:15:36.660Z","role":"partner"}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 3, 'session.updated', 1795767336660, 'agent', 'bob', 'bob', '788b716e85927ce16d52f10299f48bd0dbe4957372fa91ffb8d489c32c39d0a1', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:15:36.637Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T08:15:36.660Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T08:15:36.637Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e15znx005avpshskaf1npn61m","lastActivityAt":"2026-11-27T08:15:36.660Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T08:15:36.660Z","visibility":"public"}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 4, 'message.created', 1795767336684, 'agent', 'ada', 'Ada', 'ad83d30eb6caa8c41f9de6cd6969615fb8702e20605202a2c2ad63f7e351b3d8', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T08:15:36.684Z","id":"msg_1m8e15zqc00exr9pvvyzkbs26cpp","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8e15znx005avpshskaf1npn61m"}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 5, 'message.created', 1795767336697, 'agent', 'bob', 'bob', 'd24bc91c310119a4ea2daa413bdb648c0d7ae0f1781533d6c0b806df84a39ab9', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T08:15:36.697Z","id":"msg_1m8e15zqs00tq14s699p4spd2yjz","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8e15zqc00exr9pvvyzkbs26cpp","seq":5,"sessionId":"ses_1m8e15znx005avpshskaf1npn61m"}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 6, 'note.created', 1795767336703, 'agent', 'ada', 'Ada', '48f470d683d478468675dc8ad02782199953c197a5f0f9ea99cab66c76690545', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T08:15:36.703Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e15zqz003vj8rmatgt2pq1p32","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8e15zqz003vj8rmatgt2pq1p32","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","title":"Plan","updatedAt":"2026-11-27T08:15:36.703Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 7, 'note.updated', 1795767336708, 'agent', 'bob', 'bob', '6599eb5834cb4602267f8907dd0aa068e6d21f639034ec35e0fb3e6765d32606', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T08:15:36.703Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e15zqz003vj8rmatgt2pq1p32","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e15zqz003vj8rmatgt2pq1p32","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","title":"Plan","updatedAt":"2026-11-27T08:15:36.708Z","version":2}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 8, 'note.created', 1795767336713, 'agent', 'bob', 'bob', 'e28673600dc45cd2c2a532a8cf93f43c73949719c589106bb30018ab0e870561', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T08:15:36.713Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e15zr90094dyt4k5sjdjjehjk","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e15zr90094dyt4k5sjdjjehjk","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","title":"Draft","updatedAt":"2026-11-27T08:15:36.713Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 9, 'note.deleted', 1795767336717, 'agent', 'bob', 'bob', '8a36478d0343d499fccd58931aaf0ba18593a60d9790af88333a698966642e87', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T08:15:36.713Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e15zr90094dyt4k5sjdjjehjk","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e15zr90094dyt4k5sjdjjehjk","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","title":"Draft","updatedAt":"2026-11-27T08:15:36.713Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 10, 'file.updated', 1795767336724, 'agent', 'ada', 'Ada', '28cd71e99b5ad60683f9f9c277a3645e3586741a5dfec55d8328e2235ffc0b48', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T08:15:36.724Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e15zrm00m4yz3cgt9sapjeqwb","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","size":7,"updatedAt":"2026-11-27T08:15:36.724Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 11, 'file.updated', 1795767336729, 'agent', 'ada', 'Ada', '049bc191d9faa20d0fd16a0f8ca07983ce5c38bb3ebcab32b18e6b27d90fd93d', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T08:15:36.724Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e15zrm00m4yz3cgt9sapjeqwb","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","size":7,"updatedAt":"2026-11-27T08:15:36.729Z","version":2}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 12, 'file.updated', 1795767336733, 'agent', 'ada', 'Ada', 'f1cd7ddc179affc78afce03681bb49fd36a66449fc49137fb8af33540fa7039d', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T08:15:36.733Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8e15zrx01n609q6hd6w8pxay71","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","size":5,"updatedAt":"2026-11-27T08:15:36.733Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 13, 'file.updated', 1795767336745, 'agent', 'ada', 'Ada', '859b1ab6082098ed031d27c8c6e0d24f1d10d7ab29e660257e610b55a2e3e64e', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T08:15:36.745Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e15zs900hw0garnv7c9hgxkrg","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","size":4,"updatedAt":"2026-11-27T08:15:36.745Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 14, 'file.deleted', 1795767336748, 'agent', 'ada', 'Ada', 'e739957fcbc9b82840bd8c03b887f2e63efb07dae288607bb2b40d8e296f3e37', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T08:15:36.745Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e15zs900hw0garnv7c9hgxkrg","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e15znx005avpshskaf1npn61m","size":4,"updatedAt":"2026-11-27T08:15:36.745Z","version":1}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 15, 'compute.updated', 1795767336759, 'agent', 'ada', 'Ada', 'e3de461c105b5d6277628f9db5881be2a145f4892796ad69f5e45fbd9849f333', '{"createdAt":"2026-11-27T08:15:36.759Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8e15znx005avpshskaf1npn61m","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8e15znx005avpshskaf1npn61m","totalCredits":10,"updatedAt":"2026-11-27T08:15:36.759Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8e15znx005avpshskaf1npn61m', 16, 'job.updated', 1795767336770, 'agent', 'ada', 'Ada', '682f9638d08f3937ddb09a14632d1f32be8b1a4665397b915a9fc4647a5ed9a9', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T08:15:36.770Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T08:25:36.770Z","finishedAt":null,"id":"job_1m8e15zt20069s0svpfjsa4rs0md","jobId":"job_1m8e15zt20069s0svpfjsa4rs0md","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8e15znx005avpshskaf1npn61m","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8e15zty00j86wra4ke7nb2d856', 1, 'session.created', 1795767336798, 'agent', 'ada', 'Ada', 'f62db1b579d4760046ce82d024e9f33c58788b1b87d39213ca42fb7c1c1a3728', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:15:36.798Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T08:15:36.798Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8e15znx005avpshskaf1npn61m"},"id":"ses_1m8e15zty00j86wra4ke7nb2d856","lastActivityAt":"2026-11-27T08:15:36.798Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T08:15:36.798Z","visibility":"public"}');
insert into message values ('ses_1m8e15znx005avpshskaf1npn61m', 4, 'msg_1m8e15zqc00exr9pvvyzkbs26cpp', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8e15znx005avpshskaf1npn61m', 5, 'msg_1m8e15zqs00tq14s699p4spd2yjz', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8e15znx005avpshskaf1npn61m', 'bob', 4, 1795767336684);
insert into inbox values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8e15znx005avpshskaf1npn61m', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8e15znx005avpshskaf1npn61m', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8e15znx005avpshskaf1npn61m', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8e15znx005avpshskaf1npn61m', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8e15znx005avpshskaf1npn61m', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8e15znx005avpshskaf1npn61m', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8e15znx005avpshskaf1npn61m', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8e15znx005avpshskaf1npn61m', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8e15znx005avpshskaf1npn61m', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8e15znx005avpshskaf1npn61m', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8e15znx005avpshskaf1npn61m', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8e15znx005avpshskaf1npn61m', 'note_1m8e15zqz003vj8rmatgt2pq1p32', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795767336703);
insert into note values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'note_1m8e15zty02qbm2c9tq6afe1nvcz', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8e15znx005avpshskaf1npn61m","noteId":"note_1m8e15zqz003vj8rmatgt2pq1p32","version":2}', 1795767336798);
insert into note_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'note_1m8e15zqz003vj8rmatgt2pq1p32', 1, 6, 'Plan', 'ses_1m8e15znx005avpshskaf1npn61m', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336703);
insert into note_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'note_1m8e15zqz003vj8rmatgt2pq1p32', 2, 7, 'Plan', 'ses_1m8e15znx005avpshskaf1npn61m', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795767336708);
insert into note_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'note_1m8e15zr90094dyt4k5sjdjjehjk', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795767336713);
insert into note_version values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'note_1m8e15zty02qbm2c9tq6afe1nvcz', 1, 1, 'Plan', 'ses_1m8e15znx005avpshskaf1npn61m', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336798);
insert into former_note values ('ses_1m8e15znx005avpshskaf1npn61m', 'note_1m8e15zr90094dyt4k5sjdjjehjk', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795767336713, 9);
insert into file values ('ses_1m8e15znx005avpshskaf1npn61m', 'src/a.ts', 'file_1m8e15zrm00m4yz3cgt9sapjeqwb', 2, 7, 'utf-8', 'text/plain', 'ses_1m8e15znx005avpshskaf1npn61m', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336724, 1795767336729);
insert into file values ('ses_1m8e15znx005avpshskaf1npn61m', 'a.png', 'file_1m8e15zrx01n609q6hd6w8pxay71', 1, 5, 'base64', 'image/png', 'ses_1m8e15znx005avpshskaf1npn61m', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336733, 1795767336733);
insert into file values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'a.png', 'file_1m8e15zty03krtxtc6jxxhvnay0m', 1, 5, 'base64', 'image/png', 'ses_1m8e15znx005avpshskaf1npn61m', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336798, 1795767336798);
insert into file values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'src/a.ts', 'file_1m8e15zty047qgdehy1sj8ky8q9t', 1, 7, 'utf-8', 'text/plain', 'ses_1m8e15znx005avpshskaf1npn61m', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336798, 1795767336798);
insert into file_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'file_1m8e15zrm00m4yz3cgt9sapjeqwb', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8e15znx005avpshskaf1npn61m', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336724);
insert into file_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'file_1m8e15zrm00m4yz3cgt9sapjeqwb', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8e15znx005avpshskaf1npn61m', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336729);
insert into file_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'file_1m8e15zrx01n609q6hd6w8pxay71', 1, 12, 5, 'base64', 'image/png', 'ses_1m8e15znx005avpshskaf1npn61m', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336733);
insert into file_version values ('ses_1m8e15znx005avpshskaf1npn61m', 'file_1m8e15zs900hw0garnv7c9hgxkrg', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336745);
insert into file_version values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'file_1m8e15zty03krtxtc6jxxhvnay0m', 1, 1, 5, 'base64', 'image/png', 'ses_1m8e15znx005avpshskaf1npn61m', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336798);
insert into file_version values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'file_1m8e15zty047qgdehy1sj8ky8q9t', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8e15znx005avpshskaf1npn61m', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336798);
insert into former_file values ('ses_1m8e15znx005avpshskaf1npn61m', 'file_1m8e15zs900hw0garnv7c9hgxkrg', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767336745, 14);
insert into entity_writer values ('ses_1m8e15znx005avpshskaf1npn61m', 'note note_1m8e15zqz003vj8rmatgt2pq1p32', 'ada');
insert into entity_writer values ('ses_1m8e15znx005avpshskaf1npn61m', 'note note_1m8e15zqz003vj8rmatgt2pq1p32', 'bob');
insert into entity_writer values ('ses_1m8e15znx005avpshskaf1npn61m', 'note note_1m8e15zr90094dyt4k5sjdjjehjk', 'bob');
insert into entity_writer values ('ses_1m8e15znx005avpshskaf1npn61m', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8e15znx005avpshskaf1npn61m', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8e15znx005avpshskaf1npn61m', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795767336637, 1795767336782, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795767336660, 1795767336660, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795767336798, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795767336717, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795767336770, 1, 0, 0);
insert into participation values ('ses_1m8e15znx005avpshskaf1npn61m', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795767336717, 1, 0, 0);
insert into participation values ('ses_1m8e15zty00j86wra4ke7nb2d856', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795767336798, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8e15znx005avpshskaf1npn61m bob', 'rat_1m8e15ztp00qbpn0qw7a3ryrckam', 5, 'Quick', 1, 'bob', 'ses_1m8e15znx005avpshskaf1npn61m', 1795767336790);
insert into webhook values ('whk_1m8e15ztt00zm4gqdbzya0cqh0r3', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8e15znx005avpshskaf1npn61m', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'YMHkF88bO8D/Y3cvLq+sGDxB6notnAeDxLXD4Ph4IwJiQIG1dtB1S9FExw==', 1, 0, null, null, null, 0, 1795767336794, 1795767336794);
insert into webhook_subscription values ('ses_1m8e15znx005avpshskaf1npn61m', 'session.paused', 'whk_1m8e15ztt00zm4gqdbzya0cqh0r3');
insert into compute_pool values ('ses_1m8e15znx005avpshskaf1npn61m', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795767336759, 1795767336759);
insert into compute_agent values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8e15znx005avpshskaf1npn61m', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8e15znx005avpshskaf1npn61m', 0);
insert into job values ('ses_1m8e15znx005avpshskaf1npn61m', 'job_1m8e15zt20069s0svpfjsa4rs0md', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795767936770, 1795767336770, 1795767336770, null, null);
insert into job_count values ('ses_1m8e15znx005avpshskaf1npn61m', 16, 1, 0, 0);
insert into key_check values (1, '7nOa3YQmAvrqm6v3NKihd9slD1v3GMUONBbdhWZqPcX2BpJYLQ==');
insert into signing_key values ('VoAas-fQq12P9LocCysa0OZKBVnciF-PwIOg_46k87A', 'q1WwkJmTh3iRDksfsxPU8bME6ekyUSH_tyBaX7xpGkc', '6atni3XNYQJc2tLI8/usrQXmJ/HtybvpHvY5QbYs+q4BI+P+5LekS8vQs8WjvmG1JWOMIwXsg7rIN+GELzdTM5U9PgbTE7tZ', 1795767335868);
