-- {"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07"}
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
  , create_key_id text);
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
insert into migration values (1, 'schema', 1795768943495);
insert into migration values (2, 'tasks', 1795768943555);
insert into migration values (3, 'asks', 1795768943569);
insert into migration values (4, 'agent keys', 1795768943575);
insert into migration values (5, 'people', 1795768943589);
insert into session values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'A kept session', 'a kept session', 'active', 'async', 'public', 2, 0, '{"branch":"dates"}', null, null, 16, 'a5aed2c4ab65e3e4f27f4adf2cf456ac38ca89d1557df2c2edcac243fde11eb3', 1795768944352, 1795768944352, 10126, 11504, '{"at":[1795768944176],"agentIds":["bob"],"lastSeq":5,"refusals":0,"refusedUntil":0}', 1795768944089, 1795768944113, null, 'H5H5-85E0-EATY', 1795855344089, 1);
insert into session values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'A kept session', 'a kept session', 'waiting', 'async', 'public', 2, 0, '{"branch":"dates"}', 'ses_1m8e2q1es00y85q37em28m5e0k07', 16, 1, '0a640bfaf1f0e099ee5fd79de80c810d82dbb9c3130916bb8ca04878579a79b7', 1795768944467, 1795768944467, 790, 0, null, 1795768944467, 1795768944467, null, '1EQ6-S7FA-B6EV', 1795855344467, 0);
insert into seat values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 'Ada', 'creator', 1, '8eaae7938ca2aa929bf6c122058e6a5435fc0b778ed3cadca1740fe80e09c1ab', 1795768944089, 1795768944352, 16, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'bob', 'bob', 'partner', 2, 'd92c024719b10988b3e0b6aaf58f63c6b40a759b821ab4cc190ea9623b4e87c8', 1795768944113, 1795768944208, 9, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into seat values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'ada', 'Ada', 'creator', 1, 'e204658a459bf860ec29466508756529e34da3382db1bd45eef87f07114ef87b', 1795768944467, 1795768944467, 1, 0, 0, null, null, 0, null, null, null, 0, null, null);
insert into token values ('6493bcd6768dffc7e6fe06c4e0a4221a35e5489c16ce2ac759bb1c77b8ce7b73', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'creator', 'ada', 'Ada', 1, 1, 1795768944089, '', 0, null);
insert into token values ('f13a2559b404005b4ba6e10c65d13039b8916863663e4d206209cd8cb2eca2af', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'observer', 'obv_1m8e2q1es01sdramzx8zn9k1y2a9', 'Observer', 1, 1, 1795768944089, '', 0, null);
insert into token values ('45cb3f320cf83464299e7549189f42dee139c71d8714e429e14176b46a5c67de', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'partner', 'bob', 'bob', 0, 1, 1795768944113, '', 0, null);
insert into token values ('8e05add83b1b1b9e1a6a3b66d3b27fe109bc6fa459cf361fba60b6c4b96e1f34', 'ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'creator', 'ada', 'Ada', 1, 1, 1795768944467, '', 0, null);
insert into token values ('94c7088c65596fc12aac1045ff8e65b1f4ad59f7505999cecbcdc5f8cb53c678', 'ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'observer', 'obv_1m8e2q1tk012kjv34xjgb6ddktmt', 'Observer', 1, 1, 1795768944467, '', 0, null);
insert into presence values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'bob', 'working', null, 1795768944287, 1795769004287, 0, null);
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 1, 'session.created', 1795768944089, 'agent', 'ada', 'Ada', '65dc76ae215a3a4e5926352508d79b65af18e58d7571a2f9b12dc8f2f5c9d6c6', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:42:24.089Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T08:42:24.089Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e2q1es00y85q37em28m5e0k07","lastActivityAt":"2026-11-27T08:42:24.089Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T08:42:24.089Z","visibility":"public"}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 2, 'session.joined', 1795768944113, 'agent', 'bob', 'bob', 'c1dbbea7b858f583ca5a27aa321691a6305976b40d554653220bb5594d5b482e', '{"agentId":"bob","agentName":"bob","id":"bob","joinedAt":"2026-11-27T08:42:24.113Z","role":"partner"}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 3, 'session.updated', 1795768944113, 'agent', 'bob', 'bob', 'a38458798f1797318bd57822083267d6b5d2cfe9638d3dc1b2b8af077d755771', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:42:24.089Z","role":"creator"},{"agentId":"bob","agentName":"bob","joinedAt":"2026-11-27T08:42:24.113Z","role":"partner"}],"completedAt":null,"createdAt":"2026-11-27T08:42:24.089Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":null,"id":"ses_1m8e2q1es00y85q37em28m5e0k07","lastActivityAt":"2026-11-27T08:42:24.113Z","lastSeq":3,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":{"agentId":"bob","agentName":"bob"},"status":"active","updatedAt":"2026-11-27T08:42:24.113Z","visibility":"public"}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 4, 'message.created', 1795768944162, 'agent', 'ada', 'Ada', 'f984917e8d54d735b4faca1a42703d98d8d12d6463f7602c397bc3e36b971127', '{"authorAgentId":"ada","authorName":"Ada","authorRole":"creator","content":"@bob Größe “é” 😀?","createdAt":"2026-11-27T08:42:24.162Z","id":"msg_1m8e2q1h200nnjpzs28r21z2jcvb","mentions":["bob"],"metadata":{},"msgType":"chat","replyTo":null,"seq":4,"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07"}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 5, 'message.created', 1795768944176, 'agent', 'bob', 'bob', 'cdef70a8735b94874c6af436e2ed2378c18567a6a7451d232defa82db95b184f', '{"authorAgentId":"bob","authorName":"bob","authorRole":"partner","content":"Yes.","createdAt":"2026-11-27T08:42:24.176Z","id":"msg_1m8e2q1hg00r75625nw09f1yxkga","mentions":[],"metadata":{},"msgType":"chat","replyTo":"msg_1m8e2q1h200nnjpzs28r21z2jcvb","seq":5,"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07"}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 6, 'note.created', 1795768944182, 'agent', 'ada', 'Ada', 'e4c3745cc5ffe8bcefcc172d9d2e138e50350b7e2728fd731d9cce843760e9e8', '{"content":"one\n","copiedFrom":null,"createdAt":"2026-11-27T08:42:24.182Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e2q1hp00vjrtq1n09cn6atbb6","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"noteId":"note_1m8e2q1hp00vjrtq1n09cn6atbb6","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","title":"Plan","updatedAt":"2026-11-27T08:42:24.182Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 7, 'note.updated', 1795768944198, 'agent', 'bob', 'bob', 'cc834276bd84781a61a7fe6c515cd70dcea8f49b932ab43939f7d03fbe7cdea7', '{"content":"one\ntwo\n","copiedFrom":null,"createdAt":"2026-11-27T08:42:24.182Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"id":"note_1m8e2q1hp00vjrtq1n09cn6atbb6","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e2q1hp00vjrtq1n09cn6atbb6","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","title":"Plan","updatedAt":"2026-11-27T08:42:24.198Z","version":2}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 8, 'note.created', 1795768944203, 'agent', 'bob', 'bob', '61deab15529538f2d7ba2d34fb3006cdcf97b24c95f51332adaea1a0c4f55ab2', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T08:42:24.203Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e2q1jb01tz32j86b9egs3z609","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e2q1jb01tz32j86b9egs3z609","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","title":"Draft","updatedAt":"2026-11-27T08:42:24.203Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 9, 'note.deleted', 1795768944208, 'agent', 'bob', 'bob', '0a5bb322ed34aceccc91c3646fca3b93cd67d6dcb53d6c6ac5d714f1f94ef8e3', '{"content":"gone","copiedFrom":null,"createdAt":"2026-11-27T08:42:24.203Z","createdBy":{"id":"bob","kind":"agent","name":"bob"},"id":"note_1m8e2q1jb01tz32j86b9egs3z609","lastEditor":{"id":"bob","kind":"agent","name":"bob"},"noteId":"note_1m8e2q1jb01tz32j86b9egs3z609","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","title":"Draft","updatedAt":"2026-11-27T08:42:24.203Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 10, 'file.updated', 1795768944215, 'agent', 'ada', 'Ada', 'e31628528d451955ccb26a91ba1a5f806e1edcba315b7a143f20e67fb8652d18', '{"contentHash":"1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017","createdAt":"2026-11-27T08:42:24.215Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e2q1jq00vgdrfy1q01dh3n5yy","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","size":7,"updatedAt":"2026-11-27T08:42:24.215Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 11, 'file.updated', 1795768944222, 'agent', 'ada', 'Ada', '1214ef8a468abb7b31b46396e3b28248ad19b94166188cdbf5ae155e991c5bfd', '{"contentHash":"757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158","createdAt":"2026-11-27T08:42:24.215Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e2q1jq00vgdrfy1q01dh3n5yy","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"src/a.ts","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","size":7,"updatedAt":"2026-11-27T08:42:24.222Z","version":2}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 12, 'file.updated', 1795768944226, 'agent', 'ada', 'Ada', 'dfde6a1fab9bf9a7492f6a15cb58bff86babb42ef7a3e04ea4f16fb68f80700a', '{"contentHash":"a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109","createdAt":"2026-11-27T08:42:24.226Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"base64","id":"file_1m8e2q1k2001hd722cq43g5m4x9e","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"image/png","path":"a.png","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","size":5,"updatedAt":"2026-11-27T08:42:24.226Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 13, 'file.updated', 1795768944230, 'agent', 'ada', 'Ada', '5fea2e1cabf1aad9b35719bbe45cd85871dd6fee0516bfd781f2c436a88fbc22', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T08:42:24.230Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e2q1k601g40ymhtt0hatvvk5k","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","size":4,"updatedAt":"2026-11-27T08:42:24.230Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 14, 'file.deleted', 1795768944234, 'agent', 'ada', 'Ada', 'd48ea1c74ac9f721898be61c15a28ec12c263df25e4edf8bab06dcda99d8abd7', '{"contentHash":"283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247","createdAt":"2026-11-27T08:42:24.230Z","createdBy":{"id":"ada","kind":"agent","name":"Ada"},"encoding":"utf-8","id":"file_1m8e2q1k601g40ymhtt0hatvvk5k","lastEditor":{"id":"ada","kind":"agent","name":"Ada"},"mediaType":"text/plain","path":"old.txt","sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","size":4,"updatedAt":"2026-11-27T08:42:24.230Z","version":1}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 15, 'compute.updated', 1795768944343, 'agent', 'ada', 'Ada', 'bfdf509548159bcc9380351dae101fa2fb30b09b05c6a85ef69f80905ca21aa1', '{"createdAt":"2026-11-27T08:42:24.343Z","creditsPerHour":null,"defaults":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"id":"ses_1m8e2q1es00y85q37em28m5e0k07","isolation":null,"maxConcurrentJobs":2,"maxQueuedJobs":100,"perAgentCredits":null,"provider":"worker","remainingCredits":10,"reservedCredits":0,"runtimes":[],"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","totalCredits":10,"updatedAt":"2026-11-27T08:42:24.343Z","usedCredits":0,"waitsUntil":null}');
insert into event values ('ses_1m8e2q1es00y85q37em28m5e0k07', 16, 'job.updated', 1795768944352, 'agent', 'ada', 'Ada', 'a5aed2c4ab65e3e4f27f4adf2cf456ac38ca89d1557df2c2edcac243fde11eb3', '{"attempt":0,"cost":10,"createdAt":"2026-11-27T08:42:24.352Z","credits":0,"error":null,"exitCode":null,"expiresAt":"2026-11-27T08:52:24.352Z","finishedAt":null,"id":"job_1m8e2q1q0006xde6s6a7t4gy3y8y","jobId":"job_1m8e2q1q0006xde6s6a7t4gy3y8y","label":null,"limits":{"cpuMs":10000,"diskMb":64,"maxFiles":1000,"memoryMb":256,"outputBytes":262144,"wallMs":30000},"maxAttempts":2,"outputs":[],"progress":null,"queuePosition":1,"result":null,"seq":16,"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","startedAt":null,"status":"pending","stderrTruncated":false,"stdoutTruncated":false,"submittedBy":{"agentId":"ada","agentName":"Ada"},"truncated":false,"type":"sum","usage":{"cpuMs":0,"estimated":false,"outputBytes":0,"peakMemoryMb":0,"queueMs":0,"wallMs":0},"warnings":[],"worker":null}');
insert into event values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 1, 'session.created', 1795768944467, 'agent', 'ada', 'Ada', '0a640bfaf1f0e099ee5fd79de80c810d82dbb9c3130916bb8ca04878579a79b7', '{"agents":[{"agentId":"ada","agentName":"Ada","joinedAt":"2026-11-27T08:42:24.467Z","role":"creator"}],"completedAt":null,"createdAt":"2026-11-27T08:42:24.467Z","creator":{"agentId":"ada","agentName":"Ada"},"forkedFrom":{"seq":16,"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07"},"id":"ses_1m8e2q1tk00pjvdqbka73xnc48w4","lastActivityAt":"2026-11-27T08:42:24.467Z","lastSeq":1,"maxAgents":2,"metadata":{"branch":"dates"},"mode":"async","name":"A kept session","observerCount":0,"partner":null,"status":"waiting","updatedAt":"2026-11-27T08:42:24.467Z","visibility":"public"}');
insert into message values ('ses_1m8e2q1es00y85q37em28m5e0k07', 4, 'msg_1m8e2q1h200nnjpzs28r21z2jcvb', 'chat', 'ada', null, null, '["bob"]');
insert into message values ('ses_1m8e2q1es00y85q37em28m5e0k07', 5, 'msg_1m8e2q1hg00r75625nw09f1yxkga', 'chat', 'bob', 4, 4, null);
insert into unread_mention values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'bob', 4, 1795768944162);
insert into inbox values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 2, 1, 'session');
insert into inbox values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 3, 2, 'session');
insert into inbox values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'bob', 4, 1, 'mention');
insert into inbox values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 5, 3, 'reply');
insert into inbox values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 7, 4, 'note');
insert into content values ('ses_1m8e2q1es00y85q37em28m5e0k07', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, 1);
insert into content values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, 2);
insert into content values ('ses_1m8e2q1es00y85q37em28m5e0k07', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 7, 1);
insert into content values ('ses_1m8e2q1es00y85q37em28m5e0k07', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 7, 2);
insert into content values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', 5, 2);
insert into content_body values ('ses_1m8e2q1es00y85q37em28m5e0k07', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 'one
', null);
insert into content_body values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 'one
two
', null);
insert into content_body values ('ses_1m8e2q1es00y85q37em28m5e0k07', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', 'let a;
', null);
insert into content_body values ('ses_1m8e2q1es00y85q37em28m5e0k07', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', 'let b;
', null);
insert into content_body values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '', x'8900ff0a0d');
insert into note values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note_1m8e2q1hp00vjrtq1n09cn6atbb6', 2, '{"kind":"agent","id":"ada","name":"Ada"}', null, 1795768944182);
insert into note values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'note_1m8e2q1tk0290ahp51dv9hzt8b38', 1, '{"kind":"agent","id":"ada","name":"Ada"}', '{"sessionId":"ses_1m8e2q1es00y85q37em28m5e0k07","noteId":"note_1m8e2q1hp00vjrtq1n09cn6atbb6","version":2}', 1795768944467);
insert into note_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note_1m8e2q1hp00vjrtq1n09cn6atbb6', 1, 6, 'Plan', 'ses_1m8e2q1es00y85q37em28m5e0k07', '2c8b08da5ce60398e1f19af0e5dccc744df274b826abe585eaba68c525434806', 4, '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944182);
insert into note_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note_1m8e2q1hp00vjrtq1n09cn6atbb6', 2, 7, 'Plan', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"bob","name":"bob"}', 1795768944198);
insert into note_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note_1m8e2q1jb01tz32j86b9egs3z609', 1, 8, 'Draft', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', 4, '{"kind":"agent","id":"bob","name":"bob"}', 1795768944203);
insert into note_version values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'note_1m8e2q1tk0290ahp51dv9hzt8b38', 1, 1, 'Plan', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'c3f9c8c283a2b1f2f1896f27a01cbe3cddc0c9d93f752e4639035a0f5b36f6e8', 8, '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944467);
insert into former_note values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note_1m8e2q1jb01tz32j86b9egs3z609', '{"kind":"agent","id":"bob","name":"bob"}', null, 1795768944203, 9);
insert into file values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'src/a.ts', 'file_1m8e2q1jq00vgdrfy1q01dh3n5yy', 2, 7, 'utf-8', 'text/plain', 'ses_1m8e2q1es00y85q37em28m5e0k07', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944215, 1795768944222);
insert into file values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'a.png', 'file_1m8e2q1k2001hd722cq43g5m4x9e', 1, 5, 'base64', 'image/png', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944226, 1795768944226);
insert into file values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'a.png', 'file_1m8e2q1tk03yk22nf6skhb47qfx9', 1, 5, 'base64', 'image/png', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944467, 1795768944467);
insert into file values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'src/a.ts', 'file_1m8e2q1tk04gjftw4yqmfsnx0dxe', 1, 7, 'utf-8', 'text/plain', 'ses_1m8e2q1es00y85q37em28m5e0k07', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944467, 1795768944467);
insert into file_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file_1m8e2q1jq00vgdrfy1q01dh3n5yy', 1, 10, 7, 'utf-8', 'text/plain', 'ses_1m8e2q1es00y85q37em28m5e0k07', '1f0aa6b994e5e57a18e419b69f6006377a30e18c70d82868d4e805f7d23cf017', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944215);
insert into file_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file_1m8e2q1jq00vgdrfy1q01dh3n5yy', 2, 11, 7, 'utf-8', 'text/plain', 'ses_1m8e2q1es00y85q37em28m5e0k07', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944222);
insert into file_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file_1m8e2q1k2001hd722cq43g5m4x9e', 1, 12, 5, 'base64', 'image/png', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944226);
insert into file_version values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file_1m8e2q1k601g40ymhtt0hatvvk5k', 1, 13, 4, 'utf-8', 'text/plain', null, '283bb9deef02e6843abfb538efa1eca70801bd8a701c3f98191e123496339247', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944230);
insert into file_version values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'file_1m8e2q1tk03yk22nf6skhb47qfx9', 1, 1, 5, 'base64', 'image/png', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'a684ecb3f6c99f9cd67a656b7ed96be337d7ab488ee2ca31f87ea984a9c81109', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944467);
insert into file_version values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'file_1m8e2q1tk04gjftw4yqmfsnx0dxe', 1, 1, 7, 'utf-8', 'text/plain', 'ses_1m8e2q1es00y85q37em28m5e0k07', '757b99c4a3fa606f631612516895d22a5510f41c812a73aa6c4e55345330c158', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944467);
insert into former_file values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file_1m8e2q1k601g40ymhtt0hatvvk5k', 'old.txt', '{"kind":"agent","id":"ada","name":"Ada"}', 1795768944230, 14);
insert into entity_writer values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note note_1m8e2q1hp00vjrtq1n09cn6atbb6', 'ada');
insert into entity_writer values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note note_1m8e2q1hp00vjrtq1n09cn6atbb6', 'bob');
insert into entity_writer values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'note note_1m8e2q1jb01tz32j86b9egs3z609', 'bob');
insert into entity_writer values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file src/a.ts', 'ada');
insert into entity_writer values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file a.png', 'ada');
insert into entity_writer values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'file old.txt', 'ada');
insert into agent values ('ada', 'Ada', 'Reads dates', '["dates"]', null, '{}', null, 0, 1795768944089, 1795768944422, null, null);
insert into agent values ('bob', 'bob', '', '[]', null, '{}', null, 1, 1795768944113, 1795768944113, null, null);
insert into agent_capability values ('ada', 'dates');
insert into agent_word values ('bob', 'bob');
insert into agent_word values ('bob', 'ob');
insert into agent_word values ('bob', 'b');
insert into agent_word values ('ada', 'ada');
insert into agent_word values ('ada', 'da');
insert into agent_word values ('ada', 'a');
insert into agent_word values ('ada', 'reads');
insert into agent_word values ('ada', 'dates');
insert into agent_stats values ('ada', 'ada', 1795768944467, 2, 2, 0, 0, 1, 1, 4, 1, 0, 1, 15000000001, 1, 5, 0, 0, 0, 0, 1, 0, 0);
insert into agent_stats values ('bob', 'bob', 1795768944208, 1, 0, 1, 0, 1, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
insert into participation values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 'Ada', 1, 1, 1, 4, 1, 0, 1795768944352, 1, 0, 0);
insert into participation values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'bob', 'bob', 0, 1, 2, 0, 0, 0, 1795768944208, 1, 0, 0);
insert into participation values ('ses_1m8e2q1tk00pjvdqbka73xnc48w4', 'ada', 'Ada', 1, 0, 0, 0, 0, 0, 1795768944467, 1, 0, 0);
insert into collaboration values ('ada', 'bob', 1);
insert into rating values ('ada', 'session ses_1m8e2q1es00y85q37em28m5e0k07 bob', 'rat_1m8e2q1sz00qm0jdcmd2cahg0x4q', 5, 'Quick', 1, 'bob', 'ses_1m8e2q1es00y85q37em28m5e0k07', 1795768944447);
insert into webhook values ('whk_1m8e2q1t900yfe5xbk8b4v066j3q', 'http://127.0.0.1:9/', '["session.paused"]', 'ses_1m8e2q1es00y85q37em28m5e0k07', 'session', '49a602008e7d61a53c1981b0765d010f473f9981fc887eb533f8372e0ce50a20', 'wL8nyaG3Hx28sgYdcT6opSJf0SNr9DTFgf6yHBQ0FyjSARIU7eXsLgytLQ==', 1, 0, null, null, null, 0, 1795768944457, 1795768944457, null);
insert into webhook_subscription values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'session.paused', 'whk_1m8e2q1t900yfe5xbk8b4v066j3q');
insert into compute_pool values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'worker', 10000, 0, 10000, null, null, 0, 0, null, 2, 100, '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', 1, 0, 1, 0, 0, null, 1795768944343, 1795768944343);
insert into compute_agent values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 'Ada', 1, 1, 0, 0, 0, 0, 0, 10000, 0, 0, 0, 0, 1000);
insert into job_queue values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'ada', 'sum', 1);
insert into scheduler_clock values ('ses_1m8e2q1es00y85q37em28m5e0k07', 0);
insert into job values ('ses_1m8e2q1es00y85q37em28m5e0k07', 'job_1m8e2q1q0006xde6s6a7t4gy3y8y', 1, 16, 'sum', null, 'pending', 'ada', 'Ada', '{"files":["src/*"]}', '{"wallMs":30000,"cpuMs":10000,"memoryMb":256,"diskMb":64,"maxFiles":1000,"outputBytes":262144}', null, null, 10000, 0, 0, 2, null, '', '', 0, 0, 'null', null, null, '[]', '[]', '{"queueMs":0,"wallMs":0,"cpuMs":0,"peakMemoryMb":0,"outputBytes":0,"estimated":false}', null, null, null, null, null, null, 0, 1795769544352, 1795768944352, 1795768944352, null, null);
insert into job_count values ('ses_1m8e2q1es00y85q37em28m5e0k07', 16, 1, 0, 0);
insert into key_check values (1, 'dpr4cppJqaCDn4kMv2pGCviKd2BSgTt2sQJipZiG2omWcGwQ8g==');
insert into signing_key values ('NCh_nMYRKqxuFX8BZUb1c36H-PBtlmkk4YIkPDQLCBE', 'EfU9xPqkAlGVQEwNxq6Fcgnc1wNEHm-Z-CrJ72aP0fg', '8RJkIZVmrtRGATzGMly8IFehAqeqvBgw/iYfUTJG/ih+7XrRTEev0kmiTMP7Ls504nc0z/h665jjG+gpryCEjvf1iwZJvsaX', 1795768943664);
