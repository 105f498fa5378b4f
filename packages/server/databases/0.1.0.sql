-- {"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp"}
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
    offered_via text, key_line text, key_ends bigint not null default 0, news_at bigint, create_key_id text,
    primary key (session_id, agent_id)
  );
CREATE INDEX seat_by_agent on seat (agent_id, session_id);
CREATE INDEX seat_by_age on seat (agent_id, joined_at);
CREATE TABLE observer (
    session_id text not null,
    id text not null,
    name text not null,
    invited bigint not null,
    joined_at bigint not null, rights text not null default '', vouched bigint not null default 0, create_key_id text,
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
  , rights text not null default '', vouched bigint not null default 0, create_key_id text);
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
  , key_line text, create_key_id text);
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
  , format text not null default 'json', service_url text, create_key_id text);
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
  , last_used_at bigint, expires_at bigint);
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
CREATE TABLE ask (
    session_id text not null,
    id text not null,
    created_seq bigint not null,
    seq bigint not null,
    kind text not null,
    status text not null,
    asker_id text not null,
    asker_name text not null,
    requires text not null,
    free_text bigint not null,
    task_id text,
    created_at bigint not null,
    expires_at bigint not null,
    ended_at bigint,
    title text not null,
    options text not null,
    answer text not null,
    details text not null,
    primary key (session_id, id)
  );
CREATE UNIQUE INDEX ask_by_creation on ask (session_id, created_seq);
CREATE INDEX ask_by_status on ask (session_id, status, created_seq);
CREATE INDEX ask_by_change on ask (session_id, seq, created_seq, status);
CREATE INDEX ask_expiry on ask (expires_at) where status = 'open';
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
CREATE INDEX seat_by_create_key on seat (create_key_id, session_id, agent_id) where create_key_id is not null;
CREATE INDEX observer_by_create_key on observer (create_key_id, session_id) where create_key_id is not null;
CREATE INDEX token_by_create_key on token (create_key_id, session_id) where create_key_id is not null;
CREATE INDEX agent_by_create_key on agent (create_key_id, id) where create_key_id is not null;
CREATE INDEX webhook_by_create_key on webhook (create_key_id, id) where create_key_id is not null;
CREATE TABLE create_key_end (
    key_id text primary key,
    ended_at bigint not null
  );
CREATE TABLE admin_log (
    seq bigint primary key,
    at bigint not null,
    actor text not null,
    action text not null,
    target text not null,
    details text not null,
    hash text not null
  );
insert into migration values (1, 'schema', 1795771758252);
insert into migration values (2, 'tasks', 1795771758329);
insert into migration values (3, 'asks', 1795771758355);
insert into migration values (4, 'agent keys', 1795771758362);
insert into migration values (5, 'people', 1795771758371);
insert into session values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, 'bb0c5a01af4f351bdf302dd8bc1adda7b5aba863187a9f8951be90a503833942', 1795771761341, 1795771761341, 10126, 11504, '{"at":[1795771760020],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795771759505, 1795771759726, null, 'E6TF-TMNQ-7ER6', 1795858159505, 1);
insert into session values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 16, 1, 'f0f009b4f6eabc3de92ad5d26961d2e50d6c70f1acd8b11b1557d0f676d16829', 1795771761657, 1795771761657, 790, 0, null, 1795771761657, 1795771761657, null, '7HHX-RC8K-ASFA', 1795858161657, 0);
insert into seat values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 'Ada', 'creator', 1, 'd8cb90dfb2f2b479e95cd4ada6783f15f1084da573ba47e0ca296b623b2298dc', 1795771759505, 1795771761341, 16, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'bob', 'bob', 'partner', 2, '28d4a25b2eaaa6c62c0dcbc3f0edd43c4b4c5080f69a429b5407c1fa0df861a8', 1795771759726, 1795771760438, 9, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'ada', 'Ada', 'creator', 1, '190a7eb1f92ed81dc25879c817ae69405dd39b2dbf4d81e5cd1b79931650abe7', 1795771761657, 1795771761657, 1, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into token values ('85f648ef5c78581605be503eb5a3b38ddd32fa4ced93c3d14f232b2a07c8ed42', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'creator', 'ada', 'Ada', 1, 1, 1795771759505, '', 0, null);
insert into token values ('a7f49a8e44cc77232869099672d80e1e24cb89f9817db5a17da96dbf597b87ad', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'observer', 'obv_1m8e5cywh01bj2v8rgt8mnb9r42e', 'Observer', 1, 1, 1795771759505, '', 0, null);
insert into token values ('8c47a9d00555cabb0d2116d3287b11af931b6829763e3c86057082805afc9e2b', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'partner', 'bob', 'bob', 0, 1, 1795771759726, '', 0, null);
insert into token values ('9ed16e750794dfa32326c12a7eee9e9b638945a547c23a2d3c0cf5fad77f68d8', 'ses_1m8e5d0zs007acbgmm79f9apvamg', 'creator', 'ada', 'Ada', 1, 1, 1795771761657, '', 0, null);
insert into token values ('ef2141a8f8af42ce8928d51242675be984974bca24848c1fe08213fb98738c38', 'ses_1m8e5d0zs007acbgmm79f9apvamg', 'observer', 'obv_1m8e5d0zs01dszewg6vve9daysbv', 'Observer', 1, 1, 1795771761657, '', 0, null);
insert into presence values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'bob', 'working', null, 1795771761108, 1795771821108, 0, null);
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 1, 'session.created', 1795771759505, 'agent', 'ada', 'Ada', '5f891b09a541686018a0515a75009c2f6b72c4babddecf1a3a8a9c98ad3528e2', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T09:29:19.505Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T09:29:19.505Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","lastActivityAt":"2026-11-27T09:29:19.505Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T09:29:19.505Z","visibility":"public"}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 2, 'session.joined', 1795771759726, 'agent', 'bob', 'bob', 'b7bc7dbf986b2eda2323a034d98050d88be8e1b3e9aa67e275e3824976437433', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T09:29:19.726Z","role":"partner"}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 3, 'session.updated', 1795771759726, 'agent', 'bob', 'bob', '6e9c2f09ad243f191f795fcffd05f2a4b6c61d490acbd40ff301f5323850e17b', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T09:29:19.505Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T09:29:19.726Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T09:29:19.505Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","lastActivityAt":"2026-11-27T09:29:19.726Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T09:29:19.726Z","visibility":"public"}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 4, 'message.created', 1795771759977, 'agent', 'ada', 'Ada', 'da12b1882aca95aa0cd6cffd15d1ff716794948c826540de640f812a75d5ae36', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T09:29:19.977Z","id":"msg_1m8e5czb900ex3mz8jf4p6135e1e","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp"}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 5, 'message.created', 1795771760020, 'agent', 'bob', 'bob', '1454f4baac9baaa44cb287628bd57eaa0845eb72d20b084c60844cba9db549d8', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T09:29:20.020Z","id":"msg_1m8e5czcm003prfzsa6y58h47d2x","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8e5czb900ex3mz8jf4p6135e1e","seq":5,"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp"}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 6, 'note.created', 1795771760114, 'agent', 'ada', 'Ada', 'f4849cbe3e78099a2f284e988f792689bf6f11b108cd3b00c5564b57b68017aa', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T09:29:20.114Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e5czfj00h79a33h10390znhkv","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8e5czfj00h79a33h10390znhkv","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","title":"Plan","updatedAt":"2026-11-27T09:29:20.114Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 7, 'note.updated', 1795771760261, 'agent', 'bob', 'bob', '11c852da1b48f8185430988b7985380a4a854f83c62df53931842466bd08e0e2', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T09:29:20.114Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e5czfj00h79a33h10390znhkv","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e5czfj00h79a33h10390znhkv","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","title":"Plan","updatedAt":"2026-11-27T09:29:20.261Z","version":2}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 8, 'note.created', 1795771760311, 'agent', 'bob', 'bob', 'd6050817ce6ec7ef95771a4475f7224b7950a10f25a2c66eeb8cbadfebd9c380', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T09:29:20.311Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e5cznq00x0kdb72mzs8e7atrj","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e5cznq00x0kdb72mzs8e7atrj","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","title":"Draft","updatedAt":"2026-11-27T09:29:20.311Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 9, 'note.deleted', 1795771760438, 'agent', 'bob', 'bob', '6587908b0eaaa3778e76a37e80abfdfd2296b061629aee0ce2d37764c0a11860', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T09:29:20.311Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e5cznq00x0kdb72mzs8e7atrj","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e5cznq00x0kdb72mzs8e7atrj","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","title":"Draft","updatedAt":"2026-11-27T09:29:20.311Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 10, 'file.updated', 1795771760695, 'agent', 'ada', 'Ada', '62b51c04253a4049b7bc329c73439ab57adcdde10a3695e12830b9cdd3cc5c99', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T09:29:20.695Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e5d01q006755zf03phj1gwj39","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","size":7,"updatedAt":"2026-11-27T09:29:20.695Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 11, 'file.updated', 1795771760736, 'agent', 'ada', 'Ada', 'a47d94655e51919616fef3a8c23d51a8f646ad4dbec0c500a226a0f1d794e2d5', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T09:29:20.695Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e5d01q006755zf03phj1gwj39","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","size":7,"updatedAt":"2026-11-27T09:29:20.736Z","version":2}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 12, 'file.updated', 1795771760841, 'agent', 'ada', 'Ada', 'e08b9c3d734ec564a471d5c82f7f66e16b28b11b2344937c2ea352e4aae9e22b', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T09:29:20.841Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8e5d06900q4txp4c13ms6bkvta","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","size":5,"updatedAt":"2026-11-27T09:29:20.841Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 13, 'file.updated', 1795771760874, 'agent', 'ada', 'Ada', '056e9482fecfc1d2b65d85dd061c05a4a85a2843c44b5f62f6f7da396cd50258', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T09:29:20.874Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e5d07a00kkpb3k6m4rfad2qdq","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","size":4,"updatedAt":"2026-11-27T09:29:20.874Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 14, 'file.deleted', 1795771760998, 'agent', 'ada', 'Ada', '8018d8b65cf291b49f35691775b5f151bf6e3f188e82cd671ff5785100ae692d', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T09:29:20.874Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e5d07a00kkpb3k6m4rfad2qdq","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","size":4,"updatedAt":"2026-11-27T09:29:20.874Z","version":1}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 15, 'compute.updated', 1795771761299, 'agent', 'ada', 'Ada', '950765f5c00c139952b04a633574e57899323246e9cb362b7762cf01ee8eacdf', '{"createdAt":"2026-11-27T09:29:21.299Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","totalCredits":10,"updatedAt":"2026-11-27T09:29:21.299Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 16, 'job.updated', 1795771761341, 'agent', 'ada', 'Ada', 'bb0c5a01af4f351bdf302dd8bc1adda7b5aba863187a9f8951be90a503833942', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T09:29:21.341Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T09:39:21.341Z","finishedAt":null,"id":"job_1m8e5d0nx003spt1z9jnyfa6ax4z","jobId":"job_1m8e5d0nx003spt1z9jnyfa6ax4z","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 1, 'session.created', 1795771761657, 'agent', 'ada', 'Ada', 'f0f009b4f6eabc3de92ad5d26961d2e50d6c70f1acd8b11b1557d0f676d16829', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T09:29:21.657Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T09:29:21.657Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp"},"id":"ses_1m8e5d0zs007acbgmm79f9apvamg","lastActivityAt":"2026-11-27T09:29:21.657Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T09:29:21.657Z","visibility":"public"}');
insert into message values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 4, 'msg_1m8e5czb900ex3mz8jf4p6135e1e', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 5, 'msg_1m8e5czcm003prfzsa6y58h47d2x', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'bob', 4, 1795771759977);
insert into inbox values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note_1m8e5czfj00h79a33h10390znhkv', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795771760114);
insert into note values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'note_1m8e5d0zs02trn2jc7cza56t7fdb', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8e5cywh00jfeabvk7z5jqxmkgp","noteId":"note_1m8e5czfj00h79a33h10390znhkv","version":2}', 1795771761657);
insert into note_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note_1m8e5czfj00h79a33h10390znhkv', 1, 6, 'Plan', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760114);
insert into note_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note_1m8e5czfj00h79a33h10390znhkv', 2, 7, 'Plan', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795771760261);
insert into note_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note_1m8e5cznq00x0kdb72mzs8e7atrj', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795771760311);
insert into note_version values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'note_1m8e5d0zs02trn2jc7cza56t7fdb', 1, 1, 'Plan', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795771761657);
insert into former_note values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note_1m8e5cznq00x0kdb72mzs8e7atrj', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795771760311, 9);
insert into file values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'src/a.ts', 'file_1m8e5d01q006755zf03phj1gwj39', 2, 7, 'utf-8', 'text/plain', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760695, 1795771760736);
insert into file values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a.png', 'file_1m8e5d06900q4txp4c13ms6bkvta', 1, 5, 'base64', 'image/png', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760841, 1795771760841);
insert into file values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'a.png', 'file_1m8e5d0zs03tq2pzw06n13zjxrxq', 1, 5, 'base64', 'image/png', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771761657, 1795771761657);
insert into file values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'src/a.ts', 'file_1m8e5d0zs04twgbrhwjmy7xsmarr', 1, 7, 'utf-8', 'text/plain', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771761657, 1795771761657);
insert into file_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file_1m8e5d01q006755zf03phj1gwj39', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760695);
insert into file_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file_1m8e5d01q006755zf03phj1gwj39', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760736);
insert into file_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file_1m8e5d06900q4txp4c13ms6bkvta', 1, 12, 5, 'base64', 'image/png', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760841);
insert into file_version values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file_1m8e5d07a00kkpb3k6m4rfad2qdq', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760874);
insert into file_version values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'file_1m8e5d0zs03tq2pzw06n13zjxrxq', 1, 1, 5, 'base64', 'image/png', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771761657);
insert into file_version values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'file_1m8e5d0zs04twgbrhwjmy7xsmarr', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771761657);
insert into former_file values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file_1m8e5d07a00kkpb3k6m4rfad2qdq', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795771760874, 14);
insert into entity_writer values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note note_1m8e5czfj00h79a33h10390znhkv', 'ada');
insert into entity_writer values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note note_1m8e5czfj00h79a33h10390znhkv', 'bob');
insert into entity_writer values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'note note_1m8e5cznq00x0kdb72mzs8e7atrj', 'bob');
insert into entity_writer values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795771759505, 1795771761459, null, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795771759726, 1795771759726, null, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795771761657, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795771760438, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795771761341, 1, 0, 0);
insert into participation values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795771760438, 1, 0, 0);
insert into participation values ('ses_1m8e5d0zs007acbgmm79f9apvamg', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795771761657, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8e5cywh00jfeabvk7z5jqxmkgp bob', 'rat_1m8e5d0tq004axt16f7ww7r883th', 5, 'Quick', 1, 'bob', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 1795771761495);
insert into webhook values ('whk_1m8e5d0vh003bhj45hya3k5wvzjg', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'GoipkXK4ySNLWIb9vm/mm8vIi6taQ+7Nl6P8pnMNeNmhr1YsyniPyIHxHA==', 1, 0, null, null, null, 0, 1795771761521, 1795771761521, 'json', 'http://127.0.0.1:36487', null);
insert into webhook_subscription values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'session.paused', 'whk_1m8e5d0vh003bhj45hya3k5wvzjg');
insert into compute_pool values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795771761299, 1795771761299);
insert into compute_agent values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 0);
insert into job values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 'job_1m8e5d0nx003spt1z9jnyfa6ax4z', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795772361341, 1795771761341, 1795771761341, null, null);
insert into job_count values ('ses_1m8e5cywh00jfeabvk7z5jqxmkgp', 16, 1, 0, 0);
insert into key_check values (1, 'uQom5yjMRU+2sdjMKoLgpwSdUXRnTGzV1fmbYsHhfm8kmSL+7Q==');
insert into signing_key values ('idiz1QDmdbvPCIhBWeCBtGU1tztojGVqpExrAqNH3kI', 'HVINJ56p07tzUATXI9nagQg5-wqkSeBAQd1YfVptp9M', '8JDkkurLpsYewqRw7/d5zndOyCZ2F9Ym4G9tSLxCKVfXItvfaOCvt9/thOCgrePL/ZQrYq25H0pjgJ9IsexBsHiEZl8nGUiQ', 1795771758411);
