import { entryId, type EntryLinks, timeHtml } from '../../events/entry-html.ts';
import { markup, type Markup } from '../../lib/markup.ts';
import { countText, factList, nameHtml } from './facts.ts';
import type { Outline, SiteSource } from './outline.ts';
import type { Renderer } from './render-thread.ts';
import { type LinkTo, pathOfTab, type SitePage } from './site-page.ts';
import { timelineParts } from './timeline.ts';
import { turnPage } from './turn-page.ts';

/** The session in a few words, and its timeline: on the first page, and on as many more as it takes. */
export async function* overviewPages(
  source: SiteSource,
  outline: Outline,
  renderer: Renderer,
  link: LinkTo,
): AsyncGenerator<SitePage> {
  const pathOfNote = new Map(outline.notes.map(({ path, about }) => [about.id, path]));
  const pathOfFile = new Map(outline.files.map(({ path, about }) => [about.path, path]));
  const parts = timelineParts(source, outline.session.lastSeq, renderer);
  const firstSeqs: number[] = [];
  let part = await parts.next();
  for (let number = 1; !part.done; number++) {
    const following = await parts.next();
    const path = pathOf(number);
    firstSeqs.push(part.value.firstSeq);
    const links: EntryLinks = {
      named: ({ note, file }) => {
        const named = pathOfNote.get(note ?? '') ?? pathOfFile.get(file ?? '');
        return named && link(path, named);
      },
      entry: (seq) => link(path, pathOf(firstSeqs.findLastIndex((first) => first <= seq) + 1), entryId(seq)),
    };
    const turn = turnPage({ number, goesOn: following.done !== true, pathOf, link: (to) => link(path, to), words });
    yield {
      path,
      tab: 'overview',
      title: number === 1 ? 'Overview' : `Timeline, page ${String(number)}`,
      body: markup`${number === 1 && summary(outline)}<h2>Timeline <small>in UTC</small></h2>
${turn}${part.value.html(links)}${turn}`,
    };
    part = following;
  }
}

const pathOf = (number: number): string => (number === 1 ? pathOfTab.overview : `timeline/${String(number)}.html`);

const words = { label: 'Pages of the timeline', back: 'Earlier', on: 'Later' };

const summary = ({ session, notes, files, jobCount, messageCount }: Outline): Markup => {
  const { creator, agents, forkedFrom, completedAt } = session;
  const partners = agents.filter(({ agentId }) => agentId !== creator.agentId);
  return factList([
    [
      'Status',
      markup`<span class="tag status-${session.status}">${session.status}</span> <span class="tag">${session.visibility}</span> <span class="tag">${session.mode}</span>`,
    ],
    ['Creator', nameHtml(creator.agentName)],
    [
      'Partners',
      partners.length > 0 && partners.map(({ agentName }, index) => [index > 0 && ', ', nameHtml(agentName)]),
    ],
    ['Forked from', forkedFrom !== null && markup`<code>${forkedFrom.sessionId}</code> at ${forkedFrom.seq}`],
    ['Created', timeHtml(session.createdAt)],
    ['Last activity', timeHtml(session.lastActivityAt)],
    ['Completed', completedAt !== null && timeHtml(completedAt)],
    [
      'Holds',
      [
        countText(messageCount, 'message'),
        countText(notes.length, 'note'),
        countText(files.length, 'file'),
        countText(jobCount, 'job'),
      ].join(', '),
    ],
    ['Id', markup`<code>${session.id}</code>`],
  ]);
};
