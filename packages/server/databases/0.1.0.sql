-- {"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx"}
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
    offered_via text, key_line text, key_ends bigint not null default 0, news_at bigint,
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
  , key_line text);
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
insert into migration values (1, 'schema', 1795767861853);
insert into migration values (2, 'tasks', 1795767861998);
insert into migration values (3, 'asks', 1795767862015);
insert into migration values (4, 'agent keys', 1795767862016);
insert into migration values (5, 'people', 1795767862020);
insert into session values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '70cee088b963e00d25caf15ae771d37e388e388ad71404b03a7931e8dc24d7dd', 1795767862461, 1795767862461, 10126, 11504, '{"at":[1795767862343],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795767862256, 1795767862284, null, 'SQA4-DH08-RQ21', 1795854262256, 1);
insert into session values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 16, 1, '71b0d237d882d5e026ceca551bbd1405e557171f81041a10b6710a514d172ed0', 1795767862510, 1795767862510, 790, 0, null, 1795767862510, 1795767862510, null, '5N1E-XGVT-GQVR', 1795854262510, 0);
insert into seat values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 'Ada', 'creator', 1, '4729bbdf4b12608fc34f2f18ae5fdf0c3feea6032730174df773d149aed99ca2', 1795767862256, 1795767862461, 16, 0, 0, null, null, 0, null, null, null, 0, null);
insert into seat values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'bob', 'bob', 'partner', 2, 'c8b64526e4c0ecb6ff624804a5d179d5169d774902c641456332010b6ee806f7', 1795767862284, 1795767862387, 9, 0, 0, null, null, 0, null, null, null, 0, null);
insert into seat values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'ada', 'Ada', 'creator', 1, 'd3e0f2cb6a90a7fb7fb9ecd2d7b7d192bfd8c4745467cc3731dc08e9a544fd9a', 1795767862510, 1795767862510, 1, 0, 0, null, null, 0, null, null, null, 0, null);
insert into token values ('37d06d998661255aae78ab749b67390db0866af5e72e53935dc9ee4229daec2a', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'creator', 'ada', 'Ada', 1, 1, 1795767862256, '', 0);
insert into token values ('f66405d180f9111c4f873b260d2b6e5543672012e3f5eaed0581c4c1006bac9f', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'observer', 'obv_1m8e1p0zg01d9vd3ecn1accd6197', 'Observer', 1, 1, 1795767862256, '', 0);
insert into token values ('186db2d87f631e177dfdb8e833c437aa1c8282fff166f151838319bbe7793ace', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'partner', 'bob', 'bob', 0, 1, 1795767862284, '', 0);
insert into token values ('8efa34c76d4a7818b180389b0c08a3e8519d0e9c841c0a0286085fbdac9e8f5c', 'ses_1m8e1p17e00p9w0k956jch6zyk85', 'creator', 'ada', 'Ada', 1, 1, 1795767862510, '', 0);
insert into token values ('e46a1cf1b036df33bcf9f4baac4592cc61aa4e4f5cf070e779ebdb76d625a85a', 'ses_1m8e1p17e00p9w0k956jch6zyk85', 'observer', 'obv_1m8e1p17e018jha0dftvrryymmf2', 'Observer', 1, 1, 1795767862510, '', 0);
insert into presence values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'bob', 'working', null, 1795767862447, 1795767922447, 0, null);
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 1, 'session.created', 1795767862256, 'agent', 'ada', 'Ada', '597a6645372cd22169b368661554a4bad74ad9741b9e8fa1ca7e1351499dc5f1', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:24:22.256Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T08:24:22.256Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","lastActivityAt":"2026-11-27T08:24:22.256Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T08:24:22.256Z","visibility":"public"}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 2, 'session.joined', 1795767862284, 'agent', 'bob', 'bob', 'd258a4e1f0ade9d7c9b0f5e26b90ad48e521d49ca44c475b5ee28a14c91fa194', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T08:24:22.284Z","role":"partner"}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 3, 'session.updated', 1795767862284, 'agent', 'bob', 'bob', 'dbce89b8c6871d15d1244825d7a35db8abbe8c04525f576e92801e069aede94f', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:24:22.256Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T08:24:22.284Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T08:24:22.256Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","lastActivityAt":"2026-11-27T08:24:22.284Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T08:24:22.284Z","visibility":"public"}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 4, 'message.created', 1795767862310, 'agent', 'ada', 'Ada', '39e61727ad5111ee123d8d3b8dc9c5f8fa25a3df16e944a85a8e8c4fdeaf7bd0', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T08:24:22.310Z","id":"msg_1m8e1p11600t8g96a9vfkvvwk008","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx"}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 5, 'message.created', 1795767862343, 'agent', 'bob', 'bob', '7345b19b1ee92869b1ea60c37799b3c97d543003248e1ae5c3dda5164ca85eb5', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T08:24:22.343Z","id":"msg_1m8e1p12700xbj4m6vrznethnrjg","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8e1p11600t8g96a9vfkvvwk008","seq":5,"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx"}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 6, 'note.created', 1795767862357, 'agent', 'ada', 'Ada', 'de790192fe8c7755e6daae4ef634c271e3ca5c543cbb943946800cac2ce55eae', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T08:24:22.357Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e1p12n00sdrqkz3rpz1yc6dct","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8e1p12n00sdrqkz3rpz1yc6dct","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","title":"Plan","updatedAt":"2026-11-27T08:24:22.357Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 7, 'note.updated', 1795767862366, 'agent', 'bob', 'bob', '2528e7c729276882936ebda2f8a54647fdd1c848a700409e82dd0d03de7d4b00', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T08:24:22.357Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e1p12n00sdrqkz3rpz1yc6dct","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e1p12n00sdrqkz3rpz1yc6dct","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","title":"Plan","updatedAt":"2026-11-27T08:24:22.366Z","version":2}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 8, 'note.created', 1795767862384, 'agent', 'bob', 'bob', '50d9aa4654585732cb5ea76794ef472d4d6ebfbbe0dba6cb9b0f68d8dcc9bef6', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T08:24:22.384Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e1p13g00xk2e6vax0pz7r4mdz","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e1p13g00xk2e6vax0pz7r4mdz","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","title":"Draft","updatedAt":"2026-11-27T08:24:22.384Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 9, 'note.deleted', 1795767862387, 'agent', 'bob', 'bob', '575692bdd786c20cc2597b6d3ec974e90b3d4947fcee098420d3e4fbd53a387a', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T08:24:22.384Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e1p13g00xk2e6vax0pz7r4mdz","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e1p13g00xk2e6vax0pz7r4mdz","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","title":"Draft","updatedAt":"2026-11-27T08:24:22.384Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 10, 'file.updated', 1795767862395, 'agent', 'ada', 'Ada', '5c9d575f0aa4737cf21f6657cdea49aa7149a2b8d602586782cac9ccf3b3b946', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T08:24:22.395Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e1p13v00f4v467fqdyqzdv0m4","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","size":7,"updatedAt":"2026-11-27T08:24:22.395Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 11, 'file.updated', 1795767862401, 'agent', 'ada', 'Ada', 'd22136e3fa6d997cd5f93d6f768352213717c401a888f898492b2f994fd326e6', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T08:24:22.395Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e1p13v00f4v467fqdyqzdv0m4","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","size":7,"updatedAt":"2026-11-27T08:24:22.401Z","version":2}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 12, 'file.updated', 1795767862427, 'agent', 'ada', 'Ada', '5a05b34711a5df3331198bf4594d67ea2571c43cfedc3f491487b2ef448f470a', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T08:24:22.427Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8e1p14v00x4yk9hb391c3r3jhk","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","size":5,"updatedAt":"2026-11-27T08:24:22.427Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 13, 'file.updated', 1795767862433, 'agent', 'ada', 'Ada', 'dde5286cdc5c3f6b870971e6801e59eb7f58d51a579959ed1853e9710412a724', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T08:24:22.433Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e1p15100n4jc4s1s5qwj9z2es","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","size":4,"updatedAt":"2026-11-27T08:24:22.433Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 14, 'file.deleted', 1795767862440, 'agent', 'ada', 'Ada', '78d8fc2062b81ad4ad4315b16ecf3729f55a62650fbde7f6237fdf89cb35b366', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T08:24:22.433Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e1p15100n4jc4s1s5qwj9z2es","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","size":4,"updatedAt":"2026-11-27T08:24:22.433Z","version":1}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 15, 'compute.updated', 1795767862452, 'agent', 'ada', 'Ada', '820db517836b72270ba03a5c3519ea024c6e67357b9dc56e8b600bbbbdb8cd2a', '{"createdAt":"2026-11-27T08:24:22.452Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","totalCredits":10,"updatedAt":"2026-11-27T08:24:22.452Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 16, 'job.updated', 1795767862461, 'agent', 'ada', 'Ada', '70cee088b963e00d25caf15ae771d37e388e388ad71404b03a7931e8dc24d7dd', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T08:24:22.461Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T08:34:22.461Z","finishedAt":null,"id":"job_1m8e1p15x00fqjh0nn3c7nm7h3kb","jobId":"job_1m8e1p15x00fqjh0nn3c7nm7h3kb","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 1, 'session.created', 1795767862510, 'agent', 'ada', 'Ada', '71b0d237d882d5e026ceca551bbd1405e557171f81041a10b6710a514d172ed0', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:24:22.510Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T08:24:22.510Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx"},"id":"ses_1m8e1p17e00p9w0k956jch6zyk85","lastActivityAt":"2026-11-27T08:24:22.510Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T08:24:22.510Z","visibility":"public"}');
insert into message values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 4, 'msg_1m8e1p11600t8g96a9vfkvvwk008', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 5, 'msg_1m8e1p12700xbj4m6vrznethnrjg', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'bob', 4, 1795767862310);
insert into inbox values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note_1m8e1p12n00sdrqkz3rpz1yc6dct', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795767862357);
insert into note values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'note_1m8e1p17e024p718gef5t1e5fk9k', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8e1p0zg001xk5a8113qwcmnvdx","noteId":"note_1m8e1p12n00sdrqkz3rpz1yc6dct","version":2}', 1795767862510);
insert into note_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note_1m8e1p12n00sdrqkz3rpz1yc6dct', 1, 6, 'Plan', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862357);
insert into note_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note_1m8e1p12n00sdrqkz3rpz1yc6dct', 2, 7, 'Plan', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795767862366);
insert into note_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note_1m8e1p13g00xk2e6vax0pz7r4mdz', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795767862384);
insert into note_version values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'note_1m8e1p17e024p718gef5t1e5fk9k', 1, 1, 'Plan', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862510);
insert into former_note values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note_1m8e1p13g00xk2e6vax0pz7r4mdz', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795767862384, 9);
insert into file values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'src/a.ts', 'file_1m8e1p13v00f4v467fqdyqzdv0m4', 2, 7, 'utf-8', 'text/plain', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862395, 1795767862401);
insert into file values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a.png', 'file_1m8e1p14v00x4yk9hb391c3r3jhk', 1, 5, 'base64', 'image/png', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862427, 1795767862427);
insert into file values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'a.png', 'file_1m8e1p17e039r0tq51947w8ks5v2', 1, 5, 'base64', 'image/png', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862510, 1795767862510);
insert into file values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'src/a.ts', 'file_1m8e1p17e04gnkf1a496tgrgsqy5', 1, 7, 'utf-8', 'text/plain', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862510, 1795767862510);
insert into file_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file_1m8e1p13v00f4v467fqdyqzdv0m4', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862395);
insert into file_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file_1m8e1p13v00f4v467fqdyqzdv0m4', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862401);
insert into file_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file_1m8e1p14v00x4yk9hb391c3r3jhk', 1, 12, 5, 'base64', 'image/png', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862427);
insert into file_version values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file_1m8e1p15100n4jc4s1s5qwj9z2es', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862433);
insert into file_version values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'file_1m8e1p17e039r0tq51947w8ks5v2', 1, 1, 5, 'base64', 'image/png', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862510);
insert into file_version values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'file_1m8e1p17e04gnkf1a496tgrgsqy5', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862510);
insert into former_file values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file_1m8e1p15100n4jc4s1s5qwj9z2es', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795767862433, 14);
insert into entity_writer values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note note_1m8e1p12n00sdrqkz3rpz1yc6dct', 'ada');
insert into entity_writer values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note note_1m8e1p12n00sdrqkz3rpz1yc6dct', 'bob');
insert into entity_writer values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'note note_1m8e1p13g00xk2e6vax0pz7r4mdz', 'bob');
insert into entity_writer values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795767862256, 1795767862476, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795767862284, 1795767862284, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795767862510, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795767862387, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795767862461, 1, 0, 0);
insert into participation values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795767862387, 1, 0, 0);
insert into participation values ('ses_1m8e1p17e00p9w0k956jch6zyk85', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795767862510, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8e1p0zg001xk5a8113qwcmnvdx bob', 'rat_1m8e1p16t00seavnhw3qfbtwtw5r', 5, 'Quick', 1, 'bob', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 1795767862490);
insert into webhook values ('whk_1m8e1p173000q1np7rstp8ysnba9', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'EMS3zhe+2b5+Zt9ICYq9egJ8THRszsrkGQP8/MsKlKsEdl02j8igY9bPzQ==', 1, 0, null, null, null, 0, 1795767862499, 1795767862499);
insert into webhook_subscription values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'session.paused', 'whk_1m8e1p173000q1np7rstp8ysnba9');
insert into compute_pool values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795767862452, 1795767862452);
insert into compute_agent values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 0);
insert into job values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 'job_1m8e1p15x00fqjh0nn3c7nm7h3kb', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795768462461, 1795767862461, 1795767862461, null, null);
insert into job_count values ('ses_1m8e1p0zg001xk5a8113qwcmnvdx', 16, 1, 0, 0);
insert into key_check values (1, '9LoA24Jj/K97h6as2cxTcD+UDAZZpaSo+S5v3gScDli9QgwVJg==');
insert into signing_key values ('1m70MfDzlWOnLt0MPDXD2Fzu_eEdLeTch7pTZHSP1OI', 'ILVBtLtV2otNJBz73UKE5dzZHm5eJFWfZwHjoZsN7n0', '8Lflnhj+ORSyrVzG8D/h6FEUu7PKPhV0Zs9z6mDVf8KXkkr7glvS8OQDuZTNElkMusCfcYpzElXmTBg34u6MOs2QaToMDkL6', 1795767862036);
