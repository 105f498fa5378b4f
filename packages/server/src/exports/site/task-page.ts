import { markup } from '../../lib/markup.ts';
import type { Outline } from './outline.ts';
import { renderRows } from './render-rows.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';

/** The tasks of the session as a table. */
export async function* taskPages({ tasks, session }: Outline, { renderer }: SiteMaker): AsyncGenerator<SitePage> {
  const numbers = new Map(tasks.map(({ id, number }) => [id, number]));
  const rows = await renderRows(
    tasks,
    (part) => ({
      kind: 'tasks',
      tasks: part,
      after: new Map(part.map(({ id, dependsOn }) => [id, dependsOn.flatMap((other) => numbers.get(other) ?? [])])),
      seats: session.agents,
    }),
    { renderer, none: 'There are no tasks in this session.' },
  );
  yield { path: pathOfTab.tasks, tab: 'tasks', title: 'Tasks', body: markup`${rows}` };
}
