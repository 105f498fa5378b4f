import { askPages } from './ask-page.ts';
import { filePages } from './file-pages.ts';
import { jobPages } from './job-pages.ts';
import { notePages } from './note-pages.ts';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import { overviewPages } from './overview-pages.ts';
import { peoplePages } from './people-page.ts';
import { taskPages } from './task-page.ts';
import type { SiteMaker, SitePage } from './site-page.ts';

/** All pages of a session's site, one at a time. */
export async function* sitePages(source: SiteSource, outline: Outline, maker: SiteMaker): AsyncGenerator<SitePage> {
  yield* overviewPages(source, outline, maker);
  yield* taskPages(outline, maker);
  yield* askPages(outline, maker);
  yield* notePages(source, outline, maker);
  yield* filePages(source, outline, maker);
  yield* jobPages(source, outline, maker);
  yield* peoplePages(source, outline, maker);
}
