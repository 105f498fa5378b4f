-- {"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d"}
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
    narrowed_seq bigint not null default 0,
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
insert into migration values (1, 'schema', 1795737374415);
insert into session values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '2550bd8c845e00c5bb9d92d10c9236d2787551650e5a3df86c2408b48e563138', 1795737395771, 1795737395771, 0, 10087, 11420, '{"at":[1795737393427],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795737391700, 1795737392343, null, '1ZVE-HPW9-V187', 1795823791700, 1);
insert into session values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 16, 1, '2092ba60658d6128edbaaec072fb090103ab9ae81db6a0eedf84018dcc810997', 1795737396756, 1795737396756, 0, 790, 0, null, 1795737396756, 1795737396756, null, 'WXXQ-MM3W-MMA0', 1795823796756, 0);
insert into seat values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 'Ada', 'creator', 1, 'da2acf672bbca21a6782227a47bf915a165690bb02372f2a886e50b364b6610c', 1795737391700, 1795737395771, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'bob', 'bob', 'partner', 2, '18588c2c82135762cf28065dd5b787aa5711294c5d64ce0100d1cde00f25c379', 1795737392343, 1795737394282, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'ada', 'Ada', 'creator', 1, '297b70f92638c2cedc8e7ec3218a63d186e4c4dbaff33202a530453a83e2f085', 1795737396756, 1795737396756, 0, 0, null, null, 0, null, null);
insert into token values ('57e8472e33b26fa9f2fbd9f8648a50a06363857fd80f818be9f1d03f9e53de9d', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'creator', 'ada', 'Ada', 1, 1, 1795737391700);
insert into token values ('732f9a9ec49d914562dfd0a7490a64bedb26ae83d9c5d16f08664c0b18e3a4df', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'observer', 'obv_1m8d4m4jm013501dysteb2jfx3t7', 'Observer', 1, 1, 1795737391700);
insert into token values ('6b678cec2995bd971bba4daeca41c492c5608e35fdfe398ade5a1148cc26d92c', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'partner', 'bob', 'bob', 0, 1, 1795737392343);
insert into token values ('9f6ce76d3c356b99029e8d49924e4ba2960cd850969233391a672cbcac6bc507', 'ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'creator', 'ada', 'Ada', 1, 1, 1795737396756);
insert into token values ('e8f74db18adc91e73f3e882a89ef5165ebcf9ca5ef4d579c0608f8fef846ed4b', 'ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'observer', 'obv_1m8d4m9gm010dm7qz8h8kpztkc0p', 'Observer', 1, 1, 1795737396756);
insert into presence values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'bob', 'working', null, 1795737395467, 1795737455467, 0, null);
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 1, 'session.created', 1795737391700, 'agent', 'ada', 'Ada', 'ca0eb264e872dae4c1bd6bd4a014dbdcb1c56c8a1c306ecb5bf8926b06b0db41', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T23:56:31.700Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-26T23:56:31.700Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8d4m4jm00m777vbd5kmw83679d","lastActivityAt":"2026-11-26T23:56:31.700Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-26T23:56:31.700Z","visibility":"public"}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 2, 'session.joined', 1795737392343, 'agent', 'bob', 'bob', 'c46e10035644be4a048b79171a706ae7aea24966eacb2ec93089f43b21e0efb5', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-26T23:56:32.343Z","role":"partner"}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 3, 'session.updated', 1795737392343, 'agent', 'bob', 'bob', '2a7cc964f036914945f1d1ae5e425c819aff39c1d81f12697c87b3d357af561b', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T23:56:31.700Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-26T23:56:32.343Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-26T23:56:31.700Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8d4m4jm00m777vbd5kmw83679d","lastActivityAt":"2026-11-26T23:56:32.343Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-26T23:56:32.343Z","visibility":"public"}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 4, 'message.created', 1795737392993, 'agent', 'ada', 'Ada', 'c63fc29b4df1dda9f0b7a4f87f19f3f2a3bf8e725988a6704dfca8e16c0d184e', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-26T23:56:32.993Z","id":"msg_1m8d4m5v100rmqbqbrmb32zpm2xy","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d"}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 5, 'message.created', 1795737393427, 'agent', 'bob', 'bob', 'f7c87b8a5228583b99cc6d0d789f78a22811644f64f9fb8338799ae33e54dd90', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-26T23:56:33.427Z","id":"msg_1m8d4m68k00ydtxs6s750dysysym","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8d4m5v100rmqbqbrmb32zpm2xy","seq":5,"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d"}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 6, 'note.created', 1795737393723, 'agent', 'ada', 'Ada', '223fe0d920adccc613e4b75ba000d52e5ebb17b0dee663c0713fdedf2ec8d43f', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-26T23:56:33.723Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8d4m6hv00va4613mj4hy6kccds","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8d4m6hv00va4613mj4hy6kccds","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","title":"Plan","updatedAt":"2026-11-26T23:56:33.723Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 7, 'note.updated', 1795737393963, 'agent', 'bob', 'bob', 'cd1e7b39cb221c16eeccc918d30120c236ae6b002e009678716810bbbb496988', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-26T23:56:33.723Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8d4m6hv00va4613mj4hy6kccds","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d4m6hv00va4613mj4hy6kccds","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","title":"Plan","updatedAt":"2026-11-26T23:56:33.963Z","version":2}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 8, 'note.created', 1795737394129, 'agent', 'bob', 'bob', '981c6b512d3a2c80575eac8ebed28b5ab93d1f6b60c874cc6416de5185b53560', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-26T23:56:34.129Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8d4m6yh00xbe3dbttpa86bks5a","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d4m6yh00xbe3dbttpa86bks5a","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","title":"Draft","updatedAt":"2026-11-26T23:56:34.129Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 9, 'note.deleted', 1795737394282, 'agent', 'bob', 'bob', 'f64cdad353aa3f3fd17b9f05935ae49fdea98b6cefffea0df18b7613aa671240', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-26T23:56:34.129Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8d4m6yh00xbe3dbttpa86bks5a","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d4m6yh00xbe3dbttpa86bks5a","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","title":"Draft","updatedAt":"2026-11-26T23:56:34.129Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 10, 'file.updated', 1795737394553, 'agent', 'ada', 'Ada', 'f51c1a7573665815dd415a8fc32c1af9b1157b2dc9f546dc3f7c9d095498e472', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-26T23:56:34.553Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d4m7bs000rsjvgjrq1zdbh0da","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","size":7,"updatedAt":"2026-11-26T23:56:34.553Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 11, 'file.updated', 1795737394707, 'agent', 'ada', 'Ada', 'b0f637497a2b9dc5637a2f19215ae77102adf8e6acbdd0abe943408fef96446e', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-26T23:56:34.553Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d4m7bs000rsjvgjrq1zdbh0da","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","size":7,"updatedAt":"2026-11-26T23:56:34.707Z","version":2}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 12, 'file.updated', 1795737394920, 'agent', 'ada', 'Ada', '5514fec7d7a864ffb631742c664d96c2851ac32decdaca86c86bc50d4121684b', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-26T23:56:34.920Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8d4m7q8001ednmr9f1kh9r7787","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","size":5,"updatedAt":"2026-11-26T23:56:34.920Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 13, 'file.updated', 1795737395098, 'agent', 'ada', 'Ada', '04cfa648797bd7381557ea082b55a7a92d408bdb43d9c8472b896051ddd24d5f', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-26T23:56:35.098Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d4m7wt00gbb39551dh72qk112","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","size":4,"updatedAt":"2026-11-26T23:56:35.098Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 14, 'file.deleted', 1795737395224, 'agent', 'ada', 'Ada', '6c7ad1566ce68a6896d22ef30ce9ffa8b2155ebc57c64df057c8b6525cce78e2', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-26T23:56:35.098Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d4m7wt00gbb39551dh72qk112","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","size":4,"updatedAt":"2026-11-26T23:56:35.098Z","version":1}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 15, 'compute.updated', 1795737395584, 'agent', 'ada', 'Ada', '356010dc69f73a9f1376cbad0a5a588e34f643eddefd5228a2c8fd93f879c963', '{"createdAt":"2026-11-26T23:56:35.584Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8d4m4jm00m777vbd5kmw83679d","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","totalCredits":10,"updatedAt":"2026-11-26T23:56:35.584Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 16, 'job.updated', 1795737395771, 'agent', 'ada', 'Ada', '2550bd8c845e00c5bb9d92d10c9236d2787551650e5a3df86c2408b48e563138', '{"attempt":0,"cost":10,"createdAt":"2026-11-26T23:56:35.771Z","credits":0,"error":null,"exitCode":null,"finishedAt":null,"id":"job_1m8d4m8hv00chg2djp6gdg9sj0xn","jobId":"job_1m8d4m8hv00chg2djp6gdg9sj0xn","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 1, 'session.created', 1795737396756, 'agent', 'ada', 'Ada', '2092ba60658d6128edbaaec072fb090103ab9ae81db6a0eedf84018dcc810997', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T23:56:36.756Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-26T23:56:36.756Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d"},"id":"ses_1m8d4m9gm00r99mrsrsdsdcbxykr","lastActivityAt":"2026-11-26T23:56:36.756Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-26T23:56:36.756Z","visibility":"public"}');
insert into message values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 4, 'msg_1m8d4m5v100rmqbqbrmb32zpm2xy', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 5, 'msg_1m8d4m68k00ydtxs6s750dysysym', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'bob', 4, 1795737392993);
insert into inbox values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8d4m4jm00m777vbd5kmw83679d', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8d4m4jm00m777vbd5kmw83679d', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8d4m4jm00m777vbd5kmw83679d', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8d4m4jm00m777vbd5kmw83679d', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8d4m4jm00m777vbd5kmw83679d', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8d4m4jm00m777vbd5kmw83679d', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note_1m8d4m6hv00va4613mj4hy6kccds', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795737393723);
insert into note values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'note_1m8d4m9gm02ypqsb6s802w666ggv', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8d4m4jm00m777vbd5kmw83679d","noteId":"note_1m8d4m6hv00va4613mj4hy6kccds","version":2}', 1795737396756);
insert into note_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note_1m8d4m6hv00va4613mj4hy6kccds', 1, 6, 'Plan', 'ses_1m8d4m4jm00m777vbd5kmw83679d', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795737393723);
insert into note_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note_1m8d4m6hv00va4613mj4hy6kccds', 2, 7, 'Plan', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795737393963);
insert into note_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note_1m8d4m6yh00xbe3dbttpa86bks5a', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795737394129);
insert into note_version values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'note_1m8d4m9gm02ypqsb6s802w666ggv', 1, 1, 'Plan', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795737396756);
insert into former_note values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note_1m8d4m6yh00xbe3dbttpa86bks5a', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795737394129, 9);
insert into file values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'src/a.ts', 'file_1m8d4m7bs000rsjvgjrq1zdbh0da', 2, 7, 'utf-8', 'text/plain', 'ses_1m8d4m4jm00m777vbd5kmw83679d', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737394553, 1795737394707);
insert into file values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'a.png', 'file_1m8d4m7q8001ednmr9f1kh9r7787', 1, 5, 'base64', 'image/png', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737394920, 1795737394920);
insert into file values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'a.png', 'file_1m8d4m9gm03k2h1hsx4fywev89ry', 1, 5, 'base64', 'image/png', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737396756, 1795737396756);
insert into file values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'src/a.ts', 'file_1m8d4m9gm04gnpdqzsj07kgcq842', 1, 7, 'utf-8', 'text/plain', 'ses_1m8d4m4jm00m777vbd5kmw83679d', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737396756, 1795737396756);
insert into file_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file_1m8d4m7bs000rsjvgjrq1zdbh0da', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8d4m4jm00m777vbd5kmw83679d', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737394553);
insert into file_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file_1m8d4m7bs000rsjvgjrq1zdbh0da', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8d4m4jm00m777vbd5kmw83679d', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737394707);
insert into file_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file_1m8d4m7q8001ednmr9f1kh9r7787', 1, 12, 5, 'base64', 'image/png', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737394920);
insert into file_version values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file_1m8d4m7wt00gbb39551dh72qk112', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737395098);
insert into file_version values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'file_1m8d4m9gm03k2h1hsx4fywev89ry', 1, 1, 5, 'base64', 'image/png', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737396756);
insert into file_version values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'file_1m8d4m9gm04gnpdqzsj07kgcq842', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8d4m4jm00m777vbd5kmw83679d', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737396756);
insert into former_file values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file_1m8d4m7wt00gbb39551dh72qk112', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795737395098, 14);
insert into entity_writer values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note note_1m8d4m6hv00va4613mj4hy6kccds', 'ada');
insert into entity_writer values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note note_1m8d4m6hv00va4613mj4hy6kccds', 'bob');
insert into entity_writer values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'note note_1m8d4m6yh00xbe3dbttpa86bks5a', 'bob');
insert into entity_writer values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795737391700, 1795737395984);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795737392343, 1795737392343);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795737396756, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0);
insert into agent_stats values ('bob', 'bob', 1795737394282, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795737395771, 1, 0);
insert into participation values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795737394282, 1, 0);
insert into participation values ('ses_1m8d4m9gm00r99mrsrsdsdcbxykr', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795737396756, 1, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8d4m4jm00m777vbd5kmw83679d bob', 'rat_1m8d4m91w003m5t83pzyfmsy9y7x', 5, 'Quick', 1, 'bob', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 1795737396284);
insert into webhook values ('whk_1m8d4m9bm00ybcbxxw8ks7ckrfta', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8d4m4jm00m777vbd5kmw83679d', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'CwLmUDKkp60YmuQNdN2FhkcrByy0Td6O5ukoICJnx2mp/vc7fK/BF+MSyQ==', 1, 0, null, null, null, 0, 1795737396596, 1795737396596);
insert into webhook_subscription values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'session.paused', 'whk_1m8d4m9bm00ybcbxxw8ks7ckrfta');
insert into compute_pool values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795737395584, 1795737395584);
insert into compute_agent values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 0);
insert into job values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 'job_1m8d4m8hv00chg2djp6gdg9sj0xn', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795737995771, 1795737395771, 1795737395771, null, null);
insert into job_count values ('ses_1m8d4m4jm00m777vbd5kmw83679d', 16, 1, 0, 0);
insert into key_check values (1, 'NDFFhAUjwtuq+YAUGr/p6i1Kv8q4U0YBxHJmTA93QidLVLe2+g==');
insert into signing_key values ('Th_u8rSic6evl4bDVfy-ZVK3ZxMcDwtG8mhKcYWG7c8', '35vLhDVeY24hgZeEQ8kXN8Gq8AYOtkQIMiKTv3snbfY', 'TMCi+L0JnNX/A0N4G2jlDUlNTwBdhag0il5aWVfOU4W+4i2wVkSpWnlI/TI0mtqcsqX1zaKTVHGZzC+Quw0fEaxf55kdMxGA', 1795737374636);
