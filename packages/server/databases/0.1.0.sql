-- {"sessionId":"ses_1m8e68txy000m2h7a4revk87chys"}
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
CREATE TABLE session_import (
    session_id text primary key,
    claim text not null,
    alive_until bigint not null
  );
CREATE INDEX session_import_by_end on session_import (alive_until);
CREATE INDEX event_of_whole_session on event (session_id, seq) where event = 'session.created'
    or event = 'session.updated' or event = 'session.completed' or event = 'session.paused'
    or event = 'session.imported';
insert into migration values (1, 'schema', 1795772672332);
insert into migration values (2, 'tasks', 1795772672569);
insert into migration values (3, 'asks', 1795772672589);
insert into migration values (4, 'agent keys', 1795772672635);
insert into migration values (5, 'people', 1795772672638);
insert into migration values (6, 'imports', 1795772672643);
insert into session values ('ses_1m8e68txy000m2h7a4revk87chys', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, '46029fe982b1c96c8c1854c2ea7410f6e47d9072f97ba2ec3e8aac05f08d0eec', 1795772673736, 1795772673736, 10126, 11504, '{"at":[1795772673480],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795772672958, 1795772673185, null, 'AZF3-YZPQ-RCES', 1795859072958, 1, null);
insert into session values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8e68txy000m2h7a4revk87chys', 16, 1, 'c08c43f9d8e51a93eddee522ddbe4656a3634bdd092438239affb0d4260fcec2', 1795772673796, 1795772673796, 790, 0, null, 1795772673796, 1795772673796, null, 'Y79T-HE6H-TFJD', 1795859073796, 0, null);
insert into seat values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 'Ada', 'creator', 1, '272ebbc2e653c8d642037da0269f02bc5b1a11628e1fa923e7b52e4f7a7fcaf1', 1795772672958, 1795772673736, 16, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8e68txy000m2h7a4revk87chys', 'bob', 'bob', 'partner', 2, '2e1597025b0982f91168533f12576f815feb98509f248589e59e11738aa35a1e', 1795772673185, 1795772673549, 9, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'ada', 'Ada', 'creator', 1, 'd4c5643c389835533629a38b0556dd0b177e3521168295bfb3b991729f8a1afb', 1795772673796, 1795772673796, 1, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into token values ('94361da1335e9d742f3b44a82d89a0b97eb0beb3274ecff5de84e3d3cffad6ca', 'ses_1m8e68txy000m2h7a4revk87chys', 'creator', 'ada', 'Ada', 1, 1, 1795772672958, '', 0, null);
insert into token values ('8b0eb6b6b3254057363415f6bd8c275b9a421ef61e59b236c13fe779da08c3f1', 'ses_1m8e68txy000m2h7a4revk87chys', 'observer', 'obv_1m8e68txy0138jnwxyq7p5byrzh8', 'Observer', 1, 1, 1795772672958, '', 0, null);
insert into token values ('7f7e34daa1901e83b6ee04b13328156f9e87459286c0f3bd3a566331464a1320', 'ses_1m8e68txy000m2h7a4revk87chys', 'partner', 'bob', 'bob', 0, 1, 1795772673185, '', 0, null);
insert into token values ('a1ae6c1161784facbb4a0aace7d7885319349077f9b0565b0668e041a62b4fbc', 'ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'creator', 'ada', 'Ada', 1, 1, 1795772673796, '', 0, null);
insert into token values ('21acf2925738255a8b2323283a75a4eb4c7ce4850ebcf5f939b43e090d19eea8', 'ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'observer', 'obv_1m8e68vr4014pcrcb3864vpnjg77', 'Observer', 1, 1, 1795772673796, '', 0, null);
insert into presence values ('ses_1m8e68txy000m2h7a4revk87chys', 'bob', 'working', null, 1795772673606, 1795772733606, 0, null);
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 1, 'session.created', 1795772672958, 'agent', 'ada', 'Ada', 'e21beb4605828f46d8406fc261d1f2f39e2192ab9937b65ef2ec124fad333799', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T09:44:32.958Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T09:44:32.958Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e68txy000m2h7a4revk87chys","lastActivityAt":"2026-11-27T09:44:32.958Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T09:44:32.958Z","visibility":"public"}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 2, 'session.joined', 1795772673185, 'agent', 'bob', 'bob', '1cf59cbe44df16a7c99f07fc598470854aad3510bb7a4e889d6ace13e4c72052', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T09:44:33.185Z","role":"partner"}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 3, 'session.updated', 1795772673185, 'agent', 'bob', 'bob', '2df284bef15ef143ca79ed59fb5a5844083cac846415c3ee0be4142a5a2726d9', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T09:44:32.958Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T09:44:33.185Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T09:44:32.958Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e68txy000m2h7a4revk87chys","lastActivityAt":"2026-11-27T09:44:33.185Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T09:44:33.185Z","visibility":"public"}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 4, 'message.created', 1795772673278, 'agent', 'ada', 'Ada', '1bc86138b8f04ed81168cc3ab4cb024def6f701b4e6ec402b53b125110c4a727', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T09:44:33.278Z","id":"msg_1m8e68v7y00qftj5txsx2jd945g2","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8e68txy000m2h7a4revk87chys"}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 5, 'message.created', 1795772673480, 'agent', 'bob', 'bob', 'b32c06de40e72a863a093577c600235d273aa31f0f17c6ae62f0cd3d14c0748e', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T09:44:33.480Z","id":"msg_1m8e68ve800r5mwjpy13s8903dxw","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8e68v7y00qftj5txsx2jd945g2","seq":5,"sessionId":"ses_1m8e68txy000m2h7a4revk87chys"}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 6, 'note.created', 1795772673519, 'agent', 'ada', 'Ada', 'f1b7a510092d244121d8bb9e9952eaab08ebaadc3dcaa6e3cd58b21af677318c', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T09:44:33.519Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e68vff00njqtp6qjxr12tm1f6","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8e68vff00njqtp6qjxr12tm1f6","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","title":"Plan","updatedAt":"2026-11-27T09:44:33.519Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 7, 'note.updated', 1795772673525, 'agent', 'bob', 'bob', 'a99ca16be24972a8a8b7aa3af076bbe0e3640690c35008ddc00c4e8f686f44a6', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T09:44:33.519Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e68vff00njqtp6qjxr12tm1f6","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e68vff00njqtp6qjxr12tm1f6","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","title":"Plan","updatedAt":"2026-11-27T09:44:33.525Z","version":2}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 8, 'note.created', 1795772673541, 'agent', 'bob', 'bob', '2662eb37ed1e0ddcd683c6c085df6ddb05b11c66f97d428068a8ebc3d086aa95', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T09:44:33.541Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e68vg500dfnqkn34zvy4m0jat","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e68vg500dfnqkn34zvy4m0jat","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","title":"Draft","updatedAt":"2026-11-27T09:44:33.541Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 9, 'note.deleted', 1795772673549, 'agent', 'bob', 'bob', '74b52fef3c837b59e73cae4c0de8db322d36c5eed923e139f06f0d47609c3a2c', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T09:44:33.541Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e68vg500dfnqkn34zvy4m0jat","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e68vg500dfnqkn34zvy4m0jat","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","title":"Draft","updatedAt":"2026-11-27T09:44:33.541Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 10, 'file.updated', 1795772673564, 'agent', 'ada', 'Ada', '4ee3933748ee073d4aff79d04171225d3485dd4a34b890145ef6f2eb6cbc48bb', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T09:44:33.564Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e68vgw00bws5j7cmsby6ypckr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","size":7,"updatedAt":"2026-11-27T09:44:33.564Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 11, 'file.updated', 1795772673571, 'agent', 'ada', 'Ada', 'e1e62771bec97afa20be66408f22af53ae6796cec551449ffcc51c9acaae7b9e', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T09:44:33.564Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e68vgw00bws5j7cmsby6ypckr","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","size":7,"updatedAt":"2026-11-27T09:44:33.571Z","version":2}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 12, 'file.updated', 1795772673582, 'agent', 'ada', 'Ada', '0e1ba5c768586f1fdb78b596963b8aec1baec64fc5118492c576fd641967d521', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T09:44:33.582Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8e68vhe007pz5wq28ay7ekg824","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","size":5,"updatedAt":"2026-11-27T09:44:33.582Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 13, 'file.updated', 1795772673588, 'agent', 'ada', 'Ada', '1dc6f8baac2a89cb477f678a40ff94bd5c723df02a021a15261c2859d42f207a', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T09:44:33.588Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e68vhm01dw8nkxczjdgkzfved","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","size":4,"updatedAt":"2026-11-27T09:44:33.588Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 14, 'file.deleted', 1795772673594, 'agent', 'ada', 'Ada', '3f42c3e437f159604757465cdf9a50c2d79327390b61485693cde210d3425b28', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T09:44:33.588Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e68vhm01dw8nkxczjdgkzfved","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e68txy000m2h7a4revk87chys","size":4,"updatedAt":"2026-11-27T09:44:33.588Z","version":1}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 15, 'compute.updated', 1795772673727, 'agent', 'ada', 'Ada', 'a1dad836ba706b8360c7f29049cca278159051fe6c149b1a2c5ba57428ed8dae', '{"createdAt":"2026-11-27T09:44:33.727Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8e68txy000m2h7a4revk87chys","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8e68txy000m2h7a4revk87chys","totalCredits":10,"updatedAt":"2026-11-27T09:44:33.727Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8e68txy000m2h7a4revk87chys', 16, 'job.updated', 1795772673736, 'agent', 'ada', 'Ada', '46029fe982b1c96c8c1854c2ea7410f6e47d9072f97ba2ec3e8aac05f08d0eec', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T09:44:33.736Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T09:54:33.736Z","finishedAt":null,"id":"job_1m8e68vp8003v891wmy07b8pwjxg","jobId":"job_1m8e68vp8003v891wmy07b8pwjxg","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8e68txy000m2h7a4revk87chys","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 1, 'session.created', 1795772673796, 'agent', 'ada', 'Ada', 'c08c43f9d8e51a93eddee522ddbe4656a3634bdd092438239affb0d4260fcec2', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T09:44:33.796Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T09:44:33.796Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8e68txy000m2h7a4revk87chys"},"id":"ses_1m8e68vr400bh6x7fgtv0d9f4ej0","lastActivityAt":"2026-11-27T09:44:33.796Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T09:44:33.796Z","visibility":"public"}');
insert into message values ('ses_1m8e68txy000m2h7a4revk87chys', 4, 'msg_1m8e68v7y00qftj5txsx2jd945g2', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8e68txy000m2h7a4revk87chys', 5, 'msg_1m8e68ve800r5mwjpy13s8903dxw', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8e68txy000m2h7a4revk87chys', 'bob', 4, 1795772673278);
insert into inbox values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8e68txy000m2h7a4revk87chys', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8e68txy000m2h7a4revk87chys', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8e68txy000m2h7a4revk87chys', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8e68txy000m2h7a4revk87chys', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8e68txy000m2h7a4revk87chys', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8e68txy000m2h7a4revk87chys', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8e68txy000m2h7a4revk87chys', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8e68txy000m2h7a4revk87chys', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8e68txy000m2h7a4revk87chys', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8e68txy000m2h7a4revk87chys', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8e68txy000m2h7a4revk87chys', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8e68txy000m2h7a4revk87chys', 'note_1m8e68vff00njqtp6qjxr12tm1f6', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795772673519);
insert into note values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'note_1m8e68vr4024287r7gn66q12qry2', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8e68txy000m2h7a4revk87chys","noteId":"note_1m8e68vff00njqtp6qjxr12tm1f6","version":2}', 1795772673796);
insert into note_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'note_1m8e68vff00njqtp6qjxr12tm1f6', 1, 6, 'Plan', 'ses_1m8e68txy000m2h7a4revk87chys', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673519);
insert into note_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'note_1m8e68vff00njqtp6qjxr12tm1f6', 2, 7, 'Plan', 'ses_1m8e68txy000m2h7a4revk87chys', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795772673525);
insert into note_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'note_1m8e68vg500dfnqkn34zvy4m0jat', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795772673541);
insert into note_version values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'note_1m8e68vr4024287r7gn66q12qry2', 1, 1, 'Plan', 'ses_1m8e68txy000m2h7a4revk87chys', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673796);
insert into former_note values ('ses_1m8e68txy000m2h7a4revk87chys', 'note_1m8e68vg500dfnqkn34zvy4m0jat', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795772673541, 9);
insert into file values ('ses_1m8e68txy000m2h7a4revk87chys', 'src/a.ts', 'file_1m8e68vgw00bws5j7cmsby6ypckr', 2, 7, 'utf-8', 'text/plain', 'ses_1m8e68txy000m2h7a4revk87chys', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673564, 1795772673571);
insert into file values ('ses_1m8e68txy000m2h7a4revk87chys', 'a.png', 'file_1m8e68vhe007pz5wq28ay7ekg824', 1, 5, 'base64', 'image/png', 'ses_1m8e68txy000m2h7a4revk87chys', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673582, 1795772673582);
insert into file values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'a.png', 'file_1m8e68vr403ywncv6cb09cye7p45', 1, 5, 'base64', 'image/png', 'ses_1m8e68txy000m2h7a4revk87chys', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673796, 1795772673796);
insert into file values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'src/a.ts', 'file_1m8e68vr404esdxx3cc1hadmq97q', 1, 7, 'utf-8', 'text/plain', 'ses_1m8e68txy000m2h7a4revk87chys', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673796, 1795772673796);
insert into file_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'file_1m8e68vgw00bws5j7cmsby6ypckr', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8e68txy000m2h7a4revk87chys', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673564);
insert into file_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'file_1m8e68vgw00bws5j7cmsby6ypckr', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8e68txy000m2h7a4revk87chys', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673571);
insert into file_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'file_1m8e68vhe007pz5wq28ay7ekg824', 1, 12, 5, 'base64', 'image/png', 'ses_1m8e68txy000m2h7a4revk87chys', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673582);
insert into file_version values ('ses_1m8e68txy000m2h7a4revk87chys', 'file_1m8e68vhm01dw8nkxczjdgkzfved', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673588);
insert into file_version values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'file_1m8e68vr403ywncv6cb09cye7p45', 1, 1, 5, 'base64', 'image/png', 'ses_1m8e68txy000m2h7a4revk87chys', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673796);
insert into file_version values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'file_1m8e68vr404esdxx3cc1hadmq97q', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8e68txy000m2h7a4revk87chys', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673796);
insert into former_file values ('ses_1m8e68txy000m2h7a4revk87chys', 'file_1m8e68vhm01dw8nkxczjdgkzfved', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795772673588, 14);
insert into entity_writer values ('ses_1m8e68txy000m2h7a4revk87chys', 'note note_1m8e68vff00njqtp6qjxr12tm1f6', 'ada');
insert into entity_writer values ('ses_1m8e68txy000m2h7a4revk87chys', 'note note_1m8e68vff00njqtp6qjxr12tm1f6', 'bob');
insert into entity_writer values ('ses_1m8e68txy000m2h7a4revk87chys', 'note note_1m8e68vg500dfnqkn34zvy4m0jat', 'bob');
insert into entity_writer values ('ses_1m8e68txy000m2h7a4revk87chys', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8e68txy000m2h7a4revk87chys', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8e68txy000m2h7a4revk87chys', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795772672958, 1795772673751, null, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795772673185, 1795772673185, null, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795772673796, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795772673549, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795772673736, 1, 0, 0);
insert into participation values ('ses_1m8e68txy000m2h7a4revk87chys', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795772673549, 1, 0, 0);
insert into participation values ('ses_1m8e68vr400bh6x7fgtv0d9f4ej0', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795772673796, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8e68txy000m2h7a4revk87chys bob', 'rat_1m8e68vqc00carhcm0xfvk6yn3y2', 5, 'Quick', 1, 'bob', 'ses_1m8e68txy000m2h7a4revk87chys', 1795772673772);
insert into webhook values ('whk_1m8e68vqk00sbfwa3jvbyxx55b26', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8e68txy000m2h7a4revk87chys', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'IZymj6Gr22dmrmXBo4FbHmNPbOF+aFQ6Ts73kYYD4ydYBojX9NPURs6hOg==', 1, 0, null, null, null, 0, 1795772673779, 1795772673779, 'json', 'http://127.0.0.1:41861', null);
insert into webhook_subscription values ('ses_1m8e68txy000m2h7a4revk87chys', 'session.paused', 'whk_1m8e68vqk00sbfwa3jvbyxx55b26');
insert into compute_pool values ('ses_1m8e68txy000m2h7a4revk87chys', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795772673727, 1795772673727);
insert into compute_agent values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8e68txy000m2h7a4revk87chys', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8e68txy000m2h7a4revk87chys', 0);
insert into job values ('ses_1m8e68txy000m2h7a4revk87chys', 'job_1m8e68vp8003v891wmy07b8pwjxg', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795773273736, 1795772673736, 1795772673736, null, null);
insert into job_count values ('ses_1m8e68txy000m2h7a4revk87chys', 16, 1, 0, 0);
insert into key_check values (1, 'MgZLitT8RJRy6isUA2q8RJ00Gx1R2ZK6byhp4qVC+7sTCF9f+Q==');
insert into signing_key values ('zFLmIV5oEQXM13N7oxxoD40ElYvpT3z5N5I_tDcxQ7c', '04iztAYdXQ0kR8jJiHKaMC3x3P4aaoYErUCZftn8SZ0', 'GzOXwWZMN4PBVksIt9vIx//OFp0G52pJUpyxZ/tpnwfwxl1VJRPK3C6p0UTmy07GVKBQiQqeapqS4y6cY5SegGW42rVbKHVG', 1795772672650);
