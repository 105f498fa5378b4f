-- {"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7"}
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
insert into migration values (1, 'schema', 1795766240783);
insert into migration values (2, 'tasks', 1795766240801);
insert into migration values (5, 'people', 1795766240807);
insert into session values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, 'ebd410f7d9093373c3a6aca9c9439a5c985e01d2e4787aab22eacf802c0ab099', 1795766241088, 1795766241088, 10126, 11504, '{"at":[1795766241005],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795766240968, 1795766240982, null, '2B0A-DR5V-XGQS', 1795852640968, 1);
insert into session values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 16, 1, 'db7dd06782460a4a21001ef74544ed6cfb16e6182207b5049d5eb0d149a9e14e', 1795766241113, 1795766241113, 790, 0, null, 1795766241113, 1795766241113, null, 'XBV5-ZPWE-NTMY', 1795852641113, 0);
insert into seat values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 'Ada', 'creator', 1, 'abfff8a629bca7e6942bb33dcfdf1dc268bb580adf17e563267cfa40f95f712c', 1795766240968, 1795766241088, 16, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'bob', 'bob', 'partner', 2, '35322830fb9d1561f0bca5b1279c89f23301892ce1f4ed06870811d634ec2156', 1795766240982, 1795766241028, 9, 0, 0, null, null, 0, null, null);
insert into seat values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'ada', 'Ada', 'creator', 1, '851c98706bdd9f814be6dfd6670d55c7be4f04aa759f4e8b0ba65e631286bf63', 1795766241113, 1795766241113, 1, 0, 0, null, null, 0, null, null);
insert into token values ('36c6ebddb8d5586a9b78592b0aaecca7bf227fcc92d5793efb93f2246a784ebf', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'creator', 'ada', 'Ada', 1, 1, 1795766240968, '', 0);
insert into token values ('71d26e531161a9ea3ca1b2a79876bc3beaee80dd86283a49ec639fccc7e96d10', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'observer', 'obv_1m8e04hp801fgwfxwcnv94wfwmqy', 'Observer', 1, 1, 1795766240968, '', 0);
insert into token values ('2ee2b712a15aab6870cea85b275e38d13ff6d10a6597dc4c962bce711b691bf0', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'partner', 'bob', 'bob', 0, 1, 1795766240982, '', 0);
insert into token values ('0110c2f51cccde6a3ce45e198bf960612fdfe39ee4ea560ed472ed5c2f38b1a4', 'ses_1m8e04hts00hjq5xt95825jf2cgq', 'creator', 'ada', 'Ada', 1, 1, 1795766241113, '', 0);
insert into token values ('645e6ab5e9a75b94ae0f0fba6b6129e3a7b852904720d2eb8cb6a04e8ad245ca', 'ses_1m8e04hts00hjq5xt95825jf2cgq', 'observer', 'obv_1m8e04hts01etfp5k82pk0b9d7t8', 'Observer', 1, 1, 1795766241113, '', 0);
insert into presence values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'bob', 'working', null, 1795766241078, 1795766301078, 0, null);
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 1, 'session.created', 1795766240968, 'agent', 'ada', 'Ada', '84077199f441f058c8040c179c858881d2bccbd79a143431d97959d198f38272', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T07:57:20.968Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T07:57:20.968Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e04hp800763jj4x2n84gdyxr7","lastActivityAt":"2026-11-27T07:57:20.968Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T07:57:20.968Z","visibility":"public"}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 2, 'session.joined', 1795766240982, 'agent', 'bob', 'bob', 'cd30e2e7a6694bb8e3bdc07dd91b184ceafe10dcb18d8d259995877a754389fe', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T07:57:20.982Z","role":"partner"}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 3, 'session.updated', 1795766240982, 'agent', 'bob', 'bob', '8310d464f2e61a57aa3c9002ca23e5382d0db567247311904c4e0c5953c61ca3', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T07:57:20.968Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T07:57:20.982Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T07:57:20.968Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e04hp800763jj4x2n84gdyxr7","lastActivityAt":"2026-11-27T07:57:20.982Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T07:57:20.982Z","visibility":"public"}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 4, 'message.created', 1795766240996, 'agent', 'ada', 'Ada', 'df38bdd9594da5d44e201d195ae513f4e95ec50e0952d4cf524d005be13a2a85', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T07:57:20.996Z","id":"msg_1m8e04hq400v0j4zctqhra7vkb8m","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7"}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 5, 'message.created', 1795766241005, 'agent', 'bob', 'bob', 'e2cb1ce789bcb80934223ab4ce8eeb2512ec0d6b5ae0054e0e867c4017669874', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T07:57:21.005Z","id":"msg_1m8e04hqd008v8p1ad2g99337z3a","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8e04hq400v0j4zctqhra7vkb8m","seq":5,"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7"}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 6, 'note.created', 1795766241011, 'agent', 'ada', 'Ada', '7a801fa638834a6563b238bc5d2a2b9658dede2a6a8537d679708ddbee8fac03', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T07:57:21.011Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e04hqk008b9x0hgwcsrctxaat","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8e04hqk008b9x0hgwcsrctxaat","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","title":"Plan","updatedAt":"2026-11-27T07:57:21.011Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 7, 'note.updated', 1795766241019, 'agent', 'bob', 'bob', 'ae57d6f56eb805b58644fa0d35609f61f6c29b708a45c11f1991296546e2890c', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T07:57:21.011Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e04hqk008b9x0hgwcsrctxaat","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e04hqk008b9x0hgwcsrctxaat","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","title":"Plan","updatedAt":"2026-11-27T07:57:21.019Z","version":2}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 8, 'note.created', 1795766241024, 'agent', 'bob', 'bob', '2eace359b839db40b63c8cff908c246c989d8e3d5a7c4c788a67453b5cc09b11', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T07:57:21.024Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e04hr001abgmj5avmfhw3at8p","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e04hr001abgmj5avmfhw3at8p","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","title":"Draft","updatedAt":"2026-11-27T07:57:21.024Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 9, 'note.deleted', 1795766241028, 'agent', 'bob', 'bob', 'b210d51da4f832df3fe7bdbf405033a199386d8a97513ffa1132b44474ce7280', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T07:57:21.024Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e04hr001abgmj5avmfhw3at8p","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e04hr001abgmj5avmfhw3at8p","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","title":"Draft","updatedAt":"2026-11-27T07:57:21.024Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 10, 'file.updated', 1795766241046, 'agent', 'ada', 'Ada', '4527afcde79f76e9f7f7a8aa54ddea0b3680dd9bde3289f1e00f378fbd3c17e3', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T07:57:21.046Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e04hrp00xkas3rnaj5ywypvm3","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","size":7,"updatedAt":"2026-11-27T07:57:21.046Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 11, 'file.updated', 1795766241051, 'agent', 'ada', 'Ada', '3c72d12b6a3907ad11f74d63649862f92a7e472bfbb1803c91c027eb3053ff2c', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T07:57:21.046Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e04hrp00xkas3rnaj5ywypvm3","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","size":7,"updatedAt":"2026-11-27T07:57:21.051Z","version":2}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 12, 'file.updated', 1795766241057, 'agent', 'ada', 'Ada', '9477fd06c80a61ceaa0aa923c39bac43b1128e1d775f2140e56cd9980533fd42', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T07:57:21.057Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8e04hs101q1gn7b26b1pwj2m3g","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","size":5,"updatedAt":"2026-11-27T07:57:21.057Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 13, 'file.updated', 1795766241063, 'agent', 'ada', 'Ada', 'cb995a8ac0a240b0923ba2eda483523a5170638326c9c84dcc6f7757181d363d', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T07:57:21.063Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e04hs7016v9szvvkcgppd34kq","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","size":4,"updatedAt":"2026-11-27T07:57:21.063Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 14, 'file.deleted', 1795766241069, 'agent', 'ada', 'Ada', '3dd5159684bd57898e3a71bef9280dfa6f0996d2dac329c8fd1ea1e07bac904d', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T07:57:21.063Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e04hs7016v9szvvkcgppd34kq","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","size":4,"updatedAt":"2026-11-27T07:57:21.063Z","version":1}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 15, 'compute.updated', 1795766241082, 'agent', 'ada', 'Ada', '2d463a7e58bf258b79718fd06c9610f0045be94d2413aa1421ded37b39cb5c34', '{"createdAt":"2026-11-27T07:57:21.082Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8e04hp800763jj4x2n84gdyxr7","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","totalCredits":10,"updatedAt":"2026-11-27T07:57:21.082Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 16, 'job.updated', 1795766241088, 'agent', 'ada', 'Ada', 'ebd410f7d9093373c3a6aca9c9439a5c985e01d2e4787aab22eacf802c0ab099', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T07:57:21.088Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T08:07:21.088Z","finishedAt":null,"id":"job_1m8e04ht000ytr4svkpmssnhjv60","jobId":"job_1m8e04ht000ytr4svkpmssnhjv60","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 1, 'session.created', 1795766241113, 'agent', 'ada', 'Ada', 'db7dd06782460a4a21001ef74544ed6cfb16e6182207b5049d5eb0d149a9e14e', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T07:57:21.113Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T07:57:21.113Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7"},"id":"ses_1m8e04hts00hjq5xt95825jf2cgq","lastActivityAt":"2026-11-27T07:57:21.113Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T07:57:21.113Z","visibility":"public"}');
insert into message values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 4, 'msg_1m8e04hq400v0j4zctqhra7vkb8m', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 5, 'msg_1m8e04hqd008v8p1ad2g99337z3a', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'bob', 4, 1795766240996);
insert into inbox values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8e04hp800763jj4x2n84gdyxr7', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8e04hp800763jj4x2n84gdyxr7', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8e04hp800763jj4x2n84gdyxr7', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8e04hp800763jj4x2n84gdyxr7', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8e04hp800763jj4x2n84gdyxr7', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8e04hp800763jj4x2n84gdyxr7', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note_1m8e04hqk008b9x0hgwcsrctxaat', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795766241011);
insert into note values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'note_1m8e04hts02f3y2tg2sxd7ya8cyj', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8e04hp800763jj4x2n84gdyxr7","noteId":"note_1m8e04hqk008b9x0hgwcsrctxaat","version":2}', 1795766241113);
insert into note_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note_1m8e04hqk008b9x0hgwcsrctxaat', 1, 6, 'Plan', 'ses_1m8e04hp800763jj4x2n84gdyxr7', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241011);
insert into note_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note_1m8e04hqk008b9x0hgwcsrctxaat', 2, 7, 'Plan', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795766241019);
insert into note_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note_1m8e04hr001abgmj5avmfhw3at8p', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795766241024);
insert into note_version values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'note_1m8e04hts02f3y2tg2sxd7ya8cyj', 1, 1, 'Plan', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241113);
insert into former_note values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note_1m8e04hr001abgmj5avmfhw3at8p', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795766241024, 9);
insert into file values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'src/a.ts', 'file_1m8e04hrp00xkas3rnaj5ywypvm3', 2, 7, 'utf-8', 'text/plain', 'ses_1m8e04hp800763jj4x2n84gdyxr7', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241046, 1795766241051);
insert into file values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'a.png', 'file_1m8e04hs101q1gn7b26b1pwj2m3g', 1, 5, 'base64', 'image/png', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241057, 1795766241057);
insert into file values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'a.png', 'file_1m8e04hts032vj3mksbgyyxrxqdg', 1, 5, 'base64', 'image/png', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241113, 1795766241113);
insert into file values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'src/a.ts', 'file_1m8e04hts04579bx0t0b2zq28b8k', 1, 7, 'utf-8', 'text/plain', 'ses_1m8e04hp800763jj4x2n84gdyxr7', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241113, 1795766241113);
insert into file_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file_1m8e04hrp00xkas3rnaj5ywypvm3', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8e04hp800763jj4x2n84gdyxr7', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241046);
insert into file_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file_1m8e04hrp00xkas3rnaj5ywypvm3', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8e04hp800763jj4x2n84gdyxr7', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241051);
insert into file_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file_1m8e04hs101q1gn7b26b1pwj2m3g', 1, 12, 5, 'base64', 'image/png', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241057);
insert into file_version values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file_1m8e04hs7016v9szvvkcgppd34kq', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241063);
insert into file_version values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'file_1m8e04hts032vj3mksbgyyxrxqdg', 1, 1, 5, 'base64', 'image/png', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241113);
insert into file_version values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'file_1m8e04hts04579bx0t0b2zq28b8k', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8e04hp800763jj4x2n84gdyxr7', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241113);
insert into former_file values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file_1m8e04hs7016v9szvvkcgppd34kq', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795766241063, 14);
insert into entity_writer values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note note_1m8e04hqk008b9x0hgwcsrctxaat', 'ada');
insert into entity_writer values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note note_1m8e04hqk008b9x0hgwcsrctxaat', 'bob');
insert into entity_writer values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'note note_1m8e04hr001abgmj5avmfhw3at8p', 'bob');
insert into entity_writer values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795766240968, 1795766241095);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795766240982, 1795766240982);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795766241113, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795766241028, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795766241088, 1, 0, 0);
insert into participation values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795766241028, 1, 0, 0);
insert into participation values ('ses_1m8e04hts00hjq5xt95825jf2cgq', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795766241113, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8e04hp800763jj4x2n84gdyxr7 bob', 'rat_1m8e04hte00j2yam8v6xwc9bd27t', 5, 'Quick', 1, 'bob', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 1795766241102);
insert into webhook values ('whk_1m8e04htn00xvks2ztg0wtxen8bk', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8e04hp800763jj4x2n84gdyxr7', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'x3Sr5FHBFGMOXkhqNTDyfR4vahnyXPROjlQlnBukZ1ZBK992HVWrndUsAA==', 1, 0, null, null, null, 0, 1795766241109, 1795766241109);
insert into webhook_subscription values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'session.paused', 'whk_1m8e04htn00xvks2ztg0wtxen8bk');
insert into compute_pool values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795766241082, 1795766241082);
insert into compute_agent values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 0);
insert into job values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 'job_1m8e04ht000ytr4svkpmssnhjv60', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795766841088, 1795766241088, 1795766241088, null, null);
insert into job_count values ('ses_1m8e04hp800763jj4x2n84gdyxr7', 16, 1, 0, 0);
insert into key_check values (1, 'NhCnlNRjig4lHCU/yOVJRSJODRYqfXiyfhM8+85l5CnYX6EvJg==');
insert into signing_key values ('A0t2KIOhL9NUPoP4aj-m3F2XmNxu7n-y080ZMnYXce4', '3uiBaUZtAuyoTLInmJj6jZL9hZRIOLs9P7SaYKgMfYU', 'Md7+wUnV5NENgDGewuz/lX0GJSkwvVXy1NGPXQWvfdxcHTcI4gIigOxpvKmzU1qKwQWvZLQarivbT/gNJw9wQkxzUrTrNBrY', 1795766240812);
