import type { Event } from '@pairspace/protocol';
import { pathOfJobs } from './job-pages.ts';
import { pathOfVersion } from './note-pages.ts';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';
import { timelineParts } from './timeline.ts';
import { turn } from './turn.ts';
import { entryId, type Links, type SiteEntry, type SiteView, versionKey } from '@pairspace/protocol/site';

/** A summary of the session, and its timeline on as many pages as needed. */
export async function* overviewPages(source: SiteSource, outline: Outline, maker: SiteMaker): AsyncGenerator<SitePage> {
  const { renderer, link } = maker;
  const linksOf = linkMaker(outline, maker);
  const parts = timelineParts(source, outline, renderer);
  const firstSeqs: number[] = [];
  let part = await parts.next();
  for (let number = 1; !part.done; number++) {
    const entries = part.value;
    part = await parts.next();
    const path = pathOf(number);
    firstSeqs.push(entries[0]?.event.seq ?? 0);
    const turning = turn({ number, goesOn: part.done !== true, pathOf, link: (to) => link(path, to), words });
    const pageOf = (seq: number) => pathOf(firstSeqs.findLastIndex((first) => first <= seq) + 1);
    const seats = outline.session.agents;
    const timeline: SiteView = { kind: 'entries', entries, seats, links: linksOf(path, entries, pageOf) };
    yield {
      path,
      tab: 'overview',
      title: number === 1 ? 'Overview' : `Timeline, page ${String(number)}`,
      body: await renderer.views(
        ...(number === 1 ? [summary(outline)] : []),
        { kind: 'heading', title: 'Timeline in UTC' },
        ...turning,
        timeline,
        ...turning,
      ),
    };
  }
}

const pathOf = (number: number): string => (number === 1 ? pathOfTab.overview : `timeline/${String(number)}.html`);

const words = { label: 'Pages of the timeline', back: 'Earlier', on: 'Later' };

const summary = ({ session, notes, files, jobs, messageCount }: Outline): SiteView => ({
  kind: 'summary',
  session,
  holds: { message: messageCount, note: notes.length, file: files.length, job: jobs.size },
});

const isOf = <Subject extends 'task' | 'ask'>(
  subject: Subject,
  event: Event,
): event is Extract<Event, { event: `${Subject}.${string}` }> => event.event.startsWith(`${subject}.`);

/** Finds the pages of entities that entries name. */
const linkMaker = ({ notes, files, jobs }: Outline, { link }: SiteMaker) => {
  const noteById = new Map(notes.map((note) => [note.about.id, note]));
  const fileByPath = new Map(files.map((file) => [file.about.path, file]));
  return (from: string, entries: readonly SiteEntry[], pageOf: (seq: number) => string): Links => {
    const links = {
      entries: new Map<number, string>(),
      notes: new Map<string, string>(),
      files: new Map<string, string>(),
      jobs: new Map<string, string>(),
      tasks: new Map<string, string>(),
      asks: new Map<string, string>(),
    };
    const toEntry = (seq: number) => links.entries.set(seq, link(from, pageOf(seq), entryId(seq)));
    for (const { event, quoted } of entries) {
      if (quoted) toEntry(quoted.seq);
      if (event.event === 'message.unread') toEntry(event.data.seq);
      if (event.event === 'note.created' || event.event === 'note.updated') {
        const { id, version } = event.data;
        const note = noteById.get(id);
        if (note) links.notes.set(versionKey(id, version), link(from, pathOfVersion(note, version)));
      }
      if (isOf('ask', event)) links.asks.set(event.data.id, link(from, pathOfTab.asks, event.data.id));
      if (isOf('task', event)) links.tasks.set(event.data.id, link(from, pathOfTab.tasks, event.data.id));
      const file = event.event === 'file.updated' ? fileByPath.get(event.data.path) : undefined;
      if (file) links.files.set(file.about.path, link(from, file.path));
      const job = event.event === 'job.updated' ? jobs.get(event.data.id) : undefined;
      if (job) links.jobs.set(job.card.id, link(from, pathOfJobs(job.page), job.card.id));
    }
    return links;
  };
};
