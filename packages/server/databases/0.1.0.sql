-- {"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8"}
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
insert into migration values (1, 'schema', 1795784816070);
insert into migration values (2, 'tasks', 1795784816097);
insert into migration values (3, 'asks', 1795784816115);
insert into migration values (4, 'agent keys', 1795784816128);
insert into migration values (5, 'people', 1795784816145);
insert into migration values (6, 'imports', 1795784816174);
insert into migration values (7, 'a2a', 1795784816183);
insert into session values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '50f15ecfc61c3b5acd42b464ff0dee905917b0ff6061dd1a0820231160c48307', 1795784819195, 1795784819195, 10126, 11504, '{"at":[1795784818584],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795784818327, 1795784818437, null, '5B04-MRRE-9W9T', 1795871218327, 1, null);
insert into session values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 16, 1, '18d49cfde86fd8f74205df1b92f872f743c35ce5e40ebd1265e79356be5f425e', 1795784819254, 1795784819254, 790, 0, null, 1795784819254, 1795784819254, null, 'T6AY-GS6E-HN1R', 1795871219254, 0, null);
insert into seat values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 'Ada', 'creator', 1, 'd574563b68f39e5bc4c0fbc291293ba7300f6777dbf5773864a0d8031d3cfd22', 1795784818327, 1795784819195, 16, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'bob', 'bob', 'partner', 2, 'a3078578f08364f67d586c38cd2f0fe0715748dfe717696f2436861451b695a2', 1795784818437, 1795784818782, 9, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'ada', 'Ada', 'creator', 1, '327890d480082a93e32e335076b61550f749aa0fc1b012dbcb26078fcb38c762', 1795784819254, 1795784819254, 1, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into token values ('0a1888d7c7b8a25bb2b4765f95a0dbe9e6cbddf6dacd774556157f60936f3ddc', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'creator', 'ada', 'Ada', 1, 1, 1795784818327, '', 0, null);
insert into token values ('9884793e298d7e81e63db54a555c2e0ffd265a42b11c3dba6c88b5c3cb6cc3e9', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'observer', 'obv_1m8ehvfmq01027kp9q20wqmmdpay', 'Observer', 1, 1, 1795784818327, '', 0, null);
insert into token values ('b63d2945f9a3557e8b3e4d65e88a804b701b1b0c5fbff094bed0558753992221', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'partner', 'bob', 'bob', 0, 1, 1795784818437, '', 0, null);
insert into token values ('1a8b8354accedba990d23ff0de0d5c50beeb54a0100ed8dc317b2af30071e7f4', 'ses_1m8ehvghp00zfq4sawgw61k0rksv', 'creator', 'ada', 'Ada', 1, 1, 1795784819254, '', 0, null);
insert into token values ('97493d35c393c9d83a4ff02c6be1f781d36d2f6febeb9a2508b123c281bbce24', 'ses_1m8ehvghp00zfq4sawgw61k0rksv', 'observer', 'obv_1m8ehvghp01dzncq2b41t75ezddy', 'Observer', 1, 1, 1795784819254, '', 0, null);
insert into presence values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'bob', 'working', null, 1795784819145, 1795784879145, 0, null);
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 1, 'session.created', 1795784818327, 'agent', 'ada', 'Ada', 'a5d61e8f624f8f42fc22ea9370d63b402cdc2a1f3368057d4147d9312e9e073c', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:06:58.327Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T13:06:58.327Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","lastActivityAt":"2026-11-27T13:06:58.327Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T13:06:58.327Z","visibility":"public"}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 2, 'session.joined', 1795784818437, 'agent', 'bob', 'bob', '4826266efb84d2400b5f4ca5530cfa5387521742174cf3618d300b682b97d475', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T13:06:58.437Z","role":"partner"}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 3, 'session.updated', 1795784818437, 'agent', 'bob', 'bob', '9d88798ee2488de4a3ea98bd4d4a8fbfc2b83633ffce14e3a4c23afc0aef8306', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:06:58.327Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T13:06:58.437Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T13:06:58.327Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","lastActivityAt":"2026-11-27T13:06:58.437Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T13:06:58.437Z","visibility":"public"}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 4, 'message.created', 1795784818542, 'agent', 'ada', 'Ada', 'd89c1c65d375135b57e14706010be6712fd05ba0275c00f64efec1dd8ff912fd', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T13:06:58.542Z","id":"msg_1m8ehvfve00aj8wm5mzrd8d95b4t","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8"}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 5, 'message.created', 1795784818584, 'agent', 'bob', 'bob', 'f86d86920a74c2c2f973d633c2b2c3a479cd5155a858deff774d48a2bf83e474', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T13:06:58.584Z","id":"msg_1m8ehvfwr002vbmppj347bj04wyy","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8ehvfve00aj8wm5mzrd8d95b4t","seq":5,"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8"}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 6, 'note.created', 1795784818640, 'agent', 'ada', 'Ada', 'e6e65c28d476fa1b453907e4b5809a3fd6007a43e8f75316b4138234417f99d2', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T13:06:58.640Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8ehvfyg00kyt195nv3t4wt08f8","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8ehvfyg00kyt195nv3t4wt08f8","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","title":"Plan","updatedAt":"2026-11-27T13:06:58.640Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 7, 'note.updated', 1795784818694, 'agent', 'bob', 'bob', '545c53f5388a192af7a66626e25fdd53ee3b5ed2182bfce1cf4356fa0ab267f9', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T13:06:58.640Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8ehvfyg00kyt195nv3t4wt08f8","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ehvfyg00kyt195nv3t4wt08f8","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","title":"Plan","updatedAt":"2026-11-27T13:06:58.694Z","version":2}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 8, 'note.created', 1795784818757, 'agent', 'bob', 'bob', '3c6b9948be05ab4dd03996d655cc733b1604c99e4cceb55fa6deecd1c3557117', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T13:06:58.757Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8ehvg250002mwsvgnyh4br30mj","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ehvg250002mwsvgnyh4br30mj","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","title":"Draft","updatedAt":"2026-11-27T13:06:58.757Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 9, 'note.deleted', 1795784818782, 'agent', 'bob', 'bob', '94cd0cf29965785310cc0b13340b1b8f79f0efd31969acc8fb3bb7ab77c017f2', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T13:06:58.757Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8ehvg250002mwsvgnyh4br30mj","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8ehvg250002mwsvgnyh4br30mj","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","title":"Draft","updatedAt":"2026-11-27T13:06:58.757Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 10, 'file.updated', 1795784818961, 'agent', 'ada', 'Ada', 'f51d2a432fb5b1030101c268223ef9c4d357d80081493241c1e9c2d41d7878ee', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T13:06:58.961Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ehvg8h00582zze4g6fkmq1yzv","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","size":7,"updatedAt":"2026-11-27T13:06:58.961Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 11, 'file.updated', 1795784819032, 'agent', 'ada', 'Ada', '4d8e2a4deebe358fc7860bfc5083c22fc33e2a5b21fe05ed46f1253e2c487254', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T13:06:58.961Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ehvg8h00582zze4g6fkmq1yzv","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","size":7,"updatedAt":"2026-11-27T13:06:59.032Z","version":2}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 12, 'file.updated', 1795784819089, 'agent', 'ada', 'Ada', 'e274fa66fb46b79ac0ac8bb682d5c79878faeabbfec7225fbd6d32e22b4c1712', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T13:06:59.089Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8ehvgch00be0zwtt6pb4qn01xj","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","size":5,"updatedAt":"2026-11-27T13:06:59.089Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 13, 'file.updated', 1795784819129, 'agent', 'ada', 'Ada', 'a65d554e11f23b96283dec2e1586ea7685b86a617353667ae92e2188d45832cc', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T13:06:59.129Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ehvgds00ax5rbbq5h91t7nhrd","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","size":4,"updatedAt":"2026-11-27T13:06:59.129Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 14, 'file.deleted', 1795784819140, 'agent', 'ada', 'Ada', '0997e7e136a016ef770cc51962edf3133906866f28431a55093fde580caedc38', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T13:06:59.129Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8ehvgds00ax5rbbq5h91t7nhrd","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","size":4,"updatedAt":"2026-11-27T13:06:59.129Z","version":1}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 15, 'compute.updated', 1795784819158, 'agent', 'ada', 'Ada', 'f869069d8b3577fa12b4cb235803e1397288420ff41d954680b2d9ace1775b53', '{"createdAt":"2026-11-27T13:06:59.158Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","totalCredits":10,"updatedAt":"2026-11-27T13:06:59.158Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 16, 'job.updated', 1795784819195, 'agent', 'ada', 'Ada', '50f15ecfc61c3b5acd42b464ff0dee905917b0ff6061dd1a0820231160c48307', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T13:06:59.195Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T13:16:59.195Z","finishedAt":null,"id":"job_1m8ehvgfv00ev2whavgr4e8pxktq","jobId":"job_1m8ehvgfv00ev2whavgr4e8pxktq","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 1, 'session.created', 1795784819254, 'agent', 'ada', 'Ada', '18d49cfde86fd8f74205df1b92f872f743c35ce5e40ebd1265e79356be5f425e', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T13:06:59.254Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T13:06:59.254Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8"},"id":"ses_1m8ehvghp00zfq4sawgw61k0rksv","lastActivityAt":"2026-11-27T13:06:59.254Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T13:06:59.254Z","visibility":"public"}');
insert into message values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 4, 'msg_1m8ehvfve00aj8wm5mzrd8d95b4t', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 5, 'msg_1m8ehvfwr002vbmppj347bj04wyy', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'bob', 4, 1795784818542);
insert into inbox values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note_1m8ehvfyg00kyt195nv3t4wt08f8', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795784818640);
insert into note values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'note_1m8ehvghp02ps04kmj30keh4awhh', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8ehvfmq0079jdr98x1qqjgn8p8","noteId":"note_1m8ehvfyg00kyt195nv3t4wt08f8","version":2}', 1795784819254);
insert into note_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note_1m8ehvfyg00kyt195nv3t4wt08f8', 1, 6, 'Plan', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795784818640);
insert into note_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note_1m8ehvfyg00kyt195nv3t4wt08f8', 2, 7, 'Plan', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795784818694);
insert into note_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note_1m8ehvg250002mwsvgnyh4br30mj', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795784818757);
insert into note_version values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'note_1m8ehvghp02ps04kmj30keh4awhh', 1, 1, 'Plan', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819254);
insert into former_note values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note_1m8ehvg250002mwsvgnyh4br30mj', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795784818757, 9);
insert into file values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'src/a.ts', 'file_1m8ehvg8h00582zze4g6fkmq1yzv', 2, 7, 'utf-8', 'text/plain', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784818961, 1795784819032);
insert into file values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a.png', 'file_1m8ehvgch00be0zwtt6pb4qn01xj', 1, 5, 'base64', 'image/png', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819089, 1795784819089);
insert into file values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'a.png', 'file_1m8ehvghp03ycyjmxaw7xvtkkra0', 1, 5, 'base64', 'image/png', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819254, 1795784819254);
insert into file values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'src/a.ts', 'file_1m8ehvghp04xtdw8qvexqfa8tybw', 1, 7, 'utf-8', 'text/plain', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819254, 1795784819254);
insert into file_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file_1m8ehvg8h00582zze4g6fkmq1yzv', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784818961);
insert into file_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file_1m8ehvg8h00582zze4g6fkmq1yzv', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819032);
insert into file_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file_1m8ehvgch00be0zwtt6pb4qn01xj', 1, 12, 5, 'base64', 'image/png', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819089);
insert into file_version values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file_1m8ehvgds00ax5rbbq5h91t7nhrd', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819129);
insert into file_version values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'file_1m8ehvghp03ycyjmxaw7xvtkkra0', 1, 1, 5, 'base64', 'image/png', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819254);
insert into file_version values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'file_1m8ehvghp04xtdw8qvexqfa8tybw', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819254);
insert into former_file values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file_1m8ehvgds00ax5rbbq5h91t7nhrd', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795784819129, 14);
insert into entity_writer values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note note_1m8ehvfyg00kyt195nv3t4wt08f8', 'ada');
insert into entity_writer values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note note_1m8ehvfyg00kyt195nv3t4wt08f8', 'bob');
insert into entity_writer values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'note note_1m8ehvg250002mwsvgnyh4br30mj', 'bob');
insert into entity_writer values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795784818327, 1795784819220, null, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795784818437, 1795784818437, null, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795784819254, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795784818782, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795784819195, 1, 0, 0);
insert into participation values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795784818782, 1, 0, 0);
insert into participation values ('ses_1m8ehvghp00zfq4sawgw61k0rksv', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795784819254, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8ehvfmq0079jdr98x1qqjgn8p8 bob', 'rat_1m8ehvgh800796azehypyxt44bw5', 5, 'Quick', 1, 'bob', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 1795784819240);
insert into webhook values ('whk_1m8ehvghh00fw4k532rvkyhbp3v7', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'NuU7firm6PsafY31uTx72H92ziEUujTjHdOy8NvWLyWZTMqOxvuVduH/qg==', 1, 0, null, null, null, 0, 1795784819249, 1795784819249, 'json', 'http://127.0.0.1:37989', null);
insert into webhook_subscription values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'session.paused', 'whk_1m8ehvghh00fw4k532rvkyhbp3v7');
insert into compute_pool values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795784819158, 1795784819158);
insert into compute_agent values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 0);
insert into job values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 'job_1m8ehvgfv00ev2whavgr4e8pxktq', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795785419195, 1795784819195, 1795784819195, null, null);
insert into job_count values ('ses_1m8ehvfmq0079jdr98x1qqjgn8p8', 16, 1, 0, 0);
insert into key_check values (1, 'a0YVMTRfE6rujo67EaMwZGUk9EPHpr+P5xhU96WGSMamNTeMqg==');
insert into signing_key values ('IXydJVmi3VcwqYDYeU6SvC8mXFOUELBtZx-ZkY3fWUE', 'PSknVHh04Ti7dmskTk-10itAqaqZFnK2yzXro_mORjw', 'nxfdfyqfdmESx6c3HsAPLgo208vC/QciMuAtQv3pDdUwCWPAp8BPbWloQElKUp0wPVgLG1bItioee17NF03Q8duBUoHYQQL6', 1795784816213);
