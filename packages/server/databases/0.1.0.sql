-- {"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj"}
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
  , imported_at bigint);
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
    carried text, a2a_caller text, a2a_agent text, a2a_declined bigint not null default 0,
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
CREATE TABLE session_import (
    session_id text primary key,
    claim text not null,
    alive_until bigint not null
  );
CREATE INDEX session_import_by_end on session_import (alive_until);
CREATE INDEX event_of_whole_session on event (session_id, seq) where event = 'session.created'
    or event = 'session.updated' or event = 'session.completed' or event = 'session.paused'
    or event = 'session.imported';
CREATE INDEX task_by_a2a on task (session_id, a2a_caller, a2a_agent, seq) where a2a_caller is not null;
insert into migration values (1, 'schema', 1795786053687);
insert into migration values (2, 'tasks', 1795786053770);
insert into migration values (3, 'asks', 1795786053794);
insert into migration values (4, 'agent keys', 1795786053812);
insert into migration values (5, 'people', 1795786053843);
insert into migration values (6, 'imports', 1795786053859);
insert into migration values (7, 'a2a', 1795786053874);
insert into session values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 21, 'd0c4460760ec1660e5a948262749b422e7ed80e2dae92bffde463b498bc18be1', 1795786054719, 1795786054719, 16132, 15424, '{"at":[1795786054390],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795786054125, 1795786054154, null, 'YJ6P-998A-C0XN', 1795872454125, 1, null);
insert into session values ('ses_1m8ek173v002xcawwc27v75v315w', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 21, 1, '3b0f7431ab50e7a4b98c68f5713e32c0a208bdf14557326d2d73a879ec7096ea', 1795786054779, 1795786054779, 1344, 0, null, 1795786054779, 1795786054779, null, '08DP-3Z7Z-1F8S', 1795872454779, 0, null);
insert into seat values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 'Ada', 'creator', 1, '5eef0dba57c22d248df8d849d955b7b20c4e581fe2869278f0c5ff5bcc8f43be', 1795786054125, 1795786054710, 19, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'bob', 'bob', 'partner', 2, '635e2d5ed6184689ae61e15d934d83baf94fa3c34b018d4e237137bce6c58420', 1795786054154, 1795786054719, 21, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8ek173v002xcawwc27v75v315w', 'ada', 'Ada', 'creator', 1, 'fd2cefe775c2dd0e653caecdd7c1203ea2c2c2b13a2fd3350bb0cfd1853fa385', 1795786054779, 1795786054779, 1, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into token values ('b4af82fafb6a172cf48621f86f79d23b7962e5758f7e07490a75470c6f8256fd', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'creator', 'ada', 'Ada', 1, 1, 1795786054125, '', 0, null);
insert into token values ('321bb701f09e8ed5d934a5c5f40f8bb02fc2c9f91cf20344e7445d5b6bcce10c', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'observer', 'obv_1m8ek16fd01j1ggayk647ep3mwsb', 'Observer', 1, 1, 1795786054125, '', 0, null);
insert into token values ('e2d458eefd92df56bbf09d2639bbb3026932531cfc5a453475e68f92724e99fd', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'partner', 'bob', 'bob', 0, 1, 1795786054154, '', 0, null);
insert into token values ('cc02972893ba17323f7137626eac9a231532864c3a61032cf5e288f898a8bc28', 'ses_1m8ek173v002xcawwc27v75v315w', 'creator', 'ada', 'Ada', 1, 1, 1795786054779, '', 0, null);
insert into token values ('8e5a28eb1e5979a87aa7cd4caca11371ae816a8b0aa427ab1d3525be0b7dca68', 'ses_1m8ek173v002xcawwc27v75v315w', 'observer', 'obv_1m8ek173v018jerd5g73zhzwm5ew', 'Observer', 1, 1, 1795786054779, '', 0, null);
insert into presence values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'bob', 'working', null, 1795786054681, 1795786114681, 0, null);
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 1, 'session.created', 1795786054125, 'agent', 'ada', 'Ada', '726c50f80636ad9c358f94f2646540f4d66692dca333d0fb3f5c370dd8ec24d4', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:27:34.125Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T13:27:34.125Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","lastActivityAt":"2026-11-27T13:27:34.125Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T13:27:34.125Z","visibility":"public"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 2, 'session.joined', 1795786054154, 'agent', 'bob', 'bob', '4e22d3f9b9576b10812af8673e3570186c8de9384db8f78f1d9bcc20610141fa', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T13:27:34.154Z","role":"partner"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 3, 'session.updated', 1795786054154, 'agent', 'bob', 'bob', 'c78303c674dfed94a9f61253d6bf563dbfdc59d85529ba08652a4e1fbed05aee', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:27:34.125Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T13:27:34.154Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T13:27:34.125Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","lastActivityAt":"2026-11-27T13:27:34.154Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T13:27:34.154Z","visibility":"public"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 4, 'message.created', 1795786054310, 'agent', 'ada', 'Ada', '81e4b3f450104c5bd1f18f93bb6bcda708e53044332013fb74fdad67754080ff', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T13:27:34.310Z","id":"msg_1m8ek16n600w98cajeehnzknbfb2","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 5, 'message.created', 1795786054390, 'agent', 'bob', 'bob', '478a45cec60db207b41372f57bcfe789768c94fbc488a5fd8af4e81b1b2955ea', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T13:27:34.390Z","id":"msg_1m8ek16qp00j0qejgj9vaerr6mqg","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8ek16n600w98cajeehnzknbfb2","seq":5,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 6, 'note.created', 1795786054433, 'agent', 'ada', 'Ada', '4288bfa92639da911343edde63992e44ab9a50b27610d529ab4ec7fd66bb2232', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T13:27:34.433Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8ek16s100d02xyd3bxc9x7m6zh","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8ek16s100d02xyd3bxc9x7m6zh","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","title":"Plan","updatedAt":"2026-11-27T13:27:34.433Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 7, 'note.updated', 1795786054474, 'agent', 'bob', 'bob', '0dee417986434abaf40f4284b010a2f5e5c6e4cf4f5bb12a6facf5519ab13d4d', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T13:27:34.433Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8ek16s100d02xyd3bxc9x7m6zh","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ek16s100d02xyd3bxc9x7m6zh","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","title":"Plan","updatedAt":"2026-11-27T13:27:34.474Z","version":2}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 8, 'note.created', 1795786054516, 'agent', 'bob', 'bob', 'd68b93213acc7fae059a34c19bf0f954157350a78481e8b9fe468ab7b719cfe5', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T13:27:34.516Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8ek16vm008k85j07tm88vf4gka","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ek16vm008k85j07tm88vf4gka","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","title":"Draft","updatedAt":"2026-11-27T13:27:34.516Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 9, 'note.deleted', 1795786054543, 'agent', 'bob', 'bob', '32a653bf96f11c91d59e05fcaa3ce4ad155e3a84ef261c3a303a935f58a3df26', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T13:27:34.516Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8ek16vm008k85j07tm88vf4gka","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ek16vm008k85j07tm88vf4gka","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","title":"Draft","updatedAt":"2026-11-27T13:27:34.516Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 10, 'file.updated', 1795786054590, 'agent', 'ada', 'Ada', '7227d9ff1f8573f482266094755b8218a683698aeb3d6fde228abcf4f2247257', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T13:27:34.590Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ek16xy00cee00azz0t8p3h785","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","size":7,"updatedAt":"2026-11-27T13:27:34.590Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 11, 'file.updated', 1795786054622, 'agent', 'ada', 'Ada', 'bfa074d968e3f9cd2eb3cfddde1dcf947902c39122d71471224a7a9e9eab8780', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T13:27:34.590Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ek16xy00cee00azz0t8p3h785","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","size":7,"updatedAt":"2026-11-27T13:27:34.622Z","version":2}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 12, 'file.updated', 1795786054654, 'agent', 'ada', 'Ada', '55637d1e489d091e9cca1547c23f981ee615ec697a908385affbd0581e1d73a7', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T13:27:34.654Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8ek16zy00aa9z6rtf3nngbyadf","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","size":5,"updatedAt":"2026-11-27T13:27:34.654Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 13, 'file.updated', 1795786054659, 'agent', 'ada', 'Ada', '881aa13a0fa41e38af6eab972a3b2cca04630e661a2735f582630804c62ffe27', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T13:27:34.659Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ek170300vawgbbdbqx9af0agr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","size":4,"updatedAt":"2026-11-27T13:27:34.659Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 14, 'file.deleted', 1795786054666, 'agent', 'ada', 'Ada', '33e868dee0a842916d28cea5ce493f9f73db98cbc725f4324c97b31b6e25ccc7', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T13:27:34.659Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ek170300vawgbbdbqx9af0agr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","size":4,"updatedAt":"2026-11-27T13:27:34.659Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 15, 'compute.updated', 1795786054685, 'agent', 'ada', 'Ada', 'b16c72a50eff81bc634f136b354cbc99e945754974c8ef858c4d22952d6e2405', '{"createdAt":"2026-11-27T13:27:34.685Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","totalCredits":10,"updatedAt":"2026-11-27T13:27:34.685Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 16, 'job.updated', 1795786054694, 'agent', 'ada', 'Ada', '94a992d675743c24ea0692e4fe17c129c4ac13ce29395356560f90cd29f662c4', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T13:27:34.694Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T13:37:34.694Z","finishedAt":null,"id":"job_1m8ek171600cnr197dq9egc68m7b","jobId":"job_1m8ek171600cnr197dq9egc68m7b","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 17, 'task.created', 1795786054704, 'agent', 'ada', 'Ada', '641770622358147f607471f838a7a3aa4782870966a30be2874bc00bc35b0c22', '{"assignee":null,"attempts":0,"blockedBy":[],"createdAt":"2026-11-27T13:27:34.704Z","dependsOn":[],"description":"","endedAt":null,"id":"task_1m8ek171g00tcte4yhg8a07vv8xa","labels":[],"leaseMs":900000,"leaseUntil":null,"number":1,"offeredTo":null,"paths":[],"priority":1,"ready":true,"reason":null,"requester":{"id":"ada","kind":"agent","name":"Ada"},"result":null,"seq":17,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","status":"open","taskId":"task_1m8ek171g00tcte4yhg8a07vv8xa","title":"Parse dates","updatedAt":"2026-11-27T13:27:34.704Z","version":1}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 18, 'task.claimed', 1795786054704, 'agent', 'ada', 'Ada', 'fdeb1bf30490734463c6081dc8be6c544f3a1276f41739de17c15d7ca3d30267', '{"assignee":{"agentId":"ada","agentName":"Ada"},"attempts":1,"blockedBy":[],"createdAt":"2026-11-27T13:27:34.704Z","dependsOn":[],"description":"","endedAt":null,"id":"task_1m8ek171g00tcte4yhg8a07vv8xa","labels":[],"leaseMs":900000,"leaseUntil":"2026-11-27T13:42:34.704Z","number":1,"offeredTo":null,"paths":[],"priority":1,"ready":false,"reason":null,"requester":{"id":"ada","kind":"agent","name":"Ada"},"result":null,"seq":18,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","status":"working","taskId":"task_1m8ek171g00tcte4yhg8a07vv8xa","title":"Parse dates","updatedAt":"2026-11-27T13:27:34.704Z","version":2}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 19, 'ask.created', 1795786054710, 'agent', 'ada', 'Ada', '8d6ba492f7d719580a8c6bb62721c7a5a4f5ce7c44c5aa425ee81cf434e1d66f', '{"answer":null,"askId":"ask_1m8ek171p004kvwrehj4cm1ckmb3","askedBy":{"agentId":"ada","agentName":"Ada"},"createdAt":"2026-11-27T13:27:34.710Z","details":"","endedAt":null,"expiresAt":"2026-11-27T14:27:34.710Z","freeText":false,"id":"ask_1m8ek171p004kvwrehj4cm1ckmb3","kind":"approval","options":[{"approves":true,"id":"approve","label":"Approve"},{"approves":false,"id":"deny","label":"Deny"}],"requires":"token","seq":19,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","status":"open","taskId":"task_1m8ek171g00tcte4yhg8a07vv8xa","title":"May I push?"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 20, 'ask.ended', 1795786054715, 'observer', 'obv_1m8ek16fd01j1ggayk647ep3mwsb', 'Observer', '50d11b57f341cb5e866b681fe0064997842c5ea575aa39e48d2470cbda9f4ff2', '{"answer":{"at":"2026-11-27T13:27:34.715Z","by":{"id":"obv_1m8ek16fd01j1ggayk647ep3mwsb","kind":"observer","name":"Observer"},"optionId":"approve","text":null,"vouched":false},"askId":"ask_1m8ek171p004kvwrehj4cm1ckmb3","askedBy":{"agentId":"ada","agentName":"Ada"},"createdAt":"2026-11-27T13:27:34.710Z","details":"","endedAt":"2026-11-27T13:27:34.715Z","expiresAt":"2026-11-27T14:27:34.710Z","freeText":false,"id":"ask_1m8ek171p004kvwrehj4cm1ckmb3","kind":"approval","options":[{"approves":true,"id":"approve","label":"Approve"},{"approves":false,"id":"deny","label":"Deny"}],"requires":"token","seq":20,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","status":"answered","taskId":"task_1m8ek171g00tcte4yhg8a07vv8xa","title":"May I push?"}');
insert into event values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 21, 'ask.created', 1795786054719, 'agent', 'bob', 'bob', 'd0c4460760ec1660e5a948262749b422e7ed80e2dae92bffde463b498bc18be1', '{"answer":null,"askId":"ask_1m8ek171z00hr3csv82zftscy9kh","askedBy":{"agentId":"bob","agentName":"bob"},"createdAt":"2026-11-27T13:27:34.719Z","details":"","endedAt":null,"expiresAt":"2026-11-27T14:27:34.719Z","freeText":true,"id":"ask_1m8ek171z00hr3csv82zftscy9kh","kind":"question","options":[],"requires":"token","seq":21,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","status":"open","taskId":null,"title":"Which year?"}');
insert into event values ('ses_1m8ek173v002xcawwc27v75v315w', 1, 'session.created', 1795786054779, 'agent', 'ada', 'Ada', '3b0f7431ab50e7a4b98c68f5713e32c0a208bdf14557326d2d73a879ec7096ea', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:27:34.779Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T13:27:34.779Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":21,"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj"},"id":"ses_1m8ek173v002xcawwc27v75v315w","lastActivityAt":"2026-11-27T13:27:34.779Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T13:27:34.779Z","visibility":"public"}');
insert into message values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 4, 'msg_1m8ek16n600w98cajeehnzknbfb2', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 5, 'msg_1m8ek16qp00j0qejgj9vaerr6mqg', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'bob', 4, 1795786054310);
insert into inbox values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 7, 4, 'note');
insert into inbox values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 20, 5, 'answer');
insert into content values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note_1m8ek16s100d02xyd3bxc9x7m6zh', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795786054433);
insert into note values ('ses_1m8ek173v002xcawwc27v75v315w', 'note_1m8ek173v0280eg84ekms419azc0', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8ek16fd00md27nvsa5mgsn4gzj","noteId":"note_1m8ek16s100d02xyd3bxc9x7m6zh","version":2}', 1795786054779);
insert into note_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note_1m8ek16s100d02xyd3bxc9x7m6zh', 1, 6, 'Plan', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054433);
insert into note_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note_1m8ek16s100d02xyd3bxc9x7m6zh', 2, 7, 'Plan', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795786054474);
insert into note_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note_1m8ek16vm008k85j07tm88vf4gka', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795786054516);
insert into note_version values ('ses_1m8ek173v002xcawwc27v75v315w', 'note_1m8ek173v0280eg84ekms419azc0', 1, 1, 'Plan', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054779);
insert into former_note values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note_1m8ek16vm008k85j07tm88vf4gka', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795786054516, 9);
insert into file values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'src/a.ts', 'file_1m8ek16xy00cee00azz0t8p3h785', 2, 7, 'utf-8', 'text/plain', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054590, 1795786054622);
insert into file values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a.png', 'file_1m8ek16zy00aa9z6rtf3nngbyadf', 1, 5, 'base64', 'image/png', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054654, 1795786054654);
insert into file values ('ses_1m8ek173v002xcawwc27v75v315w', 'a.png', 'file_1m8ek173v030kd2s76d1gmsjpe3e', 1, 5, 'base64', 'image/png', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054779, 1795786054779);
insert into file values ('ses_1m8ek173v002xcawwc27v75v315w', 'src/a.ts', 'file_1m8ek173v04hff21xhxtc3axb3tf', 1, 7, 'utf-8', 'text/plain', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054779, 1795786054779);
insert into file_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file_1m8ek16xy00cee00azz0t8p3h785', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054590);
insert into file_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file_1m8ek16xy00cee00azz0t8p3h785', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054622);
insert into file_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file_1m8ek16zy00aa9z6rtf3nngbyadf', 1, 12, 5, 'base64', 'image/png', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054654);
insert into file_version values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file_1m8ek170300vawgbbdbqx9af0agr', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054659);
insert into file_version values ('ses_1m8ek173v002xcawwc27v75v315w', 'file_1m8ek173v030kd2s76d1gmsjpe3e', 1, 1, 5, 'base64', 'image/png', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054779);
insert into file_version values ('ses_1m8ek173v002xcawwc27v75v315w', 'file_1m8ek173v04hff21xhxtc3axb3tf', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054779);
insert into former_file values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file_1m8ek170300vawgbbdbqx9af0agr', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786054659, 14);
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note note_1m8ek16s100d02xyd3bxc9x7m6zh', 'ada');
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note note_1m8ek16s100d02xyd3bxc9x7m6zh', 'bob');
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'note note_1m8ek16vm008k85j07tm88vf4gka', 'bob');
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'file old.txt', 'ada');
insert into entity_writer values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'owner task_1m8ek171g00tcte4yhg8a07vv8xa', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795786054125, 1795786054724, null, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795786054154, 1795786054154, null, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795786054779, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795786054719, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795786054710, 1, 0, 0);
insert into participation values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795786054719, 1, 0, 0);
insert into participation values ('ses_1m8ek173v002xcawwc27v75v315w', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795786054779, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8ek16fd00md27nvsa5mgsn4gzj bob', 'rat_1m8ek173d00t37kzajgq8w48ayfe', 5, 'Quick', 1, 'bob', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 1795786054765);
insert into webhook values ('whk_1m8ek173p00ywqhvvbjt2dgp6r1p', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'pQlK01ynsMFEY0WriIUPE7gfClScRZTXccS3cOI6T4xELxaVsVCU4BqYNg==', 1, 0, null, null, null, 0, 1795786054774, 1795786054774, 'json', 'http://127.0.0.1:40823', null);
insert into webhook_subscription values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'session.paused', 'whk_1m8ek173p00ywqhvvbjt2dgp6r1p');
insert into compute_pool values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795786054685, 1795786054685);
insert into compute_agent values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 0);
insert into job values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'job_1m8ek171600cnr197dq9egc68m7b', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795786654694, 1795786054694, 1795786054694, null, null);
insert into job_count values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 16, 1, 0, 0);
insert into key_check values (1, 'sOLz3D2t2Ta6DziZq7bEVjx4CIGLHqGZ7EdanFkLhQVzmbeVmg==');
insert into signing_key values ('WUhvtxY4F4u4A0VWk2Pt2k7KgMimGYbTagKXcXPi66A', 'qtNt_0nuiiIAI9TX6uvArJTB5f9ftB7tXB1cNE4Mmf8', 'rJYDlWgxABo4IAScLJr/G4R6IAtUtsOB1eDTOEFu57FJvTCJ71i+iNzieEMofNYxcia1e4eybLacWcEombD1vta8xquy5Rp6', 1795786053895);
insert into task values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'task_1m8ek171g00tcte4yhg8a07vv8xa', 1, 20000001, 18, 2, 'working', 0, 'ada', 'Ada', null, 0, 1, 900000, 1795786054704, null, 1795786954704, 1, 1795786054704, 1795786054704, null, 'Parse dates', '{"kind":"agent","id":"ada","name":"Ada"}', '', '[]', null, '[]', '', 'null', null, null, null, 0);
insert into task values ('ses_1m8ek173v002xcawwc27v75v315w', 'task_1m8ek173v05ds716cay0a1fakc1b', 1, 20000001, 1, 1, 'open', 0, null, null, null, 0, 1, 900000, null, null, null, 0, 1795786054779, 1795786054779, null, 'Parse dates', '{"kind":"agent","id":"ada","name":"Ada"}', '', '[]', null, '[]', '', 'null', '{"assignee":null,"attempts":0,"blockedBy":[],"createdAt":"2026-11-27T13:27:34.779Z","dependsOn":[],"description":"","endedAt":null,"id":"task_1m8ek173v05ds716cay0a1fakc1b","labels":[],"leaseMs":900000,"leaseUntil":null,"number":1,"offeredTo":null,"paths":[],"priority":1,"ready":true,"reason":null,"requester":{"id":"ada","kind":"agent","name":"Ada"},"result":null,"seq":1,"sessionId":"ses_1m8ek173v002xcawwc27v75v315w","status":"open","taskId":"task_1m8ek173v05ds716cay0a1fakc1b","title":"Parse dates","updatedAt":"2026-11-27T13:27:34.779Z","version":1}', null, null, 0);
insert into task_change values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 1, 17, 'open', '{"id":"task_1m8ek171g00tcte4yhg8a07vv8xa","number":1,"seq":17,"version":1,"title":"Parse dates","status":"open","requester":{"kind":"agent","id":"ada","name":"Ada"},"assignee":null,"offeredTo":null,"priority":1}');
insert into task_change values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 1, 18, 'working', '{"id":"task_1m8ek171g00tcte4yhg8a07vv8xa","number":1,"seq":18,"version":2,"title":"Parse dates","status":"working","requester":{"kind":"agent","id":"ada","name":"Ada"},"assignee":{"agentId":"ada","agentName":"Ada"},"offeredTo":null,"priority":1}');
insert into task_change values ('ses_1m8ek173v002xcawwc27v75v315w', 1, 1, 'open', '{"id":"task_1m8ek173v05ds716cay0a1fakc1b","number":1,"seq":1,"version":1,"title":"Parse dates","status":"open","requester":{"kind":"agent","id":"ada","name":"Ada"},"assignee":null,"offeredTo":null,"priority":1}');
insert into ask values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ask_1m8ek171p004kvwrehj4cm1ckmb3', 19, 20, 'approval', 'answered', 'ada', 'Ada', 'token', 0, 'task_1m8ek171g00tcte4yhg8a07vv8xa', 1795786054710, 1795789654710, 1795786054715, 'May I push?', '[{"id":"approve","label":"Approve","approves":true},{"id":"deny","label":"Deny","approves":false}]', '{"optionId":"approve","text":null,"by":{"kind":"observer","id":"obv_1m8ek16fd01j1ggayk647ep3mwsb","name":"Observer"},"vouched":false,"at":"2026-11-27T13:27:34.715Z"}', '');
insert into ask values ('ses_1m8ek16fd00md27nvsa5mgsn4gzj', 'ask_1m8ek171z00hr3csv82zftscy9kh', 21, 21, 'question', 'open', 'bob', 'bob', 'token', 1, null, 1795786054719, 1795789654719, null, 'Which year?', '[]', 'null', '');
