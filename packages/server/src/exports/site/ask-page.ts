import { markup } from '../../lib/markup.ts';
import type { Outline } from './outline.ts';
import { renderRows } from './render-rows.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';

/** The asks of the session as a table. */
export async function* askPages({ asks }: Outline, { renderer }: SiteMaker): AsyncGenerator<SitePage> {
  const rows = await renderRows(asks, (part) => ({ kind: 'asks', asks: part }), {
    renderer,
    none: 'No agent has asked a person in this session.',
  });
  yield { path: pathOfTab.asks, tab: 'asks', title: 'Asks', body: markup`${rows}` };
}
