import { entryHtml } from '../events/entry-html.ts';
import { type Markup, markup } from '../lib/markup.ts';
import { pageFrame, servedPageHeaders } from '../lib/page-frame.ts';
import { pageStyle } from '../lib/page-style.ts';
import { blocksOf } from '../lib/prose.ts';
import { visibleLine, visibleText } from '@pairspace/protocol';
import type { TranscriptWriter } from './transcript-writer.ts';

const style = { text: pageStyle };

/** The headers of the page. */
export const htmlHeaders = servedPageHeaders(style);

/** A self-contained page. Texts of others are escaped, never markup. */
export const htmlWriter: TranscriptWriter = {
  begin: (sessionName) => {
    const name = visibleLine(sessionName);
    return markup`${pageFrame({ title: `${name} – transcript`, style }).head}<header>
<h1><bdi>${name}</bdi></h1>
<p class="soft">Transcript. Times are UTC.</p>
</header>
<main>
`.text;
  },
  entry: (entry) => entryHtml(entry, entry.message && wordsHtml(entry.message.content)).text,
  end: markup`</main>
${pageFrame({ title: '', style }).tail}`.text,
};

const wordsHtml = (content: string): Markup =>
  markup`${blocksOf(visibleText(content)).map(({ kind, text }) =>
    kind === 'code' ? markup`<pre><code>${text}</code></pre>` : markup`<p class="prose">${text}</p>`,
  )}`;
