import { type Entry, entryMaker } from '../../events/entry.ts';
import { entryHtml, type EntryLinks } from '../../events/entry-html.ts';
import { scanLog } from '../../events/scan-log.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import type { SiteSource } from './outline.ts';
import type { Renderer } from './render-thread.ts';

/** A page of the timeline ends after so many entries, or so much said. */
const entriesAPage = 500;
const charactersAPage = 256 * 1024;

interface TimelinePart {
  firstSeq: number;
  html: (links: EntryLinks) => Markup;
}

/** The log as people read it, in parts that a browser shows without effort. */
export async function* timelineParts(
  { db, sessionId }: SiteSource,
  until: number,
  renderer: Renderer,
): AsyncGenerator<TimelinePart> {
  const entryOf = entryMaker();
  let part: Entry[] = [];
  let characters = 0;
  for await (const row of scanLog(db, sessionId, until)) {
    part.push(entryOf(row));
    characters += part.at(-1)?.message?.content.length ?? 0;
    if (part.length < entriesAPage && characters < charactersAPage) continue;
    yield await timelinePart(part, renderer);
    part = [];
    characters = 0;
  }
  if (part.length > 0) yield await timelinePart(part, renderer);
}

const timelinePart = async (entries: readonly Entry[], renderer: Renderer): Promise<TimelinePart> => {
  const words = await renderer.markdown(entries.flatMap(({ message }) => (message ? [message.content] : [])));
  const html = (links: EntryLinks): Markup => {
    let said = 0;
    const told = entries.map((entry, index) => {
      const startsDay = index === 0 || entry.startsDay;
      return entryHtml({ ...entry, startsDay }, entry.message && words[said++], links);
    });
    return markup`<section class="timeline" aria-label="Timeline">
${told}</section>
`;
  };
  return { firstSeq: entries[0]?.seq ?? 0, html };
};
