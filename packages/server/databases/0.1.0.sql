-- {"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s"}
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
    joined_at bigint not null,
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
  );
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
    title text not null,
    description text not null,
    status text not null,
    requester text not null,
    assignee_id text,
    assignee_name text,
    offered_to text,
    depends_on text not null,
    blockers bigint not null,
    paths text not null,
    path_count bigint not null,
    labels text not null,
    priority bigint not null,
    lease_ms bigint not null,
    lease_from bigint,
    alive_at bigint,
    check_at bigint,
    attempts bigint not null,
    result text not null,
    reason text,
    carried text,
    created_at bigint not null,
    updated_at bigint not null,
    ended_at bigint,
    primary key (session_id, id)
  );
CREATE UNIQUE INDEX task_by_number on task (session_id, number);
CREATE UNIQUE INDEX task_by_rank on task (session_id, rank);
CREATE INDEX task_by_status on task (session_id, status, rank);
CREATE INDEX task_ready on task (session_id, rank) where status = 'open' and blockers = 0;
CREATE INDEX task_open on task (updated_at) where status = 'open';
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
insert into migration values (1, 'schema', 1795753061797);
insert into migration values (2, 'tasks', 1795753061869);
insert into session values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '93f392d52136d6bbbce89b0477397ecf19a3c76fd88324817f798a9ed13d42e8', 1795753064829, 1795753064829, 10126, 11504, '{"at":[1795753064436],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795753064266, 1795753064336, null, 'VH9D-Z3AG-74RB', 1795839464266, 1);
insert into session values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 16, 1, '37e34b6298c7825e5e92372f171069b5e6c2c0cb0a364d2e825f7fdbefeec06f', 1795753064944, 1795753064944, 790, 0, null, 1795753064944, 1795753064944, null, 'V878-NA62-AAE8', 1795839464944, 0);
insert into seat values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 'Ada', 'creator', 1, 'bc7b26bced280bd5fbbcc9c26ff42bd4ede409d7ae96c7932ee6c4053b9cea2e', 1795753064266, 1795753064829, 16, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'bob', 'bob', 'partner', 2, '428c6a55f1020b824ac1b9dae1e50cdd1872e035dd2a5b0e85b2ed61f87545d6', 1795753064336, 1795753064642, 9, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'ada', 'Ada', 'creator', 1, '06c82469cf50a443d750ec4188c2a090978eaef197d9ce673742de068958551d', 1795753064944, 1795753064944, 1, 0, 0, null, null, 0, null, null);
insert into token values ('5231915116f602cfb7ee38eaf8544f012a535f8936e16356f61f8c3958984f5e', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'creator', 'ada', 'Ada', 1, 1, 1795753064266);
insert into token values ('d10e573760072329af54776a1a9758858e76ef0241a58c7b55354694078bad0d', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'observer', 'obv_1m8dkjdta01w461vjp1gf6dfd3bb', 'Observer', 1, 1, 1795753064266);
insert into token values ('672a46bc34595c5d522333bce6f084e1a3ef187a764440995e1f1b5cf03e13b7', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'partner', 'bob', 'bob', 0, 1, 1795753064336);
insert into token values ('e58d435a253f3dc9ef1b1d2ddfaf9f0ac48c16692a60b644966c1fa5529b2aab', 'ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'creator', 'ada', 'Ada', 1, 1, 1795753064944);
insert into token values ('bcf3e60d0f52d49ebf5128587e1d95c9701d32e22721ae585d00b3e6edfbb46c', 'ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'observer', 'obv_1m8dkjefg01k2fd9m2fq74jta3mm', 'Observer', 1, 1, 1795753064944);
insert into presence values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'bob', 'working', null, 1795753064775, 1795753124775, 0, null);
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 1, 'session.created', 1795753064266, 'agent', 'ada', 'Ada', 'd25c25403f40b2424437382047a41f637802650162a6d522fd3d6fc73d29ae5e', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T04:17:44.266Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T04:17:44.266Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8dkjdta00bdyear1f2am2cd70s","lastActivityAt":"2026-11-27T04:17:44.266Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T04:17:44.266Z","visibility":"public"}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 2, 'session.joined', 1795753064336, 'agent', 'bob', 'bob', '9355ca82e5ed2cc8c08426ecf64be39cd3dc3e5c04e75ef068ebefffe1b87beb', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T04:17:44.336Z","role":"partner"}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 3, 'session.updated', 1795753064336, 'agent', 'bob', 'bob', 'e9285dd99892e05c720b0c756840b83ad8e890a11c10b398689668b0e3395833', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T04:17:44.266Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T04:17:44.336Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T04:17:44.266Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8dkjdta00bdyear1f2am2cd70s","lastActivityAt":"2026-11-27T04:17:44.336Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T04:17:44.336Z","visibility":"public"}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 4, 'message.created', 1795753064409, 'agent', 'ada', 'Ada', '8c1ddff07861abbb0c82c86dbf213bf1ea463d5fa096e5339bf629729d63b109', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T04:17:44.409Z","id":"msg_1m8dkjdys003z8kwt5zdnmgp2yej","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s"}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 5, 'message.created', 1795753064436, 'agent', 'bob', 'bob', 'fce01069dcf2bbe3f3ed89975b72539aaec4437b435c8353c6fd43a98349de46', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T04:17:44.436Z","id":"msg_1m8dkjdzm00mhyqk3qty1f942fd7","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8dkjdys003z8kwt5zdnmgp2yej","seq":5,"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s"}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 6, 'note.created', 1795753064558, 'agent', 'ada', 'Ada', 'ddc0be283a4aef98a4dcc8ddf1103d0ade4ac4282369feb9a04787f7a6840988', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T04:17:44.558Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8dkje3e00svj94k8nm0r6d45n8","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8dkje3e00svj94k8nm0r6d45n8","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","title":"Plan","updatedAt":"2026-11-27T04:17:44.558Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 7, 'note.updated', 1795753064581, 'agent', 'bob', 'bob', '95b55b45e179808bc03e58943f9509e646c0ecb15bd3e28fe997508c1444032e', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T04:17:44.558Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8dkje3e00svj94k8nm0r6d45n8","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dkje3e00svj94k8nm0r6d45n8","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","title":"Plan","updatedAt":"2026-11-27T04:17:44.581Z","version":2}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 8, 'note.created', 1795753064618, 'agent', 'bob', 'bob', 'e8330b261aa6fe72b8b1de5343da32904162eb552aff02b3e7d99bd539563bdc', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T04:17:44.618Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8dkje5a00vgvy67wnb2vq89xz6","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dkje5a00vgvy67wnb2vq89xz6","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","title":"Draft","updatedAt":"2026-11-27T04:17:44.618Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 9, 'note.deleted', 1795753064642, 'agent', 'bob', 'bob', '7f6c661032472617719fcd6cd5a19e2ea6986e6208202cedcb35322e3ae6339c', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T04:17:44.618Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8dkje5a00vgvy67wnb2vq89xz6","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dkje5a00vgvy67wnb2vq89xz6","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","title":"Draft","updatedAt":"2026-11-27T04:17:44.618Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 10, 'file.updated', 1795753064672, 'agent', 'ada', 'Ada', '16f772feba4912d310039c7181ba5e6619c1d8ea3f499e60820a0ab963230a63', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T04:17:44.672Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dkje7000xjxcf9p33wvjbaa9b","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","size":7,"updatedAt":"2026-11-27T04:17:44.672Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 11, 'file.updated', 1795753064694, 'agent', 'ada', 'Ada', 'a5c444ceba6ff038e6eb6e63508250ae9174237d1d1af12ba58807765cc689d6', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T04:17:44.672Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dkje7000xjxcf9p33wvjbaa9b","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","size":7,"updatedAt":"2026-11-27T04:17:44.694Z","version":2}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 12, 'file.updated', 1795753064701, 'agent', 'ada', 'Ada', '63dd75b61133d7596f7eed86bfc15aa7232c71e0f31247f2fa0483c61ec093ca', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T04:17:44.701Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8dkje7x007rxzd8tj70jnyek4p","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","size":5,"updatedAt":"2026-11-27T04:17:44.701Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 13, 'file.updated', 1795753064722, 'agent', 'ada', 'Ada', '731ae28e8217c2a225b784a7aa2b1a99cd3ce49fd98c6a392d4b54f3f3e6d495', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T04:17:44.722Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dkje8j00hzsea2xwj9yxkjf35","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","size":4,"updatedAt":"2026-11-27T04:17:44.722Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 14, 'file.deleted', 1795753064759, 'agent', 'ada', 'Ada', 'a0493af880b43f644616e1a9eb626e191e2da7be6ccd61125b2e70667eacf514', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T04:17:44.722Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dkje8j00hzsea2xwj9yxkjf35","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","size":4,"updatedAt":"2026-11-27T04:17:44.722Z","version":1}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 15, 'compute.updated', 1795753064783, 'agent', 'ada', 'Ada', '79b633623908a410aefbc501b9ef8a6010ab3a100786c403161e5f8aa203fde7', '{"createdAt":"2026-11-27T04:17:44.783Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8dkjdta00bdyear1f2am2cd70s","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","totalCredits":10,"updatedAt":"2026-11-27T04:17:44.783Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 16, 'job.updated', 1795753064829, 'agent', 'ada', 'Ada', '93f392d52136d6bbbce89b0477397ecf19a3c76fd88324817f798a9ed13d42e8', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T04:17:44.829Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T04:27:44.829Z","finishedAt":null,"id":"job_1m8dkjebx00kw35rk5fy95j3ga7b","jobId":"job_1m8dkjebx00kw35rk5fy95j3ga7b","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 1, 'session.created', 1795753064944, 'agent', 'ada', 'Ada', '37e34b6298c7825e5e92372f171069b5e6c2c0cb0a364d2e825f7fdbefeec06f', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T04:17:44.944Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T04:17:44.944Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s"},"id":"ses_1m8dkjefg00zt3ehk9235nd2kd0t","lastActivityAt":"2026-11-27T04:17:44.944Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T04:17:44.944Z","visibility":"public"}');
insert into message values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 4, 'msg_1m8dkjdys003z8kwt5zdnmgp2yej', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 5, 'msg_1m8dkjdzm00mhyqk3qty1f942fd7', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'bob', 4, 1795753064409);
insert into inbox values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8dkjdta00bdyear1f2am2cd70s', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8dkjdta00bdyear1f2am2cd70s', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8dkjdta00bdyear1f2am2cd70s', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8dkjdta00bdyear1f2am2cd70s', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8dkjdta00bdyear1f2am2cd70s', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8dkjdta00bdyear1f2am2cd70s', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note_1m8dkje3e00svj94k8nm0r6d45n8', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795753064558);
insert into note values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'note_1m8dkjefg02sdvhg2mxef35tpzyx', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8dkjdta00bdyear1f2am2cd70s","noteId":"note_1m8dkje3e00svj94k8nm0r6d45n8","version":2}', 1795753064944);
insert into note_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note_1m8dkje3e00svj94k8nm0r6d45n8', 1, 6, 'Plan', 'ses_1m8dkjdta00bdyear1f2am2cd70s', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064558);
insert into note_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note_1m8dkje3e00svj94k8nm0r6d45n8', 2, 7, 'Plan', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795753064581);
insert into note_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note_1m8dkje5a00vgvy67wnb2vq89xz6', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795753064618);
insert into note_version values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'note_1m8dkjefg02sdvhg2mxef35tpzyx', 1, 1, 'Plan', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064944);
insert into former_note values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note_1m8dkje5a00vgvy67wnb2vq89xz6', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795753064618, 9);
insert into file values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'src/a.ts', 'file_1m8dkje7000xjxcf9p33wvjbaa9b', 2, 7, 'utf-8', 'text/plain', 'ses_1m8dkjdta00bdyear1f2am2cd70s', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064672, 1795753064694);
insert into file values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'a.png', 'file_1m8dkje7x007rxzd8tj70jnyek4p', 1, 5, 'base64', 'image/png', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064701, 1795753064701);
insert into file values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'a.png', 'file_1m8dkjefg03rg30j4df5n17d7940', 1, 5, 'base64', 'image/png', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064944, 1795753064944);
insert into file values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'src/a.ts', 'file_1m8dkjefg04gc4y6qh0q0134kbyw', 1, 7, 'utf-8', 'text/plain', 'ses_1m8dkjdta00bdyear1f2am2cd70s', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064944, 1795753064944);
insert into file_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file_1m8dkje7000xjxcf9p33wvjbaa9b', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8dkjdta00bdyear1f2am2cd70s', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064672);
insert into file_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file_1m8dkje7000xjxcf9p33wvjbaa9b', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8dkjdta00bdyear1f2am2cd70s', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064694);
insert into file_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file_1m8dkje7x007rxzd8tj70jnyek4p', 1, 12, 5, 'base64', 'image/png', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064701);
insert into file_version values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file_1m8dkje8j00hzsea2xwj9yxkjf35', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064722);
insert into file_version values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'file_1m8dkjefg03rg30j4df5n17d7940', 1, 1, 5, 'base64', 'image/png', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064944);
insert into file_version values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'file_1m8dkjefg04gc4y6qh0q0134kbyw', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8dkjdta00bdyear1f2am2cd70s', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064944);
insert into former_file values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file_1m8dkje8j00hzsea2xwj9yxkjf35', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795753064722, 14);
insert into entity_writer values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note note_1m8dkje3e00svj94k8nm0r6d45n8', 'ada');
insert into entity_writer values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note note_1m8dkje3e00svj94k8nm0r6d45n8', 'bob');
insert into entity_writer values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'note note_1m8dkje5a00vgvy67wnb2vq89xz6', 'bob');
insert into entity_writer values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795753064266, 1795753064843);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795753064336, 1795753064336);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795753064944, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795753064642, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795753064829, 1, 0, 0);
insert into participation values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795753064642, 1, 0, 0);
insert into participation values ('ses_1m8dkjefg00zt3ehk9235nd2kd0t', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795753064944, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8dkjdta00bdyear1f2am2cd70s bob', 'rat_1m8dkjecs00ygxtjs6sw6g2b4tbt', 5, 'Quick', 1, 'bob', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 1795753064857);
insert into webhook values ('whk_1m8dkjef200qt9b8w2tjk8sj00t9', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8dkjdta00bdyear1f2am2cd70s', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'OdlOEYZItOVb+gqD+u5Ct33wet1N+8v4xvg4/oxCmYxe1+i4IGhqF67IOA==', 1, 0, null, null, null, 0, 1795753064930, 1795753064930);
insert into webhook_subscription values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'session.paused', 'whk_1m8dkjef200qt9b8w2tjk8sj00t9');
insert into compute_pool values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795753064783, 1795753064783);
insert into compute_agent values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 0);
insert into job values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 'job_1m8dkjebx00kw35rk5fy95j3ga7b', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795753664829, 1795753064829, 1795753064829, null, null);
insert into job_count values ('ses_1m8dkjdta00bdyear1f2am2cd70s', 16, 1, 0, 0);
insert into key_check values (1, '4VW+1Jgq3zZq+kMKD85OyVyn/UVF0kqh/wlZv+qP/ifoYQj0aA==');
insert into signing_key values ('hsaJoBn8lJuxpf_dIYF7_XfBpRujGDw-bsOXj6H3SU4', '3nATzbH4JnDBbY3CIZxHeBmvxXpREFB6t8J4SKgc3eA', 'hy/gUITIavcvsVxObNv+8OyKSoq07GIljpkifCPz8ZqdILdlh6WdqO52pg726nCATAWXyCOZevZCgkQFbJg0AvPo9KzGoynd', 1795753062018);
