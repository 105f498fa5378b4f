import type { Event, LoggedName, File, Message, Note, Observer, Seat, Session } from '@pairspace/protocol';

/** Text that somebody chose, and what it names: a note by its id, a file by its path. */
export interface Chosen {
  chosen: string;
  note?: string;
  file?: string;
}

/** What happened, as a sentence without its subject: the service's own words, and text that somebody chose. */
export type Phrase = readonly (string | Chosen)[];

interface Entities {
  'session.created': Session;
  'session.updated': Session;
  'session.completed': Session;
  'session.paused': Session;
  'session.stalled': unknown;
  'session.joined': Seat;
  'session.deleted': unknown;
  'observer.joined': Observer;
  'message.created': Message;
  'note.created': Note;
  'note.updated': Note;
  'note.deleted': Note;
  'file.updated': File;
  'file.deleted': File;
  'agent.disconnected': { agentName: string };
}

const phrases: { [Name in LoggedName]: (data: Entities[Name]) => Phrase } = {
  'session.created': ({ name, visibility, mode, maxAgents, forkedFrom }) => [
    'created the session ',
    { chosen: name },
    ` (${visibility}, ${mode}, ${String(maxAgents)} seats)`,
    ...(forkedFrom ? [' from ', { chosen: forkedFrom.sessionId }, ` as it was at ${String(forkedFrom.seq)}`] : []),
  ],
  'session.updated': ({ name, status, visibility, mode }) => [
    'set the session ',
    { chosen: name },
    ` to ${status}, ${visibility}, ${mode}`,
  ],
  'session.completed': () => ['completed the session'],
  'session.paused': () => ['paused the session'],
  'session.stalled': () => ['noticed that the session has stalled'],
  'session.joined': ({ role }) => [`joined as ${role}`],
  'session.deleted': () => ['deleted the session'],
  'observer.joined': ({ invited }) => [`came to observe, ${invited ? 'invited' : 'uninvited'}`],
  'message.created': ({ msgType }) => [msgType === 'chat' ? 'said' : `said (${msgType})`],
  'note.created': ({ id, title }) => ['created the note ', { chosen: title, note: id }],
  'note.updated': ({ id, title, version }) => [
    `wrote version ${String(version)} of the note `,
    { chosen: title, note: id },
  ],
  'note.deleted': ({ title }) => ['deleted the note ', { chosen: title }],
  'file.updated': ({ path, version, size }) => [
    version === 1 ? 'created the file ' : `wrote version ${String(version)} of the file `,
    { chosen: path, file: path },
    ` (${String(size)} bytes)`,
  ],
  'file.deleted': ({ path }) => ['deleted the file ', { chosen: path }],
  'agent.disconnected': ({ agentName }) => ['no longer hears from ', { chosen: agentName }],
};

/** Says what an event tells of. */
export const describeEvent = ({ event, data }: Pick<Event, 'event' | 'data'>): Phrase =>
  (phrases[event] as (data: unknown) => Phrase)(data);
