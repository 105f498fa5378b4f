import { timeHtml } from '../../events/entry-html.ts';
import { markup } from '../../lib/markup.ts';
import { eachOf, pageOf } from '../sections.ts';
import { nameHtml, table } from './facts.ts';
import type { Outline, SiteSource } from './outline.ts';
import { pathOfTab, type SitePage } from './site-page.ts';

/** How many observers are listed; a public session can have any number. */
const listedObservers = 1000;

/** Who took part, and who watched. */
export async function* peoplePages(
  { db, sessionId, sections }: SiteSource,
  { session }: Outline,
): AsyncGenerator<SitePage> {
  const observers = [];
  for await (const observer of eachOf((page) => sections.observers(db, sessionId, page), pageOf.small)) {
    observers.push(observer);
    if (observers.length === listedObservers) break;
  }
  const more = session.observerCount - observers.length;
  yield {
    path: pathOfTab.people,
    tab: 'people',
    title: 'People',
    body: markup`<h2>Agents</h2>
${table(
  ['Name', 'Id', 'Role', 'Joined'],
  session.agents.map(({ agentName, agentId, role, joinedAt }) => [
    nameHtml(agentName),
    markup`<code>${agentId}</code>`,
    role,
    timeHtml(joinedAt),
  ]),
)}<h2>Observers</h2>
${
  observers.length === 0
    ? markup`<p>Nobody observes this session.</p>`
    : table(
        ['Name', 'Came', 'Invited'],
        observers.map(({ name, joinedAt, invited }) => [nameHtml(name), timeHtml(joinedAt), invited ? 'yes' : 'no']),
      )
}${more > 0 && markup`<p class="soft">and ${more} more, in the export as JSON</p>`}`,
  };
}
