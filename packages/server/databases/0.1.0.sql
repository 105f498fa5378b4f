-- {"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq"}
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
insert into migration values (1, 'schema', 1795734327140);
insert into session values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '33c4d2bd6c0584b87bb1a84deceacd01a7fae3b96e1f2073af23763b145b661a', 1795734329058, 1795734329058, 0, 10087, 11420, '{"at":[1795734328777],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795734328716, 1795734328742, null, 'NXJE-05ZB-CQ6Z', 1795820728716, 1);
insert into session values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 16, 1, 'c501076050a09d20ffe89ba12129ed9452c102d409b4567e80b0a5ae58348d89', 1795734329167, 1795734329167, 0, 790, 0, null, 1795734329167, 1795734329167, null, 'PX42-K5TA-88QS', 1795820729167, 0);
insert into seat values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 'Ada', 'creator', 1, 'e55188846bc85fcb8d5b376cfd877ed80e2ba345115b12c18f978d1be2fa1632', 1795734328716, 1795734329058, 16, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'bob', 'bob', 'partner', 2, '159a15f339202950328109441a9c470c5b4fdbf3da7b3edeaf55c8d051d245e0', 1795734328742, 1795734328860, 9, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'ada', 'Ada', 'creator', 1, '7fc31a4632f1cd0392b6d81ff4f19c2ae7bd999913d7c7b48b5b69dc1b9c7ced', 1795734329167, 1795734329167, 1, 0, 0, null, null, 0, null, null);
insert into token values ('e823958b0b0898e3bfa9c525c4860e304989f65b0aca289553f7db489ef22a3a', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'creator', 'ada', 'Ada', 1, 1, 1795734328716);
insert into token values ('e5c8880a45996d28708c4270f33aa54b208c1087a338e9198658e8d606264e06', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'observer', 'obv_1m8d1pncc01bgwtfa8c97x80s19w', 'Observer', 1, 1, 1795734328716);
insert into token values ('ebcafd49523b26566af47a8f3dd86e3187ad2d8b09ef8ddcd238d28b6e02cf13', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'partner', 'bob', 'bob', 0, 1, 1795734328742);
insert into token values ('a0f01fe56ff2cb42c5640b0538d8c12ff37b4e82f01263dfc27c9bb0debdd860', 'ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'creator', 'ada', 'Ada', 1, 1, 1795734329167);
insert into token values ('650f19ea6e9330606d19a55324889a735d329423060d1bdb8e937603b79b92da', 'ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'observer', 'obv_1m8d1pntf01s1vvzgaa6f846ae8r', 'Observer', 1, 1, 1795734329167);
insert into presence values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'bob', 'working', null, 1795734328975, 1795734388975, 0, null);
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 1, 'session.created', 1795734328716, 'agent', 'ada', 'Ada', '3696454c870cd8938b17712d5779163ddf55a57c737faa3833f75ead9799f923', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T23:05:28.716Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-26T23:05:28.716Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","lastActivityAt":"2026-11-26T23:05:28.716Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-26T23:05:28.716Z","visibility":"public"}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 2, 'session.joined', 1795734328742, 'agent', 'bob', 'bob', '5426ebddebad6c9682b3adc53bf0f5ca802ee8d4483f293b5a29d7d113d8da3c', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-26T23:05:28.742Z","role":"partner"}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 3, 'session.updated', 1795734328742, 'agent', 'bob', 'bob', '45aae88fc540e0b91c0edffc83d5157896f273bc7143493da77d0f1c3309bfed', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T23:05:28.716Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-26T23:05:28.742Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-26T23:05:28.716Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","lastActivityAt":"2026-11-26T23:05:28.742Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-26T23:05:28.742Z","visibility":"public"}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 4, 'message.created', 1795734328762, 'agent', 'ada', 'Ada', '53399b0fe992a539dba470d48348bf4aa60b6acef5c02dda1fc29a2f30ac778d', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-26T23:05:28.762Z","id":"msg_1m8d1pndt00rgdp705h5t5q3tgra","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq"}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 5, 'message.created', 1795734328777, 'agent', 'bob', 'bob', '599b7a440f916c53f752017ed2943acf94b0f7be10a0ae648c9968a60f410f6e', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-26T23:05:28.777Z","id":"msg_1m8d1pne9001astvkws5vt2af1f8","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8d1pndt00rgdp705h5t5q3tgra","seq":5,"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq"}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 6, 'note.created', 1795734328788, 'agent', 'ada', 'Ada', 'f15fa7b787209d84e06c36d3f4f317355e2b7a598577550035d192fec4f751ab', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-26T23:05:28.788Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8d1pnem00d2c09v4yfrq09hmsz","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8d1pnem00d2c09v4yfrq09hmsz","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","title":"Plan","updatedAt":"2026-11-26T23:05:28.788Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 7, 'note.updated', 1795734328825, 'agent', 'bob', 'bob', '491bcef5bfc6e545e1637874ce7cb056f5acdcc3e334c33eea032fe344340bcc', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-26T23:05:28.788Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8d1pnem00d2c09v4yfrq09hmsz","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d1pnem00d2c09v4yfrq09hmsz","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","title":"Plan","updatedAt":"2026-11-26T23:05:28.825Z","version":2}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 8, 'note.created', 1795734328846, 'agent', 'bob', 'bob', '4b8644be801fbed993e1684f43c3ba5c963f8706ca736fa0cc4efe6911eb3566', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-26T23:05:28.846Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8d1pnge007pywc3nn94j4mwmgt","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d1pnge007pywc3nn94j4mwmgt","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","title":"Draft","updatedAt":"2026-11-26T23:05:28.846Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 9, 'note.deleted', 1795734328860, 'agent', 'bob', 'bob', '034f21449e630550936062a7d66d772ebdf1c87b3f03c5e056dff2fda6b996e6', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-26T23:05:28.846Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8d1pnge007pywc3nn94j4mwmgt","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8d1pnge007pywc3nn94j4mwmgt","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","title":"Draft","updatedAt":"2026-11-26T23:05:28.846Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 10, 'file.updated', 1795734328886, 'agent', 'ada', 'Ada', '00bc13121e0c3280b2a015b4270eae401561563ec30e5256ccbdb2ebcfd16c90', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-26T23:05:28.886Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d1pnhp00y84vdzhhy3r43rhm8","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","size":7,"updatedAt":"2026-11-26T23:05:28.886Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 11, 'file.updated', 1795734328910, 'agent', 'ada', 'Ada', '1eb812cf356ec40fe56a93a928a339e3c7ea62fae66839e7a1e83486f63dcdf9', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-26T23:05:28.886Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d1pnhp00y84vdzhhy3r43rhm8","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","size":7,"updatedAt":"2026-11-26T23:05:28.910Z","version":2}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 12, 'file.updated', 1795734328929, 'agent', 'ada', 'Ada', '67e62fb6d1f28dcb85ff8892a713fc3851122d7121079d788448b9a5895b9cba', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-26T23:05:28.929Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8d1pnk100nbhph1qmj13zxcs63","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","size":5,"updatedAt":"2026-11-26T23:05:28.929Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 13, 'file.updated', 1795734328945, 'agent', 'ada', 'Ada', 'a09d1f24a0604c775f7a001dab7a69402f94f261178fea50b3737661611ea890', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-26T23:05:28.945Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d1pnkh0059y694ngyxbe56t9k","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","size":4,"updatedAt":"2026-11-26T23:05:28.945Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 14, 'file.deleted', 1795734328954, 'agent', 'ada', 'Ada', '3bdd9f292a092462308c32ed86250a5d75dfdee380dadc968d56ca6ce5427926', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-26T23:05:28.945Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8d1pnkh0059y694ngyxbe56t9k","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","size":4,"updatedAt":"2026-11-26T23:05:28.945Z","version":1}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 15, 'compute.updated', 1795734329023, 'agent', 'ada', 'Ada', '0e27cf8e689e66465d1ec0e091a6b868dd71556ff8957dd55234760c54dc9948', '{"createdAt":"2026-11-26T23:05:29.023Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","totalCredits":10,"updatedAt":"2026-11-26T23:05:29.023Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 16, 'job.updated', 1795734329058, 'agent', 'ada', 'Ada', '33c4d2bd6c0584b87bb1a84deceacd01a7fae3b96e1f2073af23763b145b661a', '{"attempt":0,"cost":10,"createdAt":"2026-11-26T23:05:29.058Z","credits":0,"error":null,"exitCode":null,"finishedAt":null,"id":"job_1m8d1pnq200cn4r2dhsb4wtn9k2b","jobId":"job_1m8d1pnq200cn4r2dhsb4wtn9k2b","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 1, 'session.created', 1795734329167, 'agent', 'ada', 'Ada', 'c501076050a09d20ffe89ba12129ed9452c102d409b4567e80b0a5ae58348d89', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T23:05:29.167Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-26T23:05:29.167Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq"},"id":"ses_1m8d1pntf00hy38ym0zzvvm7scs2","lastActivityAt":"2026-11-26T23:05:29.167Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-26T23:05:29.167Z","visibility":"public"}');
insert into message values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 4, 'msg_1m8d1pndt00rgdp705h5t5q3tgra', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 5, 'msg_1m8d1pne9001astvkws5vt2af1f8', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'bob', 4, 1795734328762);
insert into inbox values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note_1m8d1pnem00d2c09v4yfrq09hmsz', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795734328788);
insert into note values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'note_1m8d1pntf022nq9hve4bsddwdg92', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8d1pncc00tph6zdw7vwcyf4yvq","noteId":"note_1m8d1pnem00d2c09v4yfrq09hmsz","version":2}', 1795734329167);
insert into note_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note_1m8d1pnem00d2c09v4yfrq09hmsz', 1, 6, 'Plan', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328788);
insert into note_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note_1m8d1pnem00d2c09v4yfrq09hmsz', 2, 7, 'Plan', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795734328825);
insert into note_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note_1m8d1pnge007pywc3nn94j4mwmgt', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795734328846);
insert into note_version values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'note_1m8d1pntf022nq9hve4bsddwdg92', 1, 1, 'Plan', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795734329167);
insert into former_note values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note_1m8d1pnge007pywc3nn94j4mwmgt', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795734328846, 9);
insert into file values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'src/a.ts', 'file_1m8d1pnhp00y84vdzhhy3r43rhm8', 2, 7, 'utf-8', 'text/plain', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328886, 1795734328910);
insert into file values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a.png', 'file_1m8d1pnk100nbhph1qmj13zxcs63', 1, 5, 'base64', 'image/png', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328929, 1795734328929);
insert into file values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'a.png', 'file_1m8d1pntf03aq611m41gfd7hs3c6', 1, 5, 'base64', 'image/png', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734329167, 1795734329167);
insert into file values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'src/a.ts', 'file_1m8d1pntf0473qy9hrq6maj2dptp', 1, 7, 'utf-8', 'text/plain', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734329167, 1795734329167);
insert into file_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file_1m8d1pnhp00y84vdzhhy3r43rhm8', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328886);
insert into file_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file_1m8d1pnhp00y84vdzhhy3r43rhm8', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328910);
insert into file_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file_1m8d1pnk100nbhph1qmj13zxcs63', 1, 12, 5, 'base64', 'image/png', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328929);
insert into file_version values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file_1m8d1pnkh0059y694ngyxbe56t9k', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328945);
insert into file_version values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'file_1m8d1pntf03aq611m41gfd7hs3c6', 1, 1, 5, 'base64', 'image/png', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734329167);
insert into file_version values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'file_1m8d1pntf0473qy9hrq6maj2dptp', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734329167);
insert into former_file values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file_1m8d1pnkh0059y694ngyxbe56t9k', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795734328945, 14);
insert into entity_writer values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note note_1m8d1pnem00d2c09v4yfrq09hmsz', 'ada');
insert into entity_writer values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note note_1m8d1pnem00d2c09v4yfrq09hmsz', 'bob');
insert into entity_writer values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'note note_1m8d1pnge007pywc3nn94j4mwmgt', 'bob');
insert into entity_writer values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795734328716, 1795734329101);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795734328742, 1795734328742);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795734329167, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0);
insert into agent_stats values ('bob', 'bob', 1795734328860, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795734329058, 1, 0);
insert into participation values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795734328860, 1, 0);
insert into participation values ('ses_1m8d1pntf00hy38ym0zzvvm7scs2', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795734329167, 1, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8d1pncc00tph6zdw7vwcyf4yvq bob', 'rat_1m8d1pns300npg9qn098d6361030', 5, 'Quick', 1, 'bob', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 1795734329123);
insert into webhook values ('whk_1m8d1pnsf00vy8s46etx0h7j3fre', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'tVetPx3NO/7DU2qNxQo6126V4yiudzlFY7B0Na9er637xGkiTsvHzxmrFw==', 1, 0, null, null, null, 0, 1795734329135, 1795734329135);
insert into webhook_subscription values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'session.paused', 'whk_1m8d1pnsf00vy8s46etx0h7j3fre');
insert into compute_pool values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795734329023, 1795734329023);
insert into compute_agent values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 0);
insert into job values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 'job_1m8d1pnq200cn4r2dhsb4wtn9k2b', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795734929058, 1795734329058, 1795734329058, null, null);
insert into job_count values ('ses_1m8d1pncc00tph6zdw7vwcyf4yvq', 16, 1, 0, 0);
insert into key_check values (1, 'EZiV0fG1xOnnPln2t7sXn2lUM4brgTsLMsLgmZM+Z2jRMWotGg==');
insert into signing_key values ('PbGUGQcCXk4YvgrXgcM-V2m91giDIHJgGtTbuoMA26w', 'jczAYY9FRm3w9nIZKNkF1yuDfAK5Ccu2q0em5M4RiLg', 'aDqZaw9Fpjngv+cT2gsdqpP+fFB/g2LQqdyokeeBvwA0+0XCVhJIOTJOiIAVwp8tTsEy0bE0RLrhSkIY+cIXRaN8cVb9+goX', 1795734327195);
