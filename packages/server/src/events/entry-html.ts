import { type Markup, markup } from '../lib/markup.ts';
import { visibleLine } from '../lib/visible-text.ts';
import type { Chosen, Phrase } from './describe-event.ts';
import { dayOf, type Entry, type SaidMessage } from './entry.ts';

/** How many colours there are to tell speakers apart. */
const shades = 6;

/** Where entries lead to, on a site of several pages. */
export interface EntryLinks {
  /** The page of what was named, where there is one. */
  named: (chosen: Chosen) => string | undefined;
  entry: (seq: number) => string;
}

/** On a page by itself nothing has a page of its own. */
const onOnePage: EntryLinks = { named: () => undefined, entry: (seq) => `#${entryId(seq)}` };

export const entryId = (seq: number): string => `e${String(seq)}`;

/**
 * An entry as an element of a page: a message with its speaker, or one line that says what happened. `words` is the
 * content of a message as HTML.
 */
export const entryHtml = (entry: Entry, words: Markup | undefined, links = onOnePage): Markup =>
  markup`${entry.startsDay && dayHtml(entry.timestamp)}${entry.message ? saidHtml(entry, entry.message, words, links) : factHtml(entry, links)}`;

const dayHtml = (timestamp: string): Markup => {
  const day = dayOf(timestamp);
  return markup`<h3 class="day"><time datetime="${day}">${day}</time></h3>
`;
};

const factHtml = (entry: Entry, links: EntryLinks): Markup =>
  markup`<p class="fact ${shadeOf(entry)}" id="${entryId(entry.seq)}"><span class="what">${speakerHtml(entry)} ${phraseHtml(entry.phrase, links)}</span> ${whenHtml(entry)}</p>
`;

const saidHtml = (entry: Entry, message: SaidMessage, words: Markup | undefined, links: EntryLinks): Markup => {
  const { role, msgType, replyTo } = message;
  const kind = msgType !== 'chat' && markup` <span class="tag">${msgType}</span>`;
  const reply = replyTo !== undefined && markup` <span class="reply">re ${replyHtml(replyTo, links)}</span>`;
  return markup`<article class="said ${shadeOf(entry)}" id="${entryId(entry.seq)}">
<header>${speakerHtml(entry)} <span class="id">${visibleLine(entry.actor.id)} · ${role}</span>${kind}${reply} ${whenHtml(entry)}</header>
<div class="words" dir="auto">${words}</div>
</article>
`;
};

const shadeOf = ({ speaker }: Entry): string => `shade-${String(speaker % shades)}`;

const speakerHtml = ({ actor }: Entry): Markup => markup`<bdi class="name">${visibleLine(actor.name)}</bdi>`;

const whenHtml = ({ seq, timestamp }: Entry): Markup =>
  markup`<span class="when"><time datetime="${timestamp}">${timestamp.slice(11, 19)}</time> <a class="seq" href="#${entryId(seq)}">${seq}</a></span>`;

const replyHtml = (replyTo: string, { entry }: EntryLinks): Markup =>
  /^\d+$/.test(replyTo) ? markup`<a href="${entry(Number(replyTo))}">${replyTo}</a>` : markup`${visibleLine(replyTo)}`;

const phraseHtml = (phrase: Phrase, { named }: EntryLinks): Markup =>
  markup`${phrase.map((part) => (typeof part === 'string' ? part : chosenHtml(part, named(part))))}`;

const chosenHtml = ({ chosen }: Chosen, href: string | undefined): Markup => {
  const text = markup`<bdi class="chosen">${visibleLine(chosen)}</bdi>`;
  return href === undefined ? text : markup`<a href="${href}">${text}</a>`;
};

/** To the second, in UTC, as the whole page is. */
export const timeHtml = (timestamp: string): Markup =>
  markup`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')}</time>`;
