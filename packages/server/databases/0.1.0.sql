-- {"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj"}
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
  );
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
    completed bigint not null default 0,
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
insert into migration values (1, 'schema', 1795739652143);
insert into session values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, 'cbdc94ea995e3ad6070119f3c4f2c1ce2be5f9c924dde916178d3791c5a52038', 1795739653080, 1795739653080, 10126, 11480, '{"at":[1795739652892],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795739652748, 1795739652792, null, 'GQEA-V7CR-F3HM', 1795826052748, 1);
insert into session values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 16, 1, '4440823aee0bbee45eae228e4104a065e012f187eb86eb616cea1da9107b4389', 1795739653156, 1795739653156, 790, 0, null, 1795739653156, 1795739653156, null, '1B54-Z46S-TBRY', 1795826053156, 0);
insert into seat values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 'Ada', 'creator', 1, 'cee450b0c7ee94df4d8905623065e5f9f425adbe5a55c8237c7454c8f3dccaf4', 1795739652748, 1795739653080, 16, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'bob', 'bob', 'partner', 2, '79d26cc196631674b1ec3f4ebdc44b0720295e958eb8386ac28fe90b7303942a', 1795739652792, 1795739652953, 9, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'ada', 'Ada', 'creator', 1, 'cfeac45ee5c28183b0563fcadfd83d28e785e2d2e39991296dab7bfc2878c2e4', 1795739653156, 1795739653156, 1, 0, 0, null, null, 0, null, null);
insert into token values ('7de2daa6b35e15d843b333a0b0a9a188a050a526bc27579dc6edb0becac50912', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'creator', 'ada', 'Ada', 1, 1, 1795739652748);
insert into token values ('85eb188ad16f274a3ba9a77370f9914f9608cc4181e036e6089df77be0d4d993', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'observer', 'obv_1m8d6s4mc01yp62v6arhgwb1nts6', 'Observer', 1, 1, 1795739652748);
insert into token values ('454ac69a90e2b7e873fc2efdb2af06525e51c04e6302faf3e98b005ea3489d03', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'partner', 'bob', 'bob', 0, 1, 1795739652792);
insert into token values ('2fce8c29a43ce0eb3e0dc2bd413f4eda4fae30e2e92b9141cb59372667dc14d5', 'ses_1m8d6s514007w6j8r6n1qte6ebs8', 'creator', 'ada', 'Ada', 1, 1, 1795739653156);
insert into token values ('908b0083cf175e5f955fd75680f31a591e31fc77afff522c23e70d584c97717d', 'ses_1m8d6s514007w6j8r6n1qte6ebs8', 'observer', 'obv_1m8d6s51401v37g4tzk0rby8ydwx', 'Observer', 1, 1, 1795739653156);
insert into presence values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'bob', 'working', null, 1795739653039, 1795739713039, 0, null);
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 1, 'session.created', 1795739652748, 'agent', 'ada', 'Ada', 'fe5a42b80d3aa1b7e7365a2eac236376856fd6b3eb7bea17077615b42322d122', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T00:34:12.748Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T00:34:12.748Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","lastActivityAt":"2026-11-27T00:34:12.748Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T00:34:12.748Z","visibility":"public"}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 2, 'session.joined', 1795739652792, 'agent', 'bob', 'bob', '14e36f8d167fffd5678389a39e7b2c99836d366491d7b36ead462ad96726c084', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T00:34:12.792Z","role":"partner"}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 3, 'session.updated', 1795739652792, 'agent', 'bob', 'bob', '510473633ff80ad6bf399a035c35a6482d57bc37ed4ff5a9da7dca49612822bb', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T00:34:12.748Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T00:34:12.792Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T00:34:12.748Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","lastActivityAt":"2026-11-27T00:34:12.792Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T00:34:12.792Z","visibility":"public"}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 4, 'message.created', 1795739652858, 'agent', 'ada', 'Ada', 'fd21095497772776e10c33f5f39f9f906a13d3cbf95077be4cda8a1d7ff4643e', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T00:34:12.858Z","id":"msg_1m8d6s4qt00kcva3r3t89nch8bqc","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj"}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 5, 'message.created', 1795739652892, 'agent', 'bob', 'bob', '2026ef1e646da73656c26672d1f97a89afeb3b4d9bbf52c56e40a9fe0bf5c2ae', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T00:34:12.892Z","id":"msg_1m8d6s4rw00vnfzz5vgqddvc6728","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8d6s4qt00kcva3r3t89nch8bqc","seq":5,"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj"}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 6, 'note.created', 1795739652907, 'agent', 'ada', 'Ada', 'db110827343727e14c1a4cda4e2c826473699413e7386d7f9d6c9179ffdc6869', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T00:34:12.907Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8d6s4sb00jk11ktvsbe6g4xtqt","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8d6s4sb00jk11ktvsbe6g4xtqt","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","title":"Plan","updatedAt":"2026-11-27T00:34:12.907Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 7, 'note.updated', 1795739652925, 'agent', 'bob', 'bob', '9db4e83452e4e76066a329e2065fe29d136e82d6ff497839bfffd9c0f61e62b9', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T00:34:12.907Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8d6s4sb00jk11ktvsbe6g4xtqt","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d6s4sb00jk11ktvsbe6g4xtqt","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","title":"Plan","updatedAt":"2026-11-27T00:34:12.925Z","version":2}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 8, 'note.created', 1795739652941, 'agent', 'bob', 'bob', '98551a9c2532080f5e729a47a62c929cf1afd5fc9e02f240cd100bbfa3fb4f8b', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T00:34:12.941Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8d6s4td00adpshwdxhtkx2f33m","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d6s4td00adpshwdxhtkx2f33m","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","title":"Draft","updatedAt":"2026-11-27T00:34:12.941Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 9, 'note.deleted', 1795739652953, 'agent', 'bob', 'bob', '273bfe55cd63dd818af44e45cd977ba0aa232b669bc09f0f0fdfa7d51fdb25cc', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T00:34:12.941Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8d6s4td00adpshwdxhtkx2f33m","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d6s4td00adpshwdxhtkx2f33m","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","title":"Draft","updatedAt":"2026-11-27T00:34:12.941Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 10, 'file.updated', 1795739652969, 'agent', 'ada', 'Ada', 'd66e1d6c828bb1f26b289df8d87643457439ff430b5f23e859c40cd157192f49', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T00:34:12.969Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d6s4v9008ttys2b76seevgke7","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","size":7,"updatedAt":"2026-11-27T00:34:12.969Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 11, 'file.updated', 1795739652983, 'agent', 'ada', 'Ada', 'fa0e8d091840aa2de884341306e178e105658680a04528dcd1fb76b370342b63', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T00:34:12.969Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d6s4v9008ttys2b76seevgke7","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","size":7,"updatedAt":"2026-11-27T00:34:12.983Z","version":2}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 12, 'file.updated', 1795739653001, 'agent', 'ada', 'Ada', '379ec73532e1b36585822e940c9c13a6dfaee693e63b5211ae91f2470a5b1750', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T00:34:13.001Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8d6s4w900p0a00sb0yv6n5zds2","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","size":5,"updatedAt":"2026-11-27T00:34:13.001Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 13, 'file.updated', 1795739653014, 'agent', 'ada', 'Ada', '6f926527366ccf11eae6bd7862d04f17f26c71e9c3dae8486b8cfd2eed99f3cd', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T00:34:13.014Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d6s4wp00kcntdf6dp17snkqeb","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","size":4,"updatedAt":"2026-11-27T00:34:13.014Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 14, 'file.deleted', 1795739653026, 'agent', 'ada', 'Ada', '79f6e4ef12be3ec4190c656df7d58e2cb7316aab40a1dbc975e73f972e03e831', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T00:34:13.014Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d6s4wp00kcntdf6dp17snkqeb","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","size":4,"updatedAt":"2026-11-27T00:34:13.014Z","version":1}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 15, 'compute.updated', 1795739653057, 'agent', 'ada', 'Ada', 'fbf82bdd00fce34ca9041242cb9072c9610174d69d6563da9dcf9a6dfe966737', '{"createdAt":"2026-11-27T00:34:13.057Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","totalCredits":10,"updatedAt":"2026-11-27T00:34:13.057Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 16, 'job.updated', 1795739653080, 'agent', 'ada', 'Ada', 'cbdc94ea995e3ad6070119f3c4f2c1ce2be5f9c924dde916178d3791c5a52038', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T00:34:13.080Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T00:44:13.080Z","finishedAt":null,"id":"job_1m8d6s4yr00c1hdwnw7xqh6r6ars","jobId":"job_1m8d6s4yr00c1hdwnw7xqh6r6ars","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 1, 'session.created', 1795739653156, 'agent', 'ada', 'Ada', '4440823aee0bbee45eae228e4104a065e012f187eb86eb616cea1da9107b4389', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T00:34:13.156Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T00:34:13.156Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj"},"id":"ses_1m8d6s514007w6j8r6n1qte6ebs8","lastActivityAt":"2026-11-27T00:34:13.156Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T00:34:13.156Z","visibility":"public"}');
insert into message values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 4, 'msg_1m8d6s4qt00kcva3r3t89nch8bqc', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 5, 'msg_1m8d6s4rw00vnfzz5vgqddvc6728', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'bob', 4, 1795739652858);
insert into inbox values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note_1m8d6s4sb00jk11ktvsbe6g4xtqt', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795739652907);
insert into note values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'note_1m8d6s51402th4jhk32cnfc427ry', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8d6s4mc00yqmxzyy6q3e9hatmj","noteId":"note_1m8d6s4sb00jk11ktvsbe6g4xtqt","version":2}', 1795739653156);
insert into note_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note_1m8d6s4sb00jk11ktvsbe6g4xtqt', 1, 6, 'Plan', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795739652907);
insert into note_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note_1m8d6s4sb00jk11ktvsbe6g4xtqt', 2, 7, 'Plan', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795739652925);
insert into note_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note_1m8d6s4td00adpshwdxhtkx2f33m', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795739652941);
insert into note_version values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'note_1m8d6s51402th4jhk32cnfc427ry', 1, 1, 'Plan', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653156);
insert into former_note values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note_1m8d6s4td00adpshwdxhtkx2f33m', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795739652941, 9);
insert into file values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'src/a.ts', 'file_1m8d6s4v9008ttys2b76seevgke7', 2, 7, 'utf-8', 'text/plain', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739652969, 1795739652983);
insert into file values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a.png', 'file_1m8d6s4w900p0a00sb0yv6n5zds2', 1, 5, 'base64', 'image/png', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653001, 1795739653001);
insert into file values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'a.png', 'file_1m8d6s51403djymcvx6m81h07fqg', 1, 5, 'base64', 'image/png', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653156, 1795739653156);
insert into file values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'src/a.ts', 'file_1m8d6s51404abbs93kfkespmfccv', 1, 7, 'utf-8', 'text/plain', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653156, 1795739653156);
insert into file_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file_1m8d6s4v9008ttys2b76seevgke7', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739652969);
insert into file_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file_1m8d6s4v9008ttys2b76seevgke7', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739652983);
insert into file_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file_1m8d6s4w900p0a00sb0yv6n5zds2', 1, 12, 5, 'base64', 'image/png', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653001);
insert into file_version values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file_1m8d6s4wp00kcntdf6dp17snkqeb', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653014);
insert into file_version values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'file_1m8d6s51403djymcvx6m81h07fqg', 1, 1, 5, 'base64', 'image/png', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653156);
insert into file_version values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'file_1m8d6s51404abbs93kfkespmfccv', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653156);
insert into former_file values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file_1m8d6s4wp00kcntdf6dp17snkqeb', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795739653014, 14);
insert into entity_writer values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note note_1m8d6s4sb00jk11ktvsbe6g4xtqt', 'ada');
insert into entity_writer values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note note_1m8d6s4sb00jk11ktvsbe6g4xtqt', 'bob');
insert into entity_writer values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'note note_1m8d6s4td00adpshwdxhtkx2f33m', 'bob');
insert into entity_writer values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795739652748, 1795739653108);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795739652792, 1795739652792);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795739653156, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0);
insert into agent_stats values ('bob', 'bob', 1795739652953, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795739653080, 1, 0);
insert into participation values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795739652953, 1, 0);
insert into participation values ('ses_1m8d6s514007w6j8r6n1qte6ebs8', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795739653156, 1, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8d6s4mc00yqmxzyy6q3e9hatmj bob', 'rat_1m8d6s508009w9n0zmgxer3e458y', 5, 'Quick', 1, 'bob', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 1795739653128);
insert into webhook values ('whk_1m8d6s50s0092b4vqerr8gw879h6', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'Nnlwk33LukfbcPRvJY3QTRdfCm0ofa1HIxtc9DeQ8um5dKT8lrYefM717g==', 1, 0, null, null, null, 0, 1795739653145, 1795739653145);
insert into webhook_subscription values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'session.paused', 'whk_1m8d6s50s0092b4vqerr8gw879h6');
insert into compute_pool values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795739653057, 1795739653057);
insert into compute_agent values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 0);
insert into job values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 'job_1m8d6s4yr00c1hdwnw7xqh6r6ars', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795740253080, 1795739653080, 1795739653080, null, null);
insert into job_count values ('ses_1m8d6s4mc00yqmxzyy6q3e9hatmj', 16, 1, 0, 0);
insert into key_check values (1, 'QvZbE4MuLZ8PwLJ5E1qc4qcJ/rGT1gmEBClugvePb2z5q/kJPQ==');
insert into signing_key values ('tEwV8h7v3b876PACCSGkcT4hjf5YuF92ayuFOm9Buho', 'cexJf56u5yTb8pB-BJU-cWZT0-4PKrYVhVT0b1OOKNI', '4799/4eI0spPkw+72Jui0zJSHrO4JVYTzInmQ8Ww9yYNB1oL2HPU8tt8gNBYDQI1/7r0q5Xg5VGYtBzPWVVrpt1DSwUSy3u6', 1795739652174);
