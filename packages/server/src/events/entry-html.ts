import { type Html, markup, nothing } from '../lib/html.ts';
import { visibleLine } from '../lib/visible-text.ts';
import type { Phrase } from './describe-event.ts';
import type { Entry } from './entry.ts';

/** How many colours there are to tell speakers apart. */
const shades = 6;

/**
 * An entry as an element of a page: a message with its speaker, or one line that says what happened. `words` is the
 * content of a message as HTML.
 */
export const entryHtml = (entry: Entry, words: Html): Html => {
  const { seq, actor, message } = entry;
  const shade = `shade-${String(entry.speaker % shades)}`;
  const id = `e${String(seq)}`;
  const name = markup`<bdi class="name">${visibleLine(actor.name)}</bdi>`;
  const link = markup`<a class="seq" href="#${id}">${seq}</a>`;
  if (!message) {
    return markup`<p class="fact ${shade}" id="${id}">${link} ${timeHtml(entry.timestamp)} <span>${name} ${phraseHtml(entry.phrase)}</span></p>
`;
  }
  const kind = message.msgType === 'chat' ? nothing : markup` <span class="tag">${message.msgType}</span>`;
  const reply =
    message.replyTo === undefined ? nothing : markup` <span class="reply">re ${replyHtml(message.replyTo)}</span>`;
  return markup`<article class="said ${shade}" id="${id}">
<header>${name} <span class="id">${visibleLine(actor.id)} · ${message.role}</span>${kind}${reply} ${timeHtml(entry.timestamp)} ${link}</header>
<div class="words" dir="auto">${words}</div>
</article>
`;
};

const replyHtml = (replyTo: string): Html =>
  /^\d+$/.test(replyTo) ? markup`<a href="#e${replyTo}">${replyTo}</a>` : markup`${visibleLine(replyTo)}`;

export const phraseHtml = (phrase: Phrase): Html =>
  markup`${phrase.map((part) => (typeof part === 'string' ? part : markup`<bdi class="chosen">${visibleLine(part.chosen)}</bdi>`))}`;

/** To the second, in UTC, as the whole page is. */
export const timeHtml = (timestamp: string): Html =>
  markup`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')}</time>`;
