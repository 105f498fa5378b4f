import type { FileWithContent } from '@pairspace/protocol';
import { markup } from '../../lib/markup.ts';
import type { Outline } from './outline.ts';
import type { SiteSource } from './site-source.ts';
import { renderRows } from './render-rows.ts';
import type { Renderer } from './render-thread.ts';
import { addressOfBytes, isShownPicture } from './shown-picture.ts';
import { pathOfTab, type SiteMaker, type SitePage } from './site-page.ts';
import { isMarkdown, type SiteView } from '@pairspace/protocol/site';
import { withoutContent } from '../../lib/without-content.ts';

/** The list of files, and a page with the source of each. */
export async function* filePages(
  { db, sessionId, sections }: SiteSource,
  { files }: Outline,
  { renderer, link }: SiteMaker,
): AsyncGenerator<SitePage> {
  const rows = await renderRows(
    files,
    (part) => ({
      kind: 'files',
      files: part.map(({ about }) => about),
      links: { files: new Map(part.map(({ path, about }) => [about.path, link(pathOfTab.files, path)])) },
    }),
    { renderer, none: 'There are no files in this session.' },
  );
  yield { path: pathOfTab.files, tab: 'files', title: 'Files', body: markup`${rows}` };
  for (const { path, about } of files) {
    const file = await sections.file(db, sessionId, about.path);
    const isPicture = isShownPicture(file);
    const view = file.encoding === 'base64' ? bytesView(file, isPicture) : await textView(file, renderer);
    yield { path, tab: 'files', title: about.path, hasPicture: isPicture, body: await renderer.views(view) };
  }
}

const bytesView = (file: FileWithContent, isPicture: boolean): SiteView => ({
  kind: 'bytes',
  file: withoutContent(file),
  isPicture,
  address: addressOfBytes(file),
});

const textView = async (file: FileWithContent, renderer: Renderer): Promise<SiteView> => {
  const { path, content } = file;
  const source = await renderer.code(content, path);
  const isDocument = isMarkdown(path) && content.trim() !== '';
  const [words] = isDocument ? await renderer.markdown([content], []) : [];
  return { kind: 'file', file: withoutContent(file), words, source };
};
