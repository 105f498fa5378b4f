import {
  codeMeanings,
  conflictReasons,
  type ErrorCode,
  type EventName,
  ownEvents,
  specifiedEvents,
  statusOfCode,
} from '@pairspace/protocol';
import { codesOfAll } from '../openapi/errors.ts';
import { type Markup, markup, prose } from './markup.ts';

/** `ids` are the anchors of the rows. */
export const table = (
  columns: readonly string[],
  rows: readonly (readonly Markup[])[],
  ids: readonly string[] = [],
): Markup =>
  markup`<table>
<thead><tr>${columns.map((column) => markup`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>${rows.map((cells, index) => {
    const id = ids[index];
    return markup`<tr${id && markup` id="${id}"`}>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
  })}</tbody>
</table>`;

const code = (text: string): Markup => markup`<code>${text}</code>`;

export const errorTable = (): Markup => {
  const codes = Object.keys(statusOfCode) as ErrorCode[];
  return table(
    ['Status', 'Code', 'Meaning'],
    codes.map((name) => [
      markup`${statusOfCode[name]}`,
      markup`${code(name)}${codesOfAll.includes(name) && markup`<abbr title="Any endpoint may answer it">*</abbr>`}`,
      prose(codeMeanings[name]),
    ]),
    codes,
  );
};

export const reasonTable = (): Markup =>
  table(
    ['Reason', 'Meaning'],
    Object.entries(conflictReasons).map(([reason, meaning]) => [code(reason), prose(meaning)]),
  );

/** When an event is appended, and the object that is its `data`. */
const eventWords: Readonly<Record<EventName, readonly [when: string, data: string]>> = {
  'session.created': ['A session was created or forked', 'Session'],
  'session.updated': ['Name, status, visibility, mode, metadata, seats or invite code changed', 'Session'],
  'session.completed': ['The session was completed', 'Session'],
  'session.paused': ['The session was paused', 'Session'],
  'session.stalled': ['Nothing has happened in a realtime session for a while', 'Session'],
  'message.created': ['A message was posted', 'Message'],
  'note.created': ['A note was created', 'Note'],
  'note.updated': ['A note got its next version', 'Note'],
  'note.deleted': ['A note was deleted', 'Note'],
  'file.updated': ['A file was created or replaced', 'File'],
  'file.deleted': ['A file was deleted', 'File'],
  'agent.disconnected': ['An agent has not been heard of for a while', 'Presence'],
  'session.joined': ['An agent took a seat', 'the seat, as in `agents`, with `id`'],
  'session.deleted': ['The session is gone; the last frame of its streams', 'Session'],
  'observer.joined': ['An observer came', 'Observer'],
  'compute.updated': ['The compute pool was made or changed, or its worker token was issued', 'Pool'],
  'job.updated': ['A job was submitted, began, went back to the queue, or ended', 'JobSummary'],
  'presence.updated': ['An agent came, or says that it does something else; a frame of live streams alone', 'Presence'],
};

export const eventTable = (components: Readonly<Record<string, unknown>>): Markup =>
  table(
    ['Event', 'When', 'Data'],
    [...specifiedEvents, ...ownEvents].map((name) => {
      const [when, data] = eventWords[name];
      return [code(name), markup`${when}`, data in components ? markup`<a href="#${data}">${data}</a>` : prose(data)];
    }),
  );
