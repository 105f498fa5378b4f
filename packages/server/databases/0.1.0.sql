-- {"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013"}
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
  , format text not null default 'json', service_url text, create_key_id text, task_id text, config_id text, ended_at bigint);
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
CREATE INDEX webhook_by_task on webhook (session_id, task_id, config_id) where task_id is not null;
CREATE INDEX webhook_ended on webhook (ended_at) where ended_at is not null;
insert into migration values (1, 'schema', 1795786814951);
insert into migration values (2, 'tasks', 1795786815032);
insert into migration values (3, 'asks', 1795786815057);
insert into migration values (4, 'agent keys', 1795786815066);
insert into migration values (5, 'people', 1795786815082);
insert into migration values (6, 'imports', 1795786815108);
insert into migration values (7, 'a2a', 1795786815109);
insert into session values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 21, '9014f14a00c86a92c40978ada803bba2ad7cc606be45246bc9a67c57fcb1a7c2', 1795786816249, 1795786816249, 16132, 15424, '{"at":[1795786816074],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795786815997, 1795786816025, null, '9019-WTDC-MQ9G', 1795873215997, 1, null);
insert into session values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 21, 1, '78b765cbfd590e7c0aa02fc75298b7f814cfd32c8471297626d7b4fb4dfec979', 1795786816334, 1795786816334, 1344, 0, null, 1795786816334, 1795786816334, null, 'FZD8-RMBD-YVE3', 1795873216334, 0, null);
insert into seat values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 'Ada', 'creator', 1, '23abae998ffce22fd92c9f5fa90ed25274de20c49691aad2370004470e8fb9d1', 1795786815997, 1795786816225, 19, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'bob', 'bob', 'partner', 2, 'e9ca6731d5a97b529f7b963040aadbda12ebd6fdf32f1a042c0d6f0d7f21d08f', 1795786816025, 1795786816249, 21, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'ada', 'Ada', 'creator', 1, 'fd346e021d400c7244319640c7571ae466b7efa70883db88da49c6bf29c0b31f', 1795786816334, 1795786816334, 1, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into token values ('f1dea9de2c38953847519f22fe30719774f250ef9b1c20ebcba0e0ec5ce427a8', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'creator', 'ada', 'Ada', 1, 1, 1795786815997, '', 0, null);
insert into token values ('575742ccd0fedf7c1ddd0a73901a4467a0812957edb4683383b05f0f85070bdf', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'observer', 'obv_1m8ekrefx01mf1yr46a3g3wk8jc6', 'Observer', 1, 1, 1795786815997, '', 0, null);
insert into token values ('06b857ff5912861a726fde1cead6fbfbc017d80d52fd03ee21cdfdff2f79e5ac', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'partner', 'bob', 'bob', 0, 1, 1795786816025, '', 0, null);
insert into token values ('4465fd6c186c69a0acef6299bab6bc7e6fd4d49c8e4a9a503e47b9651ad455b6', 'ses_1m8ekrete0085wshpn5g9vgdsgcb', 'creator', 'ada', 'Ada', 1, 1, 1795786816334, '', 0, null);
insert into token values ('42d6d111cf495032db85af0d9310e78d9e4d1da310c01bb22e3a05ea76cfdfe8', 'ses_1m8ekrete0085wshpn5g9vgdsgcb', 'observer', 'obv_1m8ekrete01ayvdezhds2kr8nkq9', 'Observer', 1, 1, 1795786816334, '', 0, null);
insert into presence values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'bob', 'working', null, 1795786816169, 1795786876169, 0, null);
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 1, 'session.created', 1795786815997, 'agent', 'ada', 'Ada', 'a189820f513ef3107b36ce8025579c40baefe32911f2c519bf67cdb896653b36', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:40:15.997Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T13:40:15.997Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8ekrefx00v1dk5qdxaqqyge013","lastActivityAt":"2026-11-27T13:40:15.997Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T13:40:15.997Z","visibility":"public"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 2, 'session.joined', 1795786816025, 'agent', 'bob', 'bob', '2e415115b0f86da9dc93c14164a791406b50e073a35465ba00a78d04fd638be2', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T13:40:16.025Z","role":"partner"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 3, 'session.updated', 1795786816025, 'agent', 'bob', 'bob', '65ac0d790efcb872b12822be8fb95ffd83e6ce65ba68e4414c35b6cf3b977442', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:40:15.997Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T13:40:16.025Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T13:40:15.997Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8ekrefx00v1dk5qdxaqqyge013","lastActivityAt":"2026-11-27T13:40:16.025Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T13:40:16.025Z","visibility":"public"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 4, 'message.created', 1795786816066, 'agent', 'ada', 'Ada', '7668bd7398f4c77f8667cc8515d404875aeb83caf610ee2d1034bdac5fd15125', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T13:40:16.066Z","id":"msg_1m8ekrej2001xew05s74yymagj6z","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 5, 'message.created', 1795786816074, 'agent', 'bob', 'bob', '279de954399cd7b299e0bb131e7d4b3de618f096e70169135fb182172a6fff3e', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T13:40:16.074Z","id":"msg_1m8ekreja00mxp4ecf139ythrnvj","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8ekrej2001xew05s74yymagj6z","seq":5,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 6, 'note.created', 1795786816086, 'agent', 'ada', 'Ada', 'c73987a20efde1b7f07271c4f156762570d707fafce85e430bbc2af52f3cdda2', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T13:40:16.086Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8ekrejp00xbj1tzrb21qa3zss7","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8ekrejp00xbj1tzrb21qa3zss7","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","title":"Plan","updatedAt":"2026-11-27T13:40:16.086Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 7, 'note.updated', 1795786816093, 'agent', 'bob', 'bob', '93521040a5b925cca50d83a50748808caa8820077640faa137ad178458ace65c', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T13:40:16.086Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8ekrejp00xbj1tzrb21qa3zss7","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ekrejp00xbj1tzrb21qa3zss7","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","title":"Plan","updatedAt":"2026-11-27T13:40:16.093Z","version":2}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 8, 'note.created', 1795786816102, 'agent', 'bob', 'bob', '30d7627b79d8e91845c06f6ea5f0344490ef0f8ed41d1f5acb7dc2aca0ad6f88', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T13:40:16.102Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8ekrek600qxgnhsqgv4q92ytyx","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ekrek600qxgnhsqgv4q92ytyx","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","title":"Draft","updatedAt":"2026-11-27T13:40:16.102Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 9, 'note.deleted', 1795786816115, 'agent', 'bob', 'bob', '89fe87b380ae528b783297509f2be69ddd45a305fae2eda278765dfa6a6b80bf', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T13:40:16.102Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8ekrek600qxgnhsqgv4q92ytyx","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ekrek600qxgnhsqgv4q92ytyx","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","title":"Draft","updatedAt":"2026-11-27T13:40:16.102Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 10, 'file.updated', 1795786816124, 'agent', 'ada', 'Ada', '5c07e80eeffad154f78995f59c2b819c3032c211589c5ea1bbd22855b3ecbad7', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T13:40:16.124Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ekrekw00g6325t6de3cjv2cwr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","size":7,"updatedAt":"2026-11-27T13:40:16.124Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 11, 'file.updated', 1795786816141, 'agent', 'ada', 'Ada', 'cc97c758316d3b90b285a0e9212af0ff6821feb92740ce59596f3acf319cb243', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T13:40:16.124Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ekrekw00g6325t6de3cjv2cwr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","size":7,"updatedAt":"2026-11-27T13:40:16.141Z","version":2}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 12, 'file.updated', 1795786816145, 'agent', 'ada', 'Ada', '63f897b3128e0906c915a5c563a812eb8aa23250f69c54a96c74a538660720c3', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T13:40:16.145Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8ekremh00pp43fb6c1h6syp1n5","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","size":5,"updatedAt":"2026-11-27T13:40:16.145Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 13, 'file.updated', 1795786816151, 'agent', 'ada', 'Ada', '6283595d957e923efd7ccf4789f4a243926efe7fe0b59ab3ca4ace5d0a9fbc4e', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T13:40:16.151Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ekremq00d8w6044h6vwyd76q1","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","size":4,"updatedAt":"2026-11-27T13:40:16.151Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 14, 'file.deleted', 1795786816156, 'agent', 'ada', 'Ada', 'eafae05082747507a4f20c06bd6af607a900e38f6c53af735f9f3175cb0250d0', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T13:40:16.151Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ekremq00d8w6044h6vwyd76q1","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","size":4,"updatedAt":"2026-11-27T13:40:16.151Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 15, 'compute.updated', 1795786816180, 'agent', 'ada', 'Ada', '015e17907d42134b10273fb92d68eae1146ac24763281ffce4e03a2e982562aa', '{"createdAt":"2026-11-27T13:40:16.180Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8ekrefx00v1dk5qdxaqqyge013","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","totalCredits":10,"updatedAt":"2026-11-27T13:40:16.180Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 16, 'job.updated', 1795786816189, 'agent', 'ada', 'Ada', 'ceb0a16835ea8fb24df41191da2eafd174a679930be0403e0015fb94fab10e4e', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T13:40:16.189Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T13:50:16.189Z","finishedAt":null,"id":"job_1m8ekrenx00k5s6jyya14vgkvk41","jobId":"job_1m8ekrenx00k5s6jyya14vgkvk41","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 17, 'task.created', 1795786816204, 'agent', 'ada', 'Ada', '9af48b3d2b312aa48213b5f2d96508ab0d5984252c901ae3f4ee04409054f5d6', '{"assignee":null,"attempts":0,"blockedBy":[],"createdAt":"2026-11-27T13:40:16.204Z","dependsOn":[],"description":"","endedAt":null,"id":"task_1m8ekrepc00qt749mjqkdvvme4x9","labels":[],"leaseMs":900000,"leaseUntil":null,"number":1,"offeredTo":null,"paths":[],"priority":1,"ready":true,"reason":null,"requester":{"id":"ada","kind":"agent","name":"Ada"},"result":null,"seq":17,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","status":"open","taskId":"task_1m8ekrepc00qt749mjqkdvvme4x9","title":"Parse dates","updatedAt":"2026-11-27T13:40:16.204Z","version":1}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 18, 'task.claimed', 1795786816204, 'agent', 'ada', 'Ada', 'd9191d937d7a85bc6ee5e41322fe9d03a9ca5ad02578c0c454fe19ac80672954', '{"assignee":{"agentId":"ada","agentName":"Ada"},"attempts":1,"blockedBy":[],"createdAt":"2026-11-27T13:40:16.204Z","dependsOn":[],"description":"","endedAt":null,"id":"task_1m8ekrepc00qt749mjqkdvvme4x9","labels":[],"leaseMs":900000,"leaseUntil":"2026-11-27T13:55:16.204Z","number":1,"offeredTo":null,"paths":[],"priority":1,"ready":false,"reason":null,"requester":{"id":"ada","kind":"agent","name":"Ada"},"result":null,"seq":18,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","status":"working","taskId":"task_1m8ekrepc00qt749mjqkdvvme4x9","title":"Parse dates","updatedAt":"2026-11-27T13:40:16.204Z","version":2}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 19, 'ask.created', 1795786816225, 'agent', 'ada', 'Ada', '52ab2e4626a39ea57cb64d072056ed048853d4a9f4e22f01b6abd61cbc73bc5b', '{"answer":null,"askId":"ask_1m8ekreq10067axer41ts4jzwdys","askedBy":{"agentId":"ada","agentName":"Ada"},"createdAt":"2026-11-27T13:40:16.225Z","details":"","endedAt":null,"expiresAt":"2026-11-27T14:40:16.225Z","freeText":false,"id":"ask_1m8ekreq10067axer41ts4jzwdys","kind":"approval","options":[{"approves":true,"id":"approve","label":"Approve"},{"approves":false,"id":"deny","label":"Deny"}],"requires":"token","seq":19,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","status":"open","taskId":"task_1m8ekrepc00qt749mjqkdvvme4x9","title":"May I push?"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 20, 'ask.ended', 1795786816244, 'observer', 'obv_1m8ekrefx01mf1yr46a3g3wk8jc6', 'Observer', '7cc7cbc8d693ea49d6a1afdba78b35f86b0b0faa8aaf8ab77f61929b9ece38bd', '{"answer":{"at":"2026-11-27T13:40:16.244Z","by":{"id":"obv_1m8ekrefx01mf1yr46a3g3wk8jc6","kind":"observer","name":"Observer"},"optionId":"approve","text":null,"vouched":false},"askId":"ask_1m8ekreq10067axer41ts4jzwdys","askedBy":{"agentId":"ada","agentName":"Ada"},"createdAt":"2026-11-27T13:40:16.225Z","details":"","endedAt":"2026-11-27T13:40:16.244Z","expiresAt":"2026-11-27T14:40:16.225Z","freeText":false,"id":"ask_1m8ekreq10067axer41ts4jzwdys","kind":"approval","options":[{"approves":true,"id":"approve","label":"Approve"},{"approves":false,"id":"deny","label":"Deny"}],"requires":"token","seq":20,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","status":"answered","taskId":"task_1m8ekrepc00qt749mjqkdvvme4x9","title":"May I push?"}');
insert into event values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 21, 'ask.created', 1795786816249, 'agent', 'bob', 'bob', '9014f14a00c86a92c40978ada803bba2ad7cc606be45246bc9a67c57fcb1a7c2', '{"answer":null,"askId":"ask_1m8ekreqs01adc6sx7r4pn9w8qt0","askedBy":{"agentId":"bob","agentName":"bob"},"createdAt":"2026-11-27T13:40:16.249Z","details":"","endedAt":null,"expiresAt":"2026-11-27T14:40:16.249Z","freeText":true,"id":"ask_1m8ekreqs01adc6sx7r4pn9w8qt0","kind":"question","options":[],"requires":"token","seq":21,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","status":"open","taskId":null,"title":"Which year?"}');
insert into event values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 1, 'session.created', 1795786816334, 'agent', 'ada', 'Ada', '78b765cbfd590e7c0aa02fc75298b7f814cfd32c8471297626d7b4fb4dfec979', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:40:16.334Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T13:40:16.334Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":21,"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013"},"id":"ses_1m8ekrete0085wshpn5g9vgdsgcb","lastActivityAt":"2026-11-27T13:40:16.334Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T13:40:16.334Z","visibility":"public"}');
insert into message values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 4, 'msg_1m8ekrej2001xew05s74yymagj6z', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 5, 'msg_1m8ekreja00mxp4ecf139ythrnvj', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'bob', 4, 1795786816066);
insert into inbox values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 7, 4, 'note');
insert into inbox values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 20, 5, 'answer');
insert into content values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note_1m8ekrejp00xbj1tzrb21qa3zss7', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795786816086);
insert into note values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'note_1m8ekrete024mej35x6szaxqwecd', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8ekrefx00v1dk5qdxaqqyge013","noteId":"note_1m8ekrejp00xbj1tzrb21qa3zss7","version":2}', 1795786816334);
insert into note_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note_1m8ekrejp00xbj1tzrb21qa3zss7', 1, 6, 'Plan', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816086);
insert into note_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note_1m8ekrejp00xbj1tzrb21qa3zss7', 2, 7, 'Plan', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795786816093);
insert into note_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note_1m8ekrek600qxgnhsqgv4q92ytyx', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795786816102);
insert into note_version values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'note_1m8ekrete024mej35x6szaxqwecd', 1, 1, 'Plan', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816334);
insert into former_note values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note_1m8ekrek600qxgnhsqgv4q92ytyx', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795786816102, 9);
insert into file values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'src/a.ts', 'file_1m8ekrekw00g6325t6de3cjv2cwr', 2, 7, 'utf-8', 'text/plain', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816124, 1795786816141);
insert into file values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a.png', 'file_1m8ekremh00pp43fb6c1h6syp1n5', 1, 5, 'base64', 'image/png', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816145, 1795786816145);
insert into file values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'a.png', 'file_1m8ekrete030kspsyn1ssq21j49q', 1, 5, 'base64', 'image/png', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816334, 1795786816334);
insert into file values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'src/a.ts', 'file_1m8ekrete04snwmx840zd604d415', 1, 7, 'utf-8', 'text/plain', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816334, 1795786816334);
insert into file_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file_1m8ekrekw00g6325t6de3cjv2cwr', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816124);
insert into file_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file_1m8ekrekw00g6325t6de3cjv2cwr', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816141);
insert into file_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file_1m8ekremh00pp43fb6c1h6syp1n5', 1, 12, 5, 'base64', 'image/png', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816145);
insert into file_version values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file_1m8ekremq00d8w6044h6vwyd76q1', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816151);
insert into file_version values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'file_1m8ekrete030kspsyn1ssq21j49q', 1, 1, 5, 'base64', 'image/png', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816334);
insert into file_version values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'file_1m8ekrete04snwmx840zd604d415', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816334);
insert into former_file values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file_1m8ekremq00d8w6044h6vwyd76q1', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795786816151, 14);
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note note_1m8ekrejp00xbj1tzrb21qa3zss7', 'ada');
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note note_1m8ekrejp00xbj1tzrb21qa3zss7', 'bob');
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'note note_1m8ekrek600qxgnhsqgv4q92ytyx', 'bob');
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'file old.txt', 'ada');
insert into entity_writer values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'owner task_1m8ekrepc00qt749mjqkdvvme4x9', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795786815997, 1795786816255, null, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795786816025, 1795786816025, null, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795786816334, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795786816249, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795786816225, 1, 0, 0);
insert into participation values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795786816249, 1, 0, 0);
insert into participation values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795786816334, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8ekrefx00v1dk5qdxaqqyge013 bob', 'rat_1m8ekrer600zhd03rq69x5412hg5', 5, 'Quick', 1, 'bob', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 1795786816262);
insert into webhook values ('whk_1m8ekrerg00617nvnpcn44agy8x3', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8ekrefx00v1dk5qdxaqqyge013', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'eoNmuRmOisnUEaq3p8WDo+yV0m3FN5hb5PXY3OBRzyEdfsNR7zzdQQNuBw==', 1, 0, null, null, null, 0, 1795786816272, 1795786816272, 'json', 'http://127.0.0.1:43773', null, null, null, null);
insert into webhook_subscription values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'session.paused', 'whk_1m8ekrerg00617nvnpcn44agy8x3');
insert into compute_pool values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795786816180, 1795786816180);
insert into compute_agent values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 0);
insert into job values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'job_1m8ekrenx00k5s6jyya14vgkvk41', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795787416189, 1795786816189, 1795786816189, null, null);
insert into job_count values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 16, 1, 0, 0);
insert into key_check values (1, '9doa3aTNVVpw1NTtRNBWZmWrizJt+7wBai20pDodu/jR2CCDIA==');
insert into signing_key values ('JiG968mnrxU4mt1VjUKEK_HAPVoqn4ZmYP_wNFTz5Tk', 'z1cU5mxw5g6QTLcMEJVJryzjlyG5qHwr5vGs2sdN9vg', 'WlTp5jiexAw6HsbQIJ2MbKhtlbtFNawwgcJBGokgfbw04Vh0ZCnBhsOfKyzCWxY/q5ZgA3coU1YofSQMtq56SyaaXXdjRnNL', 1795786815122);
insert into task values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'task_1m8ekrepc00qt749mjqkdvvme4x9', 1, 20000001, 18, 2, 'working', 0, 'ada', 'Ada', null, 0, 1, 900000, 1795786816204, null, 1795787716204, 1, 1795786816204, 1795786816204, null, 'Parse dates', '{"kind":"agent","id":"ada","name":"Ada"}', '', '[]', null, '[]', '', 'null', null, null, null, 0);
insert into task values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 'task_1m8ekrete05zx1n81n645mn2xfsk', 1, 20000001, 1, 1, 'open', 0, null, null, null, 0, 1, 900000, null, null, null, 0, 1795786816334, 1795786816334, null, 'Parse dates', '{"kind":"agent","id":"ada","name":"Ada"}', '', '[]', null, '[]', '', 'null', '{"assignee":null,"attempts":0,"blockedBy":[],"createdAt":"2026-11-27T13:40:16.334Z","dependsOn":[],"description":"","endedAt":null,"id":"task_1m8ekrete05zx1n81n645mn2xfsk","labels":[],"leaseMs":900000,"leaseUntil":null,"number":1,"offeredTo":null,"paths":[],"priority":1,"ready":true,"reason":null,"requester":{"id":"ada","kind":"agent","name":"Ada"},"result":null,"seq":1,"sessionId":"ses_1m8ekrete0085wshpn5g9vgdsgcb","status":"open","taskId":"task_1m8ekrete05zx1n81n645mn2xfsk","title":"Parse dates","updatedAt":"2026-11-27T13:40:16.334Z","version":1}', null, null, 0);
insert into task_change values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 1, 17, 'open', '{"id":"task_1m8ekrepc00qt749mjqkdvvme4x9","number":1,"seq":17,"version":1,"title":"Parse dates","status":"open","requester":{"kind":"agent","id":"ada","name":"Ada"},"assignee":null,"offeredTo":null,"priority":1}');
insert into task_change values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 1, 18, 'working', '{"id":"task_1m8ekrepc00qt749mjqkdvvme4x9","number":1,"seq":18,"version":2,"title":"Parse dates","status":"working","requester":{"kind":"agent","id":"ada","name":"Ada"},"assignee":{"agentId":"ada","agentName":"Ada"},"offeredTo":null,"priority":1}');
insert into task_change values ('ses_1m8ekrete0085wshpn5g9vgdsgcb', 1, 1, 'open', '{"id":"task_1m8ekrete05zx1n81n645mn2xfsk","number":1,"seq":1,"version":1,"title":"Parse dates","status":"open","requester":{"kind":"agent","id":"ada","name":"Ada"},"assignee":null,"offeredTo":null,"priority":1}');
insert into ask values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ask_1m8ekreq10067axer41ts4jzwdys', 19, 20, 'approval', 'answered', 'ada', 'Ada', 'token', 0, 'task_1m8ekrepc00qt749mjqkdvvme4x9', 1795786816225, 1795790416225, 1795786816244, 'May I push?', '[{"id":"approve","label":"Approve","approves":true},{"id":"deny","label":"Deny","approves":false}]', '{"optionId":"approve","text":null,"by":{"kind":"observer","id":"obv_1m8ekrefx01mf1yr46a3g3wk8jc6","name":"Observer"},"vouched":false,"at":"2026-11-27T13:40:16.244Z"}', '');
insert into ask values ('ses_1m8ekrefx00v1dk5qdxaqqyge013', 'ask_1m8ekreqs01adc6sx7r4pn9w8qt0', 21, 21, 'question', 'open', 'bob', 'bob', 'token', 1, null, 1795786816249, 1795790416249, null, 'Which year?', '[]', 'null', '');
