import { type Markup, markup } from '../lib/markup.ts';
import { visibleLine } from '../lib/visible-text.ts';
import type { Chosen, Phrase } from './describe-event.ts';
import type { Entry } from './entry.ts';

/** How many colours there are to tell speakers apart. */
const shades = 6;

/** The page of what was named, where there is one. */
export type HrefOf = (named: Chosen) => string | undefined;

/**
 * An entry as an element of a page: a message with its speaker, or one line that says what happened. `words` is the
 * content of a message as HTML.
 */
export const entryHtml = (entry: Entry, words: Markup | undefined, hrefOf?: HrefOf): Markup => {
  const { seq, actor, message } = entry;
  const shade = `shade-${String(entry.speaker % shades)}`;
  const id = `e${String(seq)}`;
  const name = markup`<bdi class="name">${visibleLine(actor.name)}</bdi>`;
  const link = markup`<a class="seq" href="#${id}">${seq}</a>`;
  if (!message) {
    return markup`<p class="fact ${shade}" id="${id}">${link} ${timeHtml(entry.timestamp)} <span>${name} ${phraseHtml(entry.phrase, hrefOf)}</span></p>
`;
  }
  const kind = message.msgType !== 'chat' && markup` <span class="tag">${message.msgType}</span>`;
  const reply = message.replyTo !== undefined && markup` <span class="reply">re ${replyHtml(message.replyTo)}</span>`;
  return markup`<article class="said ${shade}" id="${id}">
<header>${name} <span class="id">${visibleLine(actor.id)} · ${message.role}</span>${kind}${reply} <span class="when">${timeHtml(entry.timestamp)} ${link}</span></header>
<div class="words" dir="auto">${words}</div>
</article>
`;
};

const replyHtml = (replyTo: string): Markup =>
  /^\d+$/.test(replyTo) ? markup`<a href="#e${replyTo}">${replyTo}</a>` : markup`${visibleLine(replyTo)}`;

const phraseHtml = (phrase: Phrase, hrefOf: HrefOf | undefined): Markup =>
  markup`${phrase.map((part) => (typeof part === 'string' ? part : chosenHtml(part, hrefOf?.(part))))}`;

const chosenHtml = ({ chosen }: Chosen, href: string | undefined): Markup => {
  const text = markup`<bdi class="chosen">${visibleLine(chosen)}</bdi>`;
  return href === undefined ? text : markup`<a href="${href}">${text}</a>`;
};

/** To the second, in UTC, as the whole page is. */
export const timeHtml = (timestamp: string): Markup =>
  markup`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')}</time>`;
