import type { Event } from '@pairspace/protocol';
import { colourOf } from '../terminal/palette.ts';
import { line, peerLine, quoted } from '../terminal/peer-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

const textOf = (data: Readonly<Record<string, unknown>>, name: string): string => {
  const value = data[name];
  return typeof value === 'string' || typeof value === 'number' ? peerLine(String(value)) : '';
};

const textContentOf = ({ content }: { readonly content?: unknown }): string =>
  typeof content === 'string' ? content : '';

type Describe = (data: Readonly<Record<string, unknown>>) => string;

const whatHappened: Readonly<Partial<Record<Event['event'], Describe>>> = {
  'session.created': (data) => `opened the session "${textOf(data, 'name')}"`,
  'session.updated': (data) => `changed the session: ${textOf(data, 'status')}, ${textOf(data, 'visibility')}`,
  'session.completed': () => 'completed the session',
  'session.paused': () => 'paused the session',
  'session.stalled': () => 'the session has stalled',
  'session.joined': (data) => `joined as ${textOf(data, 'role')}`,
  'session.deleted': () => 'deleted the session',
  'observer.joined': (data) => `began to watch as "${textOf(data, 'name')}"`,
  'agent.disconnected': (data) => `${textOf(data, 'agentId')} has disconnected`,
  'message.unread': (data) => `${textOf(data, 'agentId')} has not read message #${textOf(data, 'seq')}`,
  'note.created': (data) => `made the note "${textOf(data, 'title')}" (${textOf(data, 'id')})`,
  'note.updated': (data) => `wrote version ${textOf(data, 'version')} of the note "${textOf(data, 'title')}"`,
  'note.deleted': (data) => `deleted the note ${textOf(data, 'id')}`,
  'file.updated': (data) => `wrote version ${textOf(data, 'version')} of ${textOf(data, 'path')}`,
  'file.deleted': (data) => `deleted ${textOf(data, 'path')}`,
  'compute.updated': (data) => `set the budget: ${textOf(data, 'remainingCredits')} credits are left`,
  'job.updated': (data) => `job ${textOf(data, 'id')} (${textOf(data, 'type')}) is ${textOf(data, 'status')}`,
};

/** One event as a line, with the words of a message quoted below it. */
export const describeEvent = (
  { seq, event, timestamp, actor, data }: Event,
  { palette, columns }: Pick<Terminal, 'palette' | 'columns'>,
): string => {
  const time = timestamp.slice(11, 19);
  const who = actor.kind === 'system' ? 'system' : peerLine(actor.name);
  const head = `${palette('dim', line`${time} #${seq}`)} ${palette(colourOf(actor.id), who)}`;
  if (event === 'message.created') {
    const kind = textOf(data, 'msgType');
    const content = textContentOf(data);
    return `${head}${kind === 'chat' ? '' : ` ${palette('dim', kind)}`}\n${quoted(content, columns)}`;
  }
  const what = Object.hasOwn(whatHappened, event) ? whatHappened[event]?.(data) : undefined;
  return `${head} ${what ?? peerLine(event)}`;
};
