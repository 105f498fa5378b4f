import type { Migration } from './migration.ts';

/**
 * What makes the state of a session after any event cheap to know: how many messages came before every 256th event,
 * how many jobs there were after each change of one, and an index of the events that change a session itself.
 */
export const past: Migration = {
  version: 20,
  name: 'past',
  sql: `
    create table message_mark (
      session_id text not null,
      seq bigint not null,
      messages bigint not null,
      primary key (session_id, seq)
    );
    insert into message_mark (session_id, seq, messages)
      select session_id, (seq / 256 + 1) * 256, sum(count(*)) over (partition by session_id order by seq / 256)
      from message group by session_id, seq / 256;

    create table job_tally (
      session_id text not null,
      seq bigint not null,
      pending bigint not null,
      running bigint not null,
      ended bigint not null,
      primary key (session_id, seq)
    );
    insert into job_tally (session_id, seq, pending, running, ended)
      select session_id, last_seq, pending, running, last_number - pending - running
      from compute_pool join session on id = session_id;

    create index event_of_session on event (session_id, seq) where event in
      ('session.created', 'session.updated', 'session.completed', 'session.paused', 'session.joined',
        'observer.joined', 'observer.removed');
  `,
};
