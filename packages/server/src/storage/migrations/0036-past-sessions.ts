import type { Migration } from './migration.ts';

/**
 * An index for each kind of event that changes a session itself, in place of one for all of them: what told of the
 * session last is found at once, and observers are counted without reading their events, however many came and went.
 */
export const pastSessions: Migration = {
  version: 36,
  name: 'past sessions',
  sql: `
    create index event_of_whole_session on event (session_id, seq) where event in
      ('session.created', 'session.updated', 'session.completed', 'session.paused');
    create index event_of_seat on event (session_id, seq) where event = 'session.joined';
    create index event_of_observer on event (session_id, seq) where event = 'observer.joined';
    create index event_of_observer_gone on event (session_id, seq) where event = 'observer.removed';
    drop index event_of_session;
  `,
};
