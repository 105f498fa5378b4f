import type { Migration } from './migration.ts';

/**
 * The session id leads every key, so that the tables can be sharded by it. Times are milliseconds, JSON is text,
 * truth values are 0 and 1.
 */
export const core: Migration = {
  version: 1,
  name: 'core',
  sql: `
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
      last_activity_at bigint not null,
      created_at bigint not null,
      updated_at bigint not null,
      completed_at bigint,
      invite_code text not null,
      invite_expires_at bigint not null,
      invite_used_up bigint not null
    );
    create index session_by_visibility on session (visibility, id);
    create index session_by_status on session (visibility, status, id);

    create table seat (
      session_id text not null,
      agent_id text not null,
      agent_name text not null,
      role text not null,
      position bigint not null,
      joined_at bigint not null,
      primary key (session_id, agent_id)
    );
    create index seat_by_agent on seat (agent_id, session_id);

    create table observer (
      session_id text not null,
      id text not null,
      name text not null,
      invited bigint not null,
      joined_at bigint not null,
      primary key (session_id, id)
    );

    create table token (
      hash text primary key,
      session_id text not null,
      role text not null,
      holder_id text not null,
      holder_name text not null,
      issued_to_creator bigint not null,
      invited bigint not null,
      created_at bigint not null
    );
    create index token_by_session on token (session_id, holder_id);

    create table event (
      session_id text not null,
      seq bigint not null,
      event text not null,
      at bigint not null,
      actor_kind text not null,
      actor_id text not null,
      actor_name text not null,
      data text not null,
      primary key (session_id, seq)
    );

    create table message (
      session_id text not null,
      seq bigint not null,
      id text not null,
      msg_type text not null,
      primary key (session_id, seq)
    );
    create unique index message_by_id on message (session_id, id);
    create index message_by_type on message (session_id, msg_type, seq);

    create table note (
      session_id text not null,
      id text not null,
      version bigint not null,
      created_by text not null,
      copied_from text,
      created_at bigint not null,
      primary key (session_id, id)
    );

    create table note_version (
      session_id text not null,
      note_id text not null,
      version bigint not null,
      seq bigint not null,
      title text not null,
      content text not null,
      editor text not null,
      created_at bigint not null,
      primary key (session_id, note_id, version)
    );

    create table file (
      session_id text not null,
      path text not null,
      id text not null,
      version bigint not null,
      size bigint not null,
      content_hash text not null,
      content text not null,
      created_by text not null,
      last_editor text not null,
      created_at bigint not null,
      updated_at bigint not null,
      primary key (session_id, path)
    );

    create table readiness (id bigint primary key, checks bigint not null);

    create table deletion (session_id text primary key);

    create table idempotency (
      key_hash text primary key,
      request_hash text not null,
      answer text not null,
      created_at bigint not null
    );
    create index idempotency_by_age on idempotency (created_at);
  `,
};
