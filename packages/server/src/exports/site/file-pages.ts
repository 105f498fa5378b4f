import type { FileWithContent } from '@pairspace/protocol';
import { timeHtml } from '../../events/entry-html.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { binaryFile } from './binary-file.ts';
import { editorHtml, factLine, nameHtml, sizeHtml, table } from './facts.ts';
import type { Outline, SiteSource } from './outline.ts';
import type { Renderer } from './render-thread.ts';
import { type LinkTo, pathOfTab, type SitePage } from './site-page.ts';

/** The list of files, and a page with the source of each. */
export async function* filePages(
  { db, sessionId, sections }: SiteSource,
  { files }: Outline,
  renderer: Renderer,
  link: LinkTo,
): AsyncGenerator<SitePage> {
  yield {
    path: pathOfTab.files,
    tab: 'files',
    title: 'Files',
    body:
      files.length === 0
        ? markup`<p>There are no files in this session.</p>`
        : table(
            ['File', 'Size', 'Version', 'Last written by', 'Last written'],
            files.map(({ path, about }) => [
              markup`<a class="path" href="${link(pathOfTab.files, path)}">${nameHtml(about.path)}</a>`,
              sizeHtml(about.size),
              about.version,
              editorHtml(about.lastEditor),
              timeHtml(about.updatedAt),
            ]),
          ),
  };
  for (const { path, about } of files) {
    const file = await sections.file(db, sessionId, about.path);
    const { body, hasPicture } =
      file.encoding === 'base64' ? binaryFile(file) : { body: await textFileHtml(file, renderer), hasPicture: false };
    yield {
      path,
      tab: 'files',
      title: about.path,
      hasPicture,
      body: markup`${factLine([
        sizeHtml(about.size),
        about.mediaType,
        `version ${String(about.version)}`,
        markup`written ${timeHtml(about.updatedAt)} by ${editorHtml(about.lastEditor)}`,
      ])}${body}`,
    };
  }
}

const isMarkdown = (path: string): boolean => /\.(?:md|markdown)$/i.test(path);

/** The source of a file; of Markdown the document, with the source folded up below it. */
const textFileHtml = async ({ path, content, contentHash }: FileWithContent, renderer: Renderer): Promise<Markup> => {
  const source = sourceHtml(content, await renderer.code(content, path), contentHash);
  if (!isMarkdown(path) || content.trim() === '') return source;
  const [document] = await renderer.markdown([content]);
  return markup`<article class="document words" dir="auto">
${document}</article>
<details>
<summary>Source</summary>
${source}</details>
`;
};

/** Lines with their numbers beside them, which are not copied with the text. */
const sourceHtml = (content: string, colored: Markup, hash: string): Markup => {
  if (content === '') return markup`<p class="soft">This file is empty.</p>`;
  const lines = content.split('\n').length - (content.endsWith('\n') ? 1 : 0);
  const numbers = Array.from({ length: lines }, (_, index) => String(index + 1)).join('\n');
  return markup`<div class="source"><pre class="numbers" aria-hidden="true">${numbers}</pre><pre class="code" tabindex="0"><code>${colored}</code></pre></div>
<p class="soft">SHA-256 <code>${hash}</code></p>
`;
};
