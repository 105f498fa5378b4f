-- {"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c"}
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
    offered_via text,
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
  );
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
insert into migration values (1, 'schema', 1795765898626);
insert into migration values (2, 'tasks', 1795765898703);
insert into migration values (5, 'people', 1795765898715);
insert into session values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '556cc7cb2f789c50791bf20860216da6b8431248d7bc157f6be303d0d8d10536', 1795765900086, 1795765900086, 10126, 11504, '{"at":[1795765899995],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795765899886, 1795765899955, null, 'K5KK-6NKX-9B2E', 1795852299886, 1);
insert into session values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 16, 1, '80ad07507dc6406eb5b138b9548e843392b83e1e6f4e6bea35c9e6ce6d4e3f17', 1795765900129, 1795765900129, 790, 0, null, 1795765900129, 1795765900129, null, 'TYEF-0DG1-SP4J', 1795852300129, 0);
insert into seat values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 'Ada', 'creator', 1, 'ba848d037c384803c60c409291d610357e57b74aa32d67f070588d8926345cc5', 1795765899886, 1795765900086, 16, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'bob', 'bob', 'partner', 2, '492e266af248172ca4aa074da34e013ce6958242083c36e0d9188a2a01666ca0', 1795765899955, 1795765900022, 9, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'ada', 'Ada', 'creator', 1, 'fd4655ee8d5749f559e6ba5dd3c6d032fb586eaa09bc9be7c7efdb9a97748c99', 1795765900129, 1795765900129, 1, 0, 0, null, null, 0, null, null);
insert into token values ('2c2f88009fa381b3d989c77cc1b62bc3c33dc36614a6aeb944505711939eb5f1', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'creator', 'ada', 'Ada', 1, 1, 1795765899886, '', 0);
insert into token values ('b6ce1f7bda326474530a9f38bd49b603fcdcafed4ee4dc106fa1e5dafa2234c3', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'observer', 'obv_1m8dzt4ke015sn3fc20pkmvmxb8h', 'Observer', 1, 1, 1795765899886, '', 0);
insert into token values ('01a0aa1e6272bc35c4512cb94b2d108f4da82e1e4d7146f6c82d78ac06a5b3df', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'partner', 'bob', 'bob', 0, 1, 1795765899955, '', 0);
insert into token values ('9b842529ecce2ee3e01f1a0ca89cf6c4644a066614e61ee388af4d5e423414ec', 'ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'creator', 'ada', 'Ada', 1, 1, 1795765900129, '', 0);
insert into token values ('670cea80f0000cd63aa35274a7d7001d2ca5efefec14f986fa2e7246929a5d19', 'ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'observer', 'obv_1m8dzt4v101qd1rv9yf6bea0nwg2', 'Observer', 1, 1, 1795765900129, '', 0);
insert into presence values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'bob', 'working', null, 1795765900059, 1795765960059, 0, null);
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 1, 'session.created', 1795765899886, 'agent', 'ada', 'Ada', '56e56433671ef523ddf3322009a007afce5944d040f861badc3a8e41d3bd0582', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T07:51:39.886Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T07:51:39.886Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8dzt4ke00pheev060pbpf72q7c","lastActivityAt":"2026-11-27T07:51:39.886Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T07:51:39.886Z","visibility":"public"}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 2, 'session.joined', 1795765899955, 'agent', 'bob', 'bob', '2eb0c19ab4cf581af309b7e1bf4cde80c3d5752b748e3784b7e3982df8edd9f3', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T07:51:39.955Z","role":"partner"}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 3, 'session.updated', 1795765899955, 'agent', 'bob', 'bob', '5a5376e9fd1d5b9be2979d7c7cdc0e8965517120efc37cade115dc6a7685ad10', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T07:51:39.886Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T07:51:39.955Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T07:51:39.886Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8dzt4ke00pheev060pbpf72q7c","lastActivityAt":"2026-11-27T07:51:39.955Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T07:51:39.955Z","visibility":"public"}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 4, 'message.created', 1795765899983, 'agent', 'ada', 'Ada', 'b877798e39ac6306ca839bc4b334cc3f57ccdb8f76aab787a418ef6c206b73d6', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T07:51:39.983Z","id":"msg_1m8dzt4pf00mvby0zd3pfzg6vg9s","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c"}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 5, 'message.created', 1795765899995, 'agent', 'bob', 'bob', 'd79cb2e68c181741f1c487842bfe4da8b92912545b84bb7eb27a1808b7743f98', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T07:51:39.995Z","id":"msg_1m8dzt4pv00hfetsher13r0sab4t","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8dzt4pf00mvby0zd3pfzg6vg9s","seq":5,"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c"}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 6, 'note.created', 1795765900010, 'agent', 'ada', 'Ada', '3b49dfade13ec3960ed96d81050ce44d99a9f1b42930a85ea8e512704f92b459', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T07:51:40.010Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8dzt4qa007neknqn4j7h0v43nx","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8dzt4qa007neknqn4j7h0v43nx","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","title":"Plan","updatedAt":"2026-11-27T07:51:40.010Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 7, 'note.updated', 1795765900015, 'agent', 'bob', 'bob', '86986a8b44e8e97b652fcf85a5b9aa1386303454beb212967c9addc9ba04a879', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T07:51:40.010Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8dzt4qa007neknqn4j7h0v43nx","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dzt4qa007neknqn4j7h0v43nx","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","title":"Plan","updatedAt":"2026-11-27T07:51:40.015Z","version":2}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 8, 'note.created', 1795765900018, 'agent', 'bob', 'bob', 'd448c80dae08d4c43495a0421c1f979f16af0466b65f62ae5d666eaf7ae6eef9', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T07:51:40.018Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8dzt4qj01e8d1y9w8q3jxz4nkz","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dzt4qj01e8d1y9w8q3jxz4nkz","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","title":"Draft","updatedAt":"2026-11-27T07:51:40.018Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 9, 'note.deleted', 1795765900022, 'agent', 'bob', 'bob', 'f9dd2afb2192fbea56816837ace58f8e3eb196c1ceba9901a5ae6c9a410bedff', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T07:51:40.018Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8dzt4qj01e8d1y9w8q3jxz4nkz","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dzt4qj01e8d1y9w8q3jxz4nkz","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","title":"Draft","updatedAt":"2026-11-27T07:51:40.018Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 10, 'file.updated', 1795765900028, 'agent', 'ada', 'Ada', 'a91a05508bbb67247cdcd40226c34de1c9189ed8c4debc7e9fe3cd0a47ffa569', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T07:51:40.028Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dzt4qw0084c8wj7hdwwjcesp2","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","size":7,"updatedAt":"2026-11-27T07:51:40.028Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 11, 'file.updated', 1795765900033, 'agent', 'ada', 'Ada', '59618e81bf6b650d192bc7f8d6fd241c26f23696378b179b45a925015f4b4266', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T07:51:40.028Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dzt4qw0084c8wj7hdwwjcesp2","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","size":7,"updatedAt":"2026-11-27T07:51:40.033Z","version":2}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 12, 'file.updated', 1795765900038, 'agent', 'ada', 'Ada', '3ecd1a40c9a4660db8e0aa2853e8fef62d0743bf3375c8adf52356d2ae804c08', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T07:51:40.038Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8dzt4r600aywym4391fgee24gz","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","size":5,"updatedAt":"2026-11-27T07:51:40.038Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 13, 'file.updated', 1795765900044, 'agent', 'ada', 'Ada', '3993515437b201ed21b94fd767a5cf8db854c4813a589ce5d7bb8972dcca2338', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T07:51:40.044Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dzt4rc012try3pvscycncedev","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","size":4,"updatedAt":"2026-11-27T07:51:40.044Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 14, 'file.deleted', 1795765900048, 'agent', 'ada', 'Ada', '5750156ba79941c1b1a14d45ee834883632e6c6dbfbc7ae52436cef42d197651', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T07:51:40.044Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dzt4rc012try3pvscycncedev","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","size":4,"updatedAt":"2026-11-27T07:51:40.044Z","version":1}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 15, 'compute.updated', 1795765900064, 'agent', 'ada', 'Ada', '1e870eab69b8672391650706fa03a8fd53fc26677e36c59c1a5cbd286e01ef9f', '{"createdAt":"2026-11-27T07:51:40.064Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8dzt4ke00pheev060pbpf72q7c","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","totalCredits":10,"updatedAt":"2026-11-27T07:51:40.064Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 16, 'job.updated', 1795765900086, 'agent', 'ada', 'Ada', '556cc7cb2f789c50791bf20860216da6b8431248d7bc157f6be303d0d8d10536', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T07:51:40.086Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T08:01:40.086Z","finishedAt":null,"id":"job_1m8dzt4sp00exvnstee29r17799x","jobId":"job_1m8dzt4sp00exvnstee29r17799x","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 1, 'session.created', 1795765900129, 'agent', 'ada', 'Ada', '80ad07507dc6406eb5b138b9548e843392b83e1e6f4e6bea35c9e6ce6d4e3f17', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T07:51:40.129Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T07:51:40.129Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c"},"id":"ses_1m8dzt4v1006wkkyhb9qc97kjhnm","lastActivityAt":"2026-11-27T07:51:40.129Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T07:51:40.129Z","visibility":"public"}');
insert into message values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 4, 'msg_1m8dzt4pf00mvby0zd3pfzg6vg9s', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 5, 'msg_1m8dzt4pv00hfetsher13r0sab4t', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'bob', 4, 1795765899983);
insert into inbox values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8dzt4ke00pheev060pbpf72q7c', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8dzt4ke00pheev060pbpf72q7c', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8dzt4ke00pheev060pbpf72q7c', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8dzt4ke00pheev060pbpf72q7c', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8dzt4ke00pheev060pbpf72q7c', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8dzt4ke00pheev060pbpf72q7c', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note_1m8dzt4qa007neknqn4j7h0v43nx', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795765900010);
insert into note values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'note_1m8dzt4v1023p8m2z3ttqmssxwep', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8dzt4ke00pheev060pbpf72q7c","noteId":"note_1m8dzt4qa007neknqn4j7h0v43nx","version":2}', 1795765900129);
insert into note_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note_1m8dzt4qa007neknqn4j7h0v43nx', 1, 6, 'Plan', 'ses_1m8dzt4ke00pheev060pbpf72q7c', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900010);
insert into note_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note_1m8dzt4qa007neknqn4j7h0v43nx', 2, 7, 'Plan', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795765900015);
insert into note_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note_1m8dzt4qj01e8d1y9w8q3jxz4nkz', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795765900018);
insert into note_version values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'note_1m8dzt4v1023p8m2z3ttqmssxwep', 1, 1, 'Plan', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900129);
insert into former_note values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note_1m8dzt4qj01e8d1y9w8q3jxz4nkz', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795765900018, 9);
insert into file values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'src/a.ts', 'file_1m8dzt4qw0084c8wj7hdwwjcesp2', 2, 7, 'utf-8', 'text/plain', 'ses_1m8dzt4ke00pheev060pbpf72q7c', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900028, 1795765900033);
insert into file values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'a.png', 'file_1m8dzt4r600aywym4391fgee24gz', 1, 5, 'base64', 'image/png', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900038, 1795765900038);
insert into file values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'a.png', 'file_1m8dzt4v103cdarcpra64xg9np0t', 1, 5, 'base64', 'image/png', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900129, 1795765900129);
insert into file values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'src/a.ts', 'file_1m8dzt4v104mjjjwmqhh77g5x7xz', 1, 7, 'utf-8', 'text/plain', 'ses_1m8dzt4ke00pheev060pbpf72q7c', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900129, 1795765900129);
insert into file_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file_1m8dzt4qw0084c8wj7hdwwjcesp2', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8dzt4ke00pheev060pbpf72q7c', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900028);
insert into file_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file_1m8dzt4qw0084c8wj7hdwwjcesp2', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8dzt4ke00pheev060pbpf72q7c', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900033);
insert into file_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file_1m8dzt4r600aywym4391fgee24gz', 1, 12, 5, 'base64', 'image/png', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900038);
insert into file_version values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file_1m8dzt4rc012try3pvscycncedev', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900044);
insert into file_version values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'file_1m8dzt4v103cdarcpra64xg9np0t', 1, 1, 5, 'base64', 'image/png', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900129);
insert into file_version values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'file_1m8dzt4v104mjjjwmqhh77g5x7xz', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8dzt4ke00pheev060pbpf72q7c', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900129);
insert into former_file values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file_1m8dzt4rc012try3pvscycncedev', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795765900044, 14);
insert into entity_writer values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note note_1m8dzt4qa007neknqn4j7h0v43nx', 'ada');
insert into entity_writer values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note note_1m8dzt4qa007neknqn4j7h0v43nx', 'bob');
insert into entity_writer values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'note note_1m8dzt4qj01e8d1y9w8q3jxz4nkz', 'bob');
insert into entity_writer values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795765899886, 1795765900101);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795765899955, 1795765899955);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795765900129, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795765900022, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795765900086, 1, 0, 0);
insert into participation values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795765900022, 1, 0, 0);
insert into participation values ('ses_1m8dzt4v1006wkkyhb9qc97kjhnm', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795765900129, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8dzt4ke00pheev060pbpf72q7c bob', 'rat_1m8dzt4tc000tf37vqgjdpbs7cr9', 5, 'Quick', 1, 'bob', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 1795765900108);
insert into webhook values ('whk_1m8dzt4tr00vyszt2qtpzh5h6zx9', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8dzt4ke00pheev060pbpf72q7c', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'RxnOACpv14kUD68Sj9WIDwqlgiZM7VglEw1njmTK1e3dT9j2RKSu0lCdnw==', 1, 0, null, null, null, 0, 1795765900120, 1795765900120);
insert into webhook_subscription values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'session.paused', 'whk_1m8dzt4tr00vyszt2qtpzh5h6zx9');
insert into compute_pool values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795765900064, 1795765900064);
insert into compute_agent values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 0);
insert into job values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 'job_1m8dzt4sp00exvnstee29r17799x', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795766500086, 1795765900086, 1795765900086, null, null);
insert into job_count values ('ses_1m8dzt4ke00pheev060pbpf72q7c', 16, 1, 0, 0);
insert into key_check values (1, 'm040+9PhkMnP3E6mcmzCME8434SpI7HGGd/jMBTzL86H8npw9Q==');
insert into signing_key values ('3B034nC8oVr1joOAne4CoLAfIrHsY5PEklKf1uZIiNE', 'GcQpiMOcyzD09AcTO28-Qn9hcp9uS3nZsCka60PNDVQ', 'vL9c5IhyregH2pq2TVgeWJM9xutY6jOgahQ/IoSpEvQrQRleyulY7XELjoq4dpnwRWPqCVQle375VRi4Z/7O2rx5EnkrE2o7', 1795765898725);
