import { type Event, inQuotes, jobTypeWords, messageTypeWords, someone, word } from '@pairspace/protocol';
import { colourOf } from '../terminal/palette.ts';
import { line, quoted } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

type Data = Readonly<Record<string, unknown>>;

const told = (data: Data, field: string, words: (text: string) => string): string => {
  const value = data[field];
  return typeof value === 'string' || typeof value === 'number' ? words(String(value)) : '';
};

/** An id, a status or a number. */
const wordOf = (data: Data, field: string): string => told(data, field, word);

/** Text that a peer chose. */
const nameOf = (data: Data, field: string): string => told(data, field, inQuotes);

const textContentOf = ({ content }: { readonly content?: unknown }): string =>
  typeof content === 'string' ? content : '';

type Describe = (data: Data) => string;

const whatHappened: Readonly<Partial<Record<Event['event'], Describe>>> = {
  'session.created': (data) => `opened the session ${nameOf(data, 'name')}`,
  'session.updated': (data) =>
    `changed the session, which is ${wordOf(data, 'status')} and ${wordOf(data, 'visibility')} now, with ${wordOf(data, 'maxAgents')} seats`,
  'session.completed': () => 'completed the session',
  'session.paused': () => 'paused the session',
  'session.stalled': () => 'the session has stalled',
  'session.joined': (data) => `joined as ${wordOf(data, 'role')}`,
  'session.deleted': () => 'deleted the session',
  'observer.joined': (data) => `began to watch as ${nameOf(data, 'name')}`,
  'agent.disconnected': (data) => `${wordOf(data, 'agentId')} has disconnected`,
  'message.unread': (data) => `${wordOf(data, 'agentId')} has not read message #${wordOf(data, 'seq')}`,
  'note.created': (data) => `made the note ${nameOf(data, 'title')} (${wordOf(data, 'id')})`,
  'note.updated': (data) => `wrote version ${wordOf(data, 'version')} of the note ${nameOf(data, 'title')}`,
  'note.deleted': (data) => `deleted the note ${wordOf(data, 'id')}`,
  'file.updated': (data) => `wrote version ${wordOf(data, 'version')} of ${nameOf(data, 'path')}`,
  'file.deleted': (data) => `deleted ${nameOf(data, 'path')}`,
  'compute.updated': (data) => `set the budget: ${wordOf(data, 'remainingCredits')} credits are left`,
  'job.updated': (data) =>
    `job ${wordOf(data, 'id')} (${told(data, 'type', jobTypeWords)}) is ${wordOf(data, 'status')}`,
};

/** An event as a line, with the text of a message quoted below it. */
export const describeEvent = (
  { seq, event, timestamp, actor, data }: Event,
  { palette, columns }: Pick<Terminal, 'palette' | 'columns'>,
): string => {
  const time = `${timestamp.slice(11, 19)}Z`;
  const who = actor.kind === 'system' ? 'system' : someone(actor.id, actor.name);
  const head = `${palette('dim', line`${time} #${seq}`)} ${palette(colourOf(actor.id), who)}`;
  if (event === 'message.created') {
    const kind = told(data, 'msgType', messageTypeWords);
    const content = textContentOf(data);
    return `${head}${kind === 'chat' ? '' : ` ${palette('dim', kind)}`}\n${quoted(content, columns)}`;
  }
  const what = Object.hasOwn(whatHappened, event) ? whatHappened[event]?.(data) : undefined;
  return `${head} ${what ?? word(event)}`;
};
