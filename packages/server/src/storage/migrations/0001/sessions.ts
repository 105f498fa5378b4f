/** Sessions, and the agents and observers that take part in them. */
const session = `
  -- last_hash is the hash of the newest event, and of the session id before the first one. quiet_since is the time since which an active realtime session goes
  -- without work; it is null after the service told of the stall. kept_bytes counts the answers that are kept for the keys of requests. chatter is the
  -- run of messages at the end of the talk that say nothing, as JSON. unproven_seq is the last event of a log that was
  -- imported without the checkpoint of a known key.
  create table session (
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
    invite_used_up bigint not null,
    imported_at bigint,
    unproven_seq bigint not null default 0
  );
  create index session_by_visibility on session (visibility, id);
  create index session_by_status on session (visibility, status, id);
  create index session_by_quiet on session (quiet_since) where status = 'active' and mode = 'realtime';
  create index session_by_invite_code on session (invite_code);

  create table deletion (session_id text primary key);

  -- The id of a session that is being imported. What is stored under it is invisible until its session has a row, and is
  -- swept when the claim was not renewed until alive_until.
  create table session_import (
    session_id text primary key,
    claim text not null,
    alive_until bigint not null
  );
  create index session_import_by_end on session_import (alive_until);

  -- A seat has the positions of its agent in the log and in its inbox. last_write_at is null before the first write, and
  -- last_write_seq is the event of the newest.
  -- seat_by_age finds the seat that was taken first under an id: its agent alone may protect the id (MOD-8).
  -- The inbox of a seat begins after joined_seq: earlier rows are of an agent that had a seat under the same id before.
  -- key_line is the line to which the seat belongs. news_at is the time of the oldest entry of the inbox that is not
  -- read; only seats of a line have it.
  create table seat (
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
    joined_seq bigint not null default 0,
    key_line text,
    news_at bigint,
    primary key (session_id, agent_id)
  );
  create index seat_by_agent on seat (agent_id, session_id);
  create index seat_by_age on seat (agent_id, joined_at);
  create index seat_by_key on seat (key_line, session_id) where key_line is not null;
  create index seat_by_news on seat (key_line, news_at, session_id) where news_at is not null;

  -- rights are words between spaces. vouched says that the operator gave them. A token has those of its observer.
  create table observer (
    session_id text not null,
    id text not null,
    name text not null,
    invited bigint not null,
    joined_at bigint not null,
    rights text not null default '',
    vouched bigint not null default 0,
    primary key (session_id, id)
  );

  -- By which capabilities one was made, through any number of steps; maker is the name of one. A row goes when what was
  -- made has ended with its maker. session_id is empty outside of sessions.
  create table origin (
    session_id text not null,
    kind text not null,
    id text not null,
    maker text not null,
    primary key (session_id, kind, id, maker)
  );
  create index origin_by_maker on origin (maker, session_id, kind, id);

  -- keyed says that the token came with a create key.
  create table token (
    hash text primary key,
    session_id text not null,
    role text not null,
    holder_id text not null,
    holder_name text not null,
    issued_to_creator bigint not null,
    invited bigint not null,
    created_at bigint not null,
    rights text not null default '',
    vouched bigint not null default 0,
    keyed bigint not null default 0
  );
  create index token_by_session on token (session_id, holder_id);

  -- missed_periods counts the periods without a heartbeat that the service has handled. reach is the JSON with which
  -- the adapter of the agent says how the agent can be woken.
  create table presence (
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
  create index presence_by_silence on presence (missed_periods, expires_at);
`;

/** The log, and the tables that are derived from it. */
const log = `
  -- An index for each kind of event that changes a session itself finds the last one at once, and counts observers without
  -- reading their events. SQLite makes a table of the names of an in for each insertion, which takes a third of the time
  -- of an event; names that are compared one by one cost next to nothing.
  create table event (
    session_id text not null,
    seq bigint not null,
    event text not null,
    at bigint not null,
    actor_kind text not null,
    actor_id text not null,
    actor_name text not null,
    hash text not null,
    data text not null,
    -- The message, note, file, task, ask or job that the event made or changed.
    entity_id text,
    -- What the event added to the stored bytes of the session beside itself; null for nothing.
    bytes bigint,
    -- Only messages have these: whom the message mentions as JSON, the message that it replies to, and the first message
    -- of the thread.
    msg_type text,
    named text,
    reply_seq bigint,
    thread_seq bigint,
    primary key (session_id, seq)
  );
  create index event_of_message on event (session_id, seq) where event = 'message.created';
  create index event_of_person on event (session_id, seq) where event = 'message.created' and actor_kind = 'observer';
  create index event_of_entity on event (session_id, entity_id, seq) where entity_id is not null;
  create index message_by_type on event (session_id, msg_type, seq) where msg_type <> 'chat';
  create index message_by_reply on event (session_id, reply_seq, actor_id) where reply_seq is not null;
  create index event_of_whole_session on event (session_id, seq) where event = 'session.created'
    or event = 'session.updated' or event = 'session.completed' or event = 'session.paused'
    or event = 'session.imported';
  create index event_of_seat on event (session_id, seq) where event = 'session.joined';
  create index event_of_observer on event (session_id, seq) where event = 'observer.joined';
  create index event_of_observer_gone on event (session_id, seq) where event = 'observer.removed';

  -- Counts the messages before every 256th event.
  create table message_mark (
    session_id text not null,
    seq bigint not null,
    messages bigint not null,
    primary key (session_id, seq)
  );

  -- One row for each agent that a message mentions, until the agent has read the message, or its author was told that the
  -- agent has not.
  create table unread_mention (
    session_id text not null,
    agent_id text not null,
    seq bigint not null,
    posted_at bigint not null,
    primary key (session_id, agent_id, seq)
  );
  create index unread_mention_by_time on unread_mention (posted_at);

  -- One row for each event and agent that it concerns. ordinal counts the rows of an agent from 1, so that the number of
  -- rows between two positions is a difference.
  create table inbox (
    session_id text not null,
    agent_id text not null,
    seq bigint not null,
    ordinal bigint not null,
    reason text not null,
    primary key (session_id, agent_id, seq)
  );

  -- The log up to seq never changes, so the text of a transcript need not be stored.
  create table transcript (
    session_id text not null,
    format text not null,
    seq bigint not null,
    generated_at bigint not null,
    primary key (session_id, format)
  );
`;

export const sessions = session + log;
