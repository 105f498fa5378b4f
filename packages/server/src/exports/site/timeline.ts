import type { Event, Seat } from '@pairspace/protocol';
import type { EventRow } from '../../events/event-row.ts';
import { scanLog } from '../../events/scan-log.ts';
import { isoTime } from '../../lib/clock.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import type { Renderer } from './render-thread.ts';
import type { Rendered, SiteEntry } from '@pairspace/protocol/site';

/** The limits of a page of the timeline: entries, and characters. */
const entriesAPage = 500;
const charactersAPage = 256 * 1024;

/** The number of messages that are kept to quote the origin of a reply, and the length of a quotation. */
const rememberedMessages = 10_000;
const quotedCharacters = 200;

type Quoted = NonNullable<SiteEntry['quoted']>;

/** The log in readable form, in parts that a browser can show easily. */
export async function* timelineParts(
  { db, sessionId }: SiteSource,
  { session, jobs }: Pick<Outline, 'session' | 'jobs'>,
  renderer: Renderer,
): AsyncGenerator<SiteEntry[]> {
  const recent = new RecentMap<string, Quoted>(rememberedMessages);
  const readable = (events: readonly Event[]) =>
    readableEntries(events, { recent, jobs, seats: session.agents, renderer });
  let part: Event[] = [];
  let characters = 0;
  for await (const row of scanLog(db, sessionId, session.lastSeq)) {
    const event = eventOf(row);
    part.push(event);
    if (event.event === 'message.created') characters += event.data.content.length;
    if (part.length < entriesAPage && characters < charactersAPage) continue;
    yield await readable(part);
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield await readable(part);
}

/** A stored event without the content of a note, which the note's own page shows. */
const eventOf = ({ seq, event, at, actor_kind, actor_id, actor_name, data: json }: EventRow): Event => {
  const data = JSON.parse(json) as Event['data'];
  if (event.startsWith('note.') && 'content' in data) data.content = '';
  const actor = { kind: actor_kind, id: actor_id, name: actor_name };
  return { seq, event, timestamp: isoTime(at), actor, data } as Event;
};

interface Reading {
  recent: RecentMap<string, Quoted>;
  jobs: Outline['jobs'];
  seats: readonly Seat[];
  renderer: Renderer;
}

const readableEntries = async (events: readonly Event[], reading: Reading): Promise<SiteEntry[]> => {
  const { recent, jobs, seats, renderer } = reading;
  const contents = events.flatMap(({ event, data }) => (event === 'message.created' ? [data.content] : []));
  const words = await renderer.markdown(
    contents,
    seats.map(({ agentId }) => agentId),
  );
  let next = 0;
  return events.map((event): SiteEntry => {
    if (event.event === 'message.created') {
      const { id, replyTo, authorName, content } = event.data;
      const quoted = replyTo === null ? undefined : recent.get(replyTo);
      recent.set(id, { seq: event.seq, authorName, content: content.slice(0, quotedCharacters) });
      const spoken = words[next++];
      const silent = { ...event, data: { ...event.data, content: '', metadata: {} } };
      return { event: silent, ...(spoken && { words: onlyShown(spoken) }), ...(quoted && { quoted }) };
    }
    const isSubmitted = event.event === 'job.updated' && event.data.status === 'pending' && event.data.attempt === 0;
    const job = isSubmitted ? jobs.get(event.data.id)?.card : undefined;
    return { event, ...(job && { job }) };
  });
};

/** A rendered text is sent to the thread without its source. */
const onlyShown = ({ text, html }: Rendered): Rendered => ({ text: html === undefined ? text : '', html });
