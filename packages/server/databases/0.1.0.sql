-- {"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn"}
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
insert into migration values (1, 'schema', 1795723109742);
insert into session values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '7caa2713f584b77dc2959eedb7e2728857bb3d8502ff9b2dd9ba6cd626177946', 1795723110486, 1795723110486, 10087, 11420, '{"at":[1795723110342],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795723110226, 1795723110249, null, 'D72E-MDVB-K8ZJ', 1795809510226, 1);
insert into session values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 16, 1, '33f1ab5670ae8a68ed8137719462a663c7b27e0eb65ffecb077edf1f5efd7df8', 1795723110525, 1795723110525, 790, 0, null, 1795723110525, 1795723110525, null, 'SX5W-0M8Y-XBJV', 1795809510525, 0);
insert into seat values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 'Ada', 'creator', 1, '013701e4211869e83c5a3cb65c89aacaded7b0c65bdb10525b6e140f06f803fb', 1795723110226, 1795723110486, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'bob', 'bob', 'partner', 2, '5f13476ee8adf6649630064fb9269547976b558a15a48d4f666c74e1e044c4d5', 1795723110249, 1795723110391, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'ada', 'Ada', 'creator', 1, 'de307e7d90a7046b609bc72c4977d2ef71ee73c085fd081938ed2fe7e6c81c04', 1795723110525, 1795723110525, 0, 0, null, null, 0, null, null);
insert into token values ('f7d09f2d63805303029183f9a7113b9a68225d21ede963988262760056bba168', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'creator', 'ada', 'Ada', 1, 1, 1795723110226);
insert into token values ('77f27a02ca17c43f3832b1694b20a79246bd6811536d1d02902fdbe1592eb086', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'observer', 'obv_1m8cq09tj01sh49507qmqhafbg67', 'Observer', 1, 1, 1795723110226);
insert into token values ('14253288935e4f0a2b4c4f1e911d794fd023027997779da26ec128eaca9935c9', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'partner', 'bob', 'bob', 0, 1, 1795723110249);
insert into token values ('36bee0fbaeb08d49bcf0c4985b3ea4ed6c911f94fb5e1fb102d68d7dd4119ced', 'ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'creator', 'ada', 'Ada', 1, 1, 1795723110525);
insert into token values ('7ce839ecf7f10ef25c9480f9f7a93217b7b6115226b2627a898bd144613ac897', 'ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'observer', 'obv_1m8cq0a3x01bv1cqydsa3jmq9e7d', 'Observer', 1, 1, 1795723110525);
insert into presence values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'bob', 'working', null, 1795723110463, 1795723170463, 0, null);
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 1, 'session.created', 1795723110226, 'agent', 'ada', 'Ada', '9cf1bb0bb7ed2bd807fa785dbfc42a375240b7d86a7fafa6993b5148cbbf10d0', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T19:58:30.226Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-26T19:58:30.226Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8cq09tj00xmfe0ner1v08b6scn","lastActivityAt":"2026-11-26T19:58:30.226Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-26T19:58:30.226Z","visibility":"public"}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 2, 'session.joined', 1795723110249, 'agent', 'bob', 'bob', '4b857845a2c95ad763ba023b4eb190c1f84c23d309134fa934cb91da8df32c16', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-26T19:58:30.249Z","role":"partner"}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 3, 'session.updated', 1795723110249, 'agent', 'bob', 'bob', 'acdd72f404032b50b13407250a2fa45bed095d903907e26d26480199281ef86b', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T19:58:30.226Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-26T19:58:30.249Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-26T19:58:30.226Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8cq09tj00xmfe0ner1v08b6scn","lastActivityAt":"2026-11-26T19:58:30.249Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-26T19:58:30.249Z","visibility":"public"}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 4, 'message.created', 1795723110307, 'agent', 'ada', 'Ada', '71854b44d30ecbfc75a1c32dd6046d867c9ae88d7412759647f680f3b0f556cc', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-26T19:58:30.307Z","id":"msg_1m8cq09x300kxszm0mm0ne3yjqg7","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn"}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 5, 'message.created', 1795723110342, 'agent', 'bob', 'bob', 'c47168be81ccd326cf8e8258a5321942d6d6e64e0d44659770bb141640a4c306', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-26T19:58:30.342Z","id":"msg_1m8cq09y6005rqt4f63xn2sezk9s","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8cq09x300kxszm0mm0ne3yjqg7","seq":5,"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn"}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 6, 'note.created', 1795723110362, 'agent', 'ada', 'Ada', '378c437879e54c14b19fc59e1a69a512c0c0b8a64f1ebe6516af905b50efeb10', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-26T19:58:30.362Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8cq09yt00zwv6269bbzx23dyak","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8cq09yt00zwv6269bbzx23dyak","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","title":"Plan","updatedAt":"2026-11-26T19:58:30.362Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 7, 'note.updated', 1795723110374, 'agent', 'bob', 'bob', '33b12f203a7514f5ee8897524299d5db7283374a45e9c7cd456fc90ab07caecf', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-26T19:58:30.362Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8cq09yt00zwv6269bbzx23dyak","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8cq09yt00zwv6269bbzx23dyak","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","title":"Plan","updatedAt":"2026-11-26T19:58:30.374Z","version":2}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 8, 'note.created', 1795723110385, 'agent', 'bob', 'bob', '8436e2796957fd451786666143ede76782341400a395d1547d6886109bd260c8', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-26T19:58:30.385Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8cq09zh00kvn9mg7x9vcvqdenf","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8cq09zh00kvn9mg7x9vcvqdenf","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","title":"Draft","updatedAt":"2026-11-26T19:58:30.385Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 9, 'note.deleted', 1795723110391, 'agent', 'bob', 'bob', '38005afd058fddd1f2b13ba1e33bcd7d12683fcf22127bab11f02a2e2bb9504f', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-26T19:58:30.385Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8cq09zh00kvn9mg7x9vcvqdenf","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8cq09zh00kvn9mg7x9vcvqdenf","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","title":"Draft","updatedAt":"2026-11-26T19:58:30.385Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 10, 'file.updated', 1795723110411, 'agent', 'ada', 'Ada', 'b48127b7719dcd2fb3e14009de0f424ddf449e120c6689b1cb92ce0c8dd620e9', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-26T19:58:30.411Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8cq0a0b00scqh1m40ka5fp0p45","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","size":7,"updatedAt":"2026-11-26T19:58:30.411Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 11, 'file.updated', 1795723110424, 'agent', 'ada', 'Ada', '44d2a8fe8e5c6072fa60768f5c5bd9cae0636be39b69d5bb23d9f631ae7ff0ba', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-26T19:58:30.411Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8cq0a0b00scqh1m40ka5fp0p45","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","size":7,"updatedAt":"2026-11-26T19:58:30.424Z","version":2}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 12, 'file.updated', 1795723110431, 'agent', 'ada', 'Ada', '5e854e7b8b40cbd3b1b597ed5be1306ccc26be65bde22f738be73a83b4772de8', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-26T19:58:30.431Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8cq0a0z00bv6ah0x1drfvddexr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","size":5,"updatedAt":"2026-11-26T19:58:30.431Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 13, 'file.updated', 1795723110446, 'agent', 'ada', 'Ada', 'b5cbefcbf2205839d4c5cea932f17e5a2d7d3b492a42fe19f7c1b0fd086aadfc', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-26T19:58:30.446Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8cq0a1e00zkzm0m0fj5kgpbn49","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","size":4,"updatedAt":"2026-11-26T19:58:30.446Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 14, 'file.deleted', 1795723110451, 'agent', 'ada', 'Ada', 'e935b58560e9eca5da822d840dada9d22fd07f6b959e9de2a835e5712fcc85de', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-26T19:58:30.446Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8cq0a1e00zkzm0m0fj5kgpbn49","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","size":4,"updatedAt":"2026-11-26T19:58:30.446Z","version":1}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 15, 'compute.updated', 1795723110472, 'agent', 'ada', 'Ada', 'c448e70d476b66f8bd5e2fa9e66f652d0fd087d695e51c40fcdae9342384416f', '{"createdAt":"2026-11-26T19:58:30.472Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8cq09tj00xmfe0ner1v08b6scn","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","totalCredits":10,"updatedAt":"2026-11-26T19:58:30.472Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 16, 'job.updated', 1795723110486, 'agent', 'ada', 'Ada', '7caa2713f584b77dc2959eedb7e2728857bb3d8502ff9b2dd9ba6cd626177946', '{"attempt":0,"cost":10,"createdAt":"2026-11-26T19:58:30.486Z","credits":0,"error":null,"exitCode":null,"finishedAt":null,"id":"job_1m8cq0a2p00rbryzczrbgehsyq2a","jobId":"job_1m8cq0a2p00rbryzczrbgehsyq2a","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 1, 'session.created', 1795723110525, 'agent', 'ada', 'Ada', '33f1ab5670ae8a68ed8137719462a663c7b27e0eb65ffecb077edf1f5efd7df8', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-26T19:58:30.525Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-26T19:58:30.525Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn"},"id":"ses_1m8cq0a3x00afwc2hjjxzmnj3kzr","lastActivityAt":"2026-11-26T19:58:30.525Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-26T19:58:30.525Z","visibility":"public"}');
insert into message values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 4, 'msg_1m8cq09x300kxszm0mm0ne3yjqg7', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 5, 'msg_1m8cq09y6005rqt4f63xn2sezk9s', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'bob', 4, 1795723110307);
insert into inbox values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note_1m8cq09yt00zwv6269bbzx23dyak', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795723110362);
insert into note values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'note_1m8cq0a3x025xs3bn7fkh1364wzn', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8cq09tj00xmfe0ner1v08b6scn","noteId":"note_1m8cq09yt00zwv6269bbzx23dyak","version":2}', 1795723110525);
insert into note_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note_1m8cq09yt00zwv6269bbzx23dyak', 1, 6, 'Plan', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110362);
insert into note_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note_1m8cq09yt00zwv6269bbzx23dyak', 2, 7, 'Plan', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795723110374);
insert into note_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note_1m8cq09zh00kvn9mg7x9vcvqdenf', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795723110385);
insert into note_version values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'note_1m8cq0a3x025xs3bn7fkh1364wzn', 1, 1, 'Plan', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110525);
insert into former_note values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note_1m8cq09zh00kvn9mg7x9vcvqdenf', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795723110385, 9);
insert into file values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'src/a.ts', 'file_1m8cq0a0b00scqh1m40ka5fp0p45', 2, 7, 'utf-8', 'text/plain', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110411, 1795723110424);
insert into file values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a.png', 'file_1m8cq0a0z00bv6ah0x1drfvddexr', 1, 5, 'base64', 'image/png', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110431, 1795723110431);
insert into file values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'a.png', 'file_1m8cq0a3x03b69xpsnqxvmcxv1pr', 1, 5, 'base64', 'image/png', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110525, 1795723110525);
insert into file values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'src/a.ts', 'file_1m8cq0a3x042t7ravhe9kw4r886c', 1, 7, 'utf-8', 'text/plain', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110525, 1795723110525);
insert into file_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file_1m8cq0a0b00scqh1m40ka5fp0p45', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110411);
insert into file_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file_1m8cq0a0b00scqh1m40ka5fp0p45', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110424);
insert into file_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file_1m8cq0a0z00bv6ah0x1drfvddexr', 1, 12, 5, 'base64', 'image/png', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110431);
insert into file_version values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file_1m8cq0a1e00zkzm0m0fj5kgpbn49', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110446);
insert into file_version values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'file_1m8cq0a3x03b69xpsnqxvmcxv1pr', 1, 1, 5, 'base64', 'image/png', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110525);
insert into file_version values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'file_1m8cq0a3x042t7ravhe9kw4r886c', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110525);
insert into former_file values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file_1m8cq0a1e00zkzm0m0fj5kgpbn49', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795723110446, 14);
insert into entity_writer values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note note_1m8cq09yt00zwv6269bbzx23dyak', 'ada');
insert into entity_writer values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note note_1m8cq09yt00zwv6269bbzx23dyak', 'bob');
insert into entity_writer values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'note note_1m8cq09zh00kvn9mg7x9vcvqdenf', 'bob');
insert into entity_writer values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795723110226, 1795723110502);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795723110249, 1795723110249);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795723110525, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0);
insert into agent_stats values ('bob', 'bob', 1795723110391, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795723110486, 1, 0);
insert into participation values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795723110391, 1, 0);
insert into participation values ('ses_1m8cq0a3x00afwc2hjjxzmnj3kzr', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795723110525, 1, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8cq09tj00xmfe0ner1v08b6scn bob', 'rat_1m8cq0a3f00y2gf5t45hg4k8w93p', 5, 'Quick', 1, 'bob', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 1795723110511);
insert into webhook values ('whk_1m8cq0a3n00yj0sv58ghtwk7f967', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8cq09tj00xmfe0ner1v08b6scn', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'pNQcs6g3WVP+2DyB9lm21t/J42qKzHsakoxS1ZmyyrqsUvnzob9IypN5Cg==', 1, 0, null, null, null, 0, 1795723110517, 1795723110517);
insert into webhook_subscription values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'session.paused', 'whk_1m8cq0a3n00yj0sv58ghtwk7f967');
insert into compute_pool values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795723110472, 1795723110472);
insert into compute_agent values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 0);
insert into job values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 'job_1m8cq0a2p00rbryzczrbgehsyq2a', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795723710486, 1795723110486, 1795723110486, null, null);
insert into job_count values ('ses_1m8cq09tj00xmfe0ner1v08b6scn', 16, 1, 0, 0);
insert into key_check values (1, 'mAOSPO88blngYhO1f4U6iG5Jwu10SycNqdjvTTl2ThmwNSrXBA==');
insert into signing_key values ('9JOWWJ-C7IFrYIgs9-sjT1-OfP1d9b2qZdR110ehOh0', 'RKwcVomlAfxQ7YNw8GMLQHfIYHYFXkmu1mEwrsJDTHk', 'asTFt3tgos32h9oCfYXaXCFra2hWfA0urtbHFKy9sgbCLn16XZ8qSGC/hV81T2yeJ1wrkJHkHcqhaqDtOyFhYc5iiQo63kv9', 1795723109755);
