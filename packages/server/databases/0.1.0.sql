-- {"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz"}
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
insert into migration values (1, 'schema', 1795756323833);
insert into migration values (2, 'tasks', 1795756323866);
insert into session values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, 'd6fdb914152ea45ecb0771638c44b76059050d62947a3a1af31cec8fa108807e', 1795756324396, 1795756324396, 10126, 11504, '{"at":[1795756324252],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795756324180, 1795756324206, null, 'G69N-9XQG-WDDF', 1795842724180, 1);
insert into session values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 16, 1, 'a32264106f2d72cea14bc1728b53bb56a40e3b7ba89621a4acb83391049b6b3b', 1795756324428, 1795756324428, 790, 0, null, 1795756324428, 1795756324428, null, 'GXKS-EFA1-B5AJ', 1795842724428, 0);
insert into seat values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 'Ada', 'creator', 1, '3486a158ce3861520290be5a57c2342e8375ade17cafd5c1db9c0fd667ce54c9', 1795756324180, 1795756324396, 16, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'bob', 'bob', 'partner', 2, 'b052d312c81a8b0ac8bbbb660e12952cf8aa037df2a0ab58d77df2e74c3ae5ba', 1795756324206, 1795756324295, 9, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'ada', 'Ada', 'creator', 1, '219c0bb94a2c9d26fcb5964af0a08208bb48e29c800f0abfe5802c8511e3b9af', 1795756324428, 1795756324428, 1, 0, 0, null, null, 0, null, null);
insert into token values ('55586544f37f56b0568bf09b4b34613ae890b754a68163f37bff20a6afba45df', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'creator', 'ada', 'Ada', 1, 1, 1795756324180);
insert into token values ('6be5cbaecffe3bedea1f71a835d777ea2de7083c6bfda8c62cda5d61bd8ed04c', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'observer', 'obv_1m8dpnxam01qs2dxzphay8nhr64a', 'Observer', 1, 1, 1795756324180);
insert into token values ('d22c02c9865e18da1234270c6fa4e872369ef6ef814560018050e695bc416501', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'partner', 'bob', 'bob', 0, 1, 1795756324206);
insert into token values ('b710d520575b4de79ddfbc4c7995c753b4fbbabd8486bd8b4816b3af00000738', 'ses_1m8dpnxjc006mgddf24ck88jwmd2', 'creator', 'ada', 'Ada', 1, 1, 1795756324428);
insert into token values ('ce9ff344a8b9b1d84a9e5303b5765eb7d62b03927c65b50aff62c551f1e61290', 'ses_1m8dpnxjc006mgddf24ck88jwmd2', 'observer', 'obv_1m8dpnxjc01vcyc6x2r2a9sdxbbc', 'Observer', 1, 1, 1795756324428);
insert into presence values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'bob', 'working', null, 1795756324377, 1795756384377, 0, null);
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 1, 'session.created', 1795756324180, 'agent', 'ada', 'Ada', '773566006a9c7490a88ad9947f587d7ff1a000da5d2db79e468879beffc9518a', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T05:12:04.180Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T05:12:04.180Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8dpnxam008q2z0cbpf5a471qbz","lastActivityAt":"2026-11-27T05:12:04.180Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T05:12:04.180Z","visibility":"public"}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 2, 'session.joined', 1795756324206, 'agent', 'bob', 'bob', '29f623fa9fbc82b505f2d953ea3ffc4e8f487ed0c6e72e13427a8d5a34750e66', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T05:12:04.206Z","role":"partner"}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 3, 'session.updated', 1795756324206, 'agent', 'bob', 'bob', '70d80b8af3a9af5246391f442dae755aafc12428916900813c64cdf2850a61dc', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T05:12:04.180Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T05:12:04.206Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T05:12:04.180Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8dpnxam008q2z0cbpf5a471qbz","lastActivityAt":"2026-11-27T05:12:04.206Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T05:12:04.206Z","visibility":"public"}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 4, 'message.created', 1795756324236, 'agent', 'ada', 'Ada', '44d352a3a4df726428ed6ae69b47211997fd217642daf8acee516961484ec661', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T05:12:04.236Z","id":"msg_1m8dpnxcc00bab8mxmfsej9jv55z","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz"}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 5, 'message.created', 1795756324252, 'agent', 'bob', 'bob', '059e6b3523e6191daa4a249a3ecadf65c6768f2d01017fbf4115a4dea796d441', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T05:12:04.252Z","id":"msg_1m8dpnxcw004h5fbwcwbbg9f064s","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8dpnxcc00bab8mxmfsej9jv55z","seq":5,"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz"}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 6, 'note.created', 1795756324264, 'agent', 'ada', 'Ada', 'c5fdba2580d016d5c9d5e1a0623745291c7ac6bfb01005e6cb96fa34356ceb99', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T05:12:04.264Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8dpnxd800jywfsrge6hdgxfdf4","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8dpnxd800jywfsrge6hdgxfdf4","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","title":"Plan","updatedAt":"2026-11-27T05:12:04.264Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 7, 'note.updated', 1795756324279, 'agent', 'bob', 'bob', 'd3386cc19a033f672e38f8f5fb01dd3054f3a5ac2faf952e4a42dbc83fdbbd4f', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T05:12:04.264Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8dpnxd800jywfsrge6hdgxfdf4","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dpnxd800jywfsrge6hdgxfdf4","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","title":"Plan","updatedAt":"2026-11-27T05:12:04.279Z","version":2}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 8, 'note.created', 1795756324286, 'agent', 'bob', 'bob', '4b768caffa7495f8c5b7a8ffeb86103b17fb3fb6877a9781f10f5e56560178cc', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T05:12:04.286Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8dpnxdy00symxn7g10719g7wn6","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dpnxdy00symxn7g10719g7wn6","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","title":"Draft","updatedAt":"2026-11-27T05:12:04.286Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 9, 'note.deleted', 1795756324295, 'agent', 'bob', 'bob', '263e38d5b979c38afcc13ef087d617d93ec929b1969524a851e4548e3326e7a2', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T05:12:04.286Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8dpnxdy00symxn7g10719g7wn6","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8dpnxdy00symxn7g10719g7wn6","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","title":"Draft","updatedAt":"2026-11-27T05:12:04.286Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 10, 'file.updated', 1795756324317, 'agent', 'ada', 'Ada', '98ea6fdcbc6694b8f29f7157a6b76c69d449540f965ef90f08235ffa092cc71b', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T05:12:04.317Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dpnxex00xn2cc1b2qy4y55s81","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","size":7,"updatedAt":"2026-11-27T05:12:04.317Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 11, 'file.updated', 1795756324334, 'agent', 'ada', 'Ada', '8a647dc2f98b46b37eec74260663f84220e8584875ada2350721a148e5cc5c6d', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T05:12:04.317Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dpnxex00xn2cc1b2qy4y55s81","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","size":7,"updatedAt":"2026-11-27T05:12:04.334Z","version":2}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 12, 'file.updated', 1795756324340, 'agent', 'ada', 'Ada', '4c91151dee7ccc722d429ce1a1fe5d4ab9c706b6e69d6f5749d1b7496bb618f0', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T05:12:04.340Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8dpnxfm007fmcmwqykvs0c7nqw","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","size":5,"updatedAt":"2026-11-27T05:12:04.340Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 13, 'file.updated', 1795756324347, 'agent', 'ada', 'Ada', 'f264dee7f34662dde4ab088e68ff618ead9d68598481e74144c9f59cae5b0d20', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T05:12:04.347Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dpnxfv01x1hfqejadbysnpcm9","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","size":4,"updatedAt":"2026-11-27T05:12:04.347Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 14, 'file.deleted', 1795756324361, 'agent', 'ada', 'Ada', '119d7f896ceded5cbe564e39dec9f0e2e03f82a055860f80484a783026c96c2f', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T05:12:04.347Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8dpnxfv01x1hfqejadbysnpcm9","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","size":4,"updatedAt":"2026-11-27T05:12:04.347Z","version":1}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 15, 'compute.updated', 1795756324389, 'agent', 'ada', 'Ada', 'f7fd1809a14ae2e8bf64a7f9da4c1d3d7f0ac599fe1a0e7357a4ccf96e68506c', '{"createdAt":"2026-11-27T05:12:04.389Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8dpnxam008q2z0cbpf5a471qbz","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","totalCredits":10,"updatedAt":"2026-11-27T05:12:04.389Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 16, 'job.updated', 1795756324396, 'agent', 'ada', 'Ada', 'd6fdb914152ea45ecb0771638c44b76059050d62947a3a1af31cec8fa108807e', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T05:12:04.396Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T05:22:04.396Z","finishedAt":null,"id":"job_1m8dpnxhc0016v2y27pjxb1gt78y","jobId":"job_1m8dpnxhc0016v2y27pjxb1gt78y","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 1, 'session.created', 1795756324428, 'agent', 'ada', 'Ada', 'a32264106f2d72cea14bc1728b53bb56a40e3b7ba89621a4acb83391049b6b3b', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T05:12:04.428Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T05:12:04.428Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz"},"id":"ses_1m8dpnxjc006mgddf24ck88jwmd2","lastActivityAt":"2026-11-27T05:12:04.428Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T05:12:04.428Z","visibility":"public"}');
insert into message values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 4, 'msg_1m8dpnxcc00bab8mxmfsej9jv55z', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 5, 'msg_1m8dpnxcw004h5fbwcwbbg9f064s', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'bob', 4, 1795756324236);
insert into inbox values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note_1m8dpnxd800jywfsrge6hdgxfdf4', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795756324264);
insert into note values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'note_1m8dpnxjc027mn2tp3tz0sgjkqjv', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8dpnxam008q2z0cbpf5a471qbz","noteId":"note_1m8dpnxd800jywfsrge6hdgxfdf4","version":2}', 1795756324428);
insert into note_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note_1m8dpnxd800jywfsrge6hdgxfdf4', 1, 6, 'Plan', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324264);
insert into note_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note_1m8dpnxd800jywfsrge6hdgxfdf4', 2, 7, 'Plan', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795756324279);
insert into note_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note_1m8dpnxdy00symxn7g10719g7wn6', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795756324286);
insert into note_version values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'note_1m8dpnxjc027mn2tp3tz0sgjkqjv', 1, 1, 'Plan', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324428);
insert into former_note values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note_1m8dpnxdy00symxn7g10719g7wn6', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795756324286, 9);
insert into file values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'src/a.ts', 'file_1m8dpnxex00xn2cc1b2qy4y55s81', 2, 7, 'utf-8', 'text/plain', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324317, 1795756324334);
insert into file values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a.png', 'file_1m8dpnxfm007fmcmwqykvs0c7nqw', 1, 5, 'base64', 'image/png', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324340, 1795756324340);
insert into file values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'a.png', 'file_1m8dpnxjc03heef5ytbkhwgswybc', 1, 5, 'base64', 'image/png', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324428, 1795756324428);
insert into file values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'src/a.ts', 'file_1m8dpnxjc04m7225xrkwnx181xgf', 1, 7, 'utf-8', 'text/plain', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324428, 1795756324428);
insert into file_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file_1m8dpnxex00xn2cc1b2qy4y55s81', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324317);
insert into file_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file_1m8dpnxex00xn2cc1b2qy4y55s81', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324334);
insert into file_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file_1m8dpnxfm007fmcmwqykvs0c7nqw', 1, 12, 5, 'base64', 'image/png', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324340);
insert into file_version values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file_1m8dpnxfv01x1hfqejadbysnpcm9', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324347);
insert into file_version values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'file_1m8dpnxjc03heef5ytbkhwgswybc', 1, 1, 5, 'base64', 'image/png', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324428);
insert into file_version values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'file_1m8dpnxjc04m7225xrkwnx181xgf', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324428);
insert into former_file values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file_1m8dpnxfv01x1hfqejadbysnpcm9', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795756324347, 14);
insert into entity_writer values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note note_1m8dpnxd800jywfsrge6hdgxfdf4', 'ada');
insert into entity_writer values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note note_1m8dpnxd800jywfsrge6hdgxfdf4', 'bob');
insert into entity_writer values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'note note_1m8dpnxdy00symxn7g10719g7wn6', 'bob');
insert into entity_writer values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795756324180, 1795756324404);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795756324206, 1795756324206);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795756324428, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795756324295, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795756324396, 1, 0, 0);
insert into participation values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795756324295, 1, 0, 0);
insert into participation values ('ses_1m8dpnxjc006mgddf24ck88jwmd2', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795756324428, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8dpnxam008q2z0cbpf5a471qbz bob', 'rat_1m8dpnxht004f84khd021spb0x83', 5, 'Quick', 1, 'bob', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 1795756324410);
insert into webhook values ('whk_1m8dpnxj300pzgqqcwb2tc3byg29', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8dpnxam008q2z0cbpf5a471qbz', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'f3PlTeAoZFwveUjYQSpOpSUJzDNT7bidN98qMqgtHmrslFmnLcDQBh3j2w==', 1, 0, null, null, null, 0, 1795756324419, 1795756324419);
insert into webhook_subscription values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'session.paused', 'whk_1m8dpnxj300pzgqqcwb2tc3byg29');
insert into compute_pool values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795756324389, 1795756324389);
insert into compute_agent values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 0);
insert into job values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 'job_1m8dpnxhc0016v2y27pjxb1gt78y', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795756924396, 1795756324396, 1795756324396, null, null);
insert into job_count values ('ses_1m8dpnxam008q2z0cbpf5a471qbz', 16, 1, 0, 0);
insert into key_check values (1, 'YBEtfhHDqWAVNkFVc2GJqU48M3x/8xPUZIDx9LJSeIlpq4J9BQ==');
insert into signing_key values ('o50Bp7xcVxwx7RVt_oHNIVuKsYczT4wQC5vToM6ul1Q', 'tGlNhgFrOHpI9pARY4pE-F56QmzGarRB6Sin4FT6M2s', 'MnSQ6FSqWQYBbc80OH2dd44cFVJuj+WImPXAGdeXr4DGqkaBk22mY0SyxJapOdiPVaqadRz/FYeSfpnT1SW3k7IE6cz/Lr/F', 1795756323890);
