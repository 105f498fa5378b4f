import { filePages } from './file-pages.ts';
import { jobPages } from './job-pages.ts';
import { notePages } from './note-pages.ts';
import type { Outline, SiteSource } from './outline.ts';
import { overviewPages } from './overview-pages.ts';
import { peoplePages } from './people-page.ts';
import type { Renderer } from './render-thread.ts';
import type { LinkTo, SitePage } from './site-page.ts';

/** All pages of a session's site, one at a time. */
export async function* sitePages(
  source: SiteSource,
  outline: Outline,
  renderer: Renderer,
  link: LinkTo,
): AsyncGenerator<SitePage> {
  yield* overviewPages(source, outline, renderer, link);
  yield* notePages(source, outline, renderer, link);
  yield* filePages(source, outline, renderer, link);
  yield* jobPages(source, outline, link);
  yield* peoplePages(source, outline);
}
