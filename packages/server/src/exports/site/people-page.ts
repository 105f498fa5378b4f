import { eachOf, pageOf } from '../sections.ts';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';

/** The greatest number of listed observers; a public session can have any number. */
const listedObservers = 1000;

/** The agents and observers of the session. */
export async function* peoplePages(
  { db, sessionId, sections }: SiteSource,
  { session }: Outline,
  { renderer }: SiteMaker,
): AsyncGenerator<SitePage> {
  const observers = [];
  for await (const observer of eachOf((page) => sections.lists.observers(db, sessionId, page), pageOf.small)) {
    observers.push(observer);
    if (observers.length === listedObservers) break;
  }
  const more = session.observerCount - observers.length;
  const people = await renderer.views(
    { kind: 'people', seats: session.agents },
    { kind: 'observers', observers, more },
  );
  yield { path: pathOfTab.people, tab: 'people', title: 'People', body: people };
}
