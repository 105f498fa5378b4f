import { type Phrase, visibleLine } from '@pairspace/protocol';
import { shadeOfActor } from '@pairspace/protocol/site';
import { type Markup, markup } from '../lib/markup.ts';
import { dayOf, type Entry, type EntryMessage } from './entry.ts';

const entryId = (seq: number): string => `e${String(seq)}`;

/**
 * An entry as an element of a page: a message with its speaker, or one line that says what happened. `words` is the
 * content of a message as HTML.
 */
export const entryHtml = (entry: Entry, words: Markup | undefined): Markup =>
  markup`${entry.startsDay && dayHtml(entry.timestamp)}${entry.message ? saidHtml(entry, entry.message, words) : factHtml(entry)}`;

const dayHtml = (timestamp: string): Markup => {
  const day = dayOf(timestamp);
  return markup`<h3 class="day"><time datetime="${day}">${day}</time></h3>
`;
};

const factHtml = (entry: Entry): Markup =>
  markup`<p class="fact ${shadeOfActor(entry.actor)}" id="${entryId(entry.seq)}"><span class="what">${speakerHtml(entry)} ${phraseHtml(entry.phrase)}</span> ${whenHtml(entry)}</p>
`;

const saidHtml = (entry: Entry, message: EntryMessage, words: Markup | undefined): Markup => {
  const { role, msgType, replyTo } = message;
  const kind = msgType !== 'chat' && markup` <span class="tag">${msgType}</span>`;
  const reply = replyTo !== undefined && markup` <span class="reply">re ${replyHtml(replyTo)}</span>`;
  return markup`<article class="said ${shadeOfActor(entry.actor)}" id="${entryId(entry.seq)}">
<header>${speakerHtml(entry)} <span class="id">${visibleLine(entry.actor.id)} · ${role}</span>${kind}${reply} ${whenHtml(entry)}</header>
<div class="words" dir="auto">${words}</div>
</article>
`;
};

const speakerHtml = ({ actor }: Entry): Markup => markup`<bdi class="name">${visibleLine(actor.name)}</bdi>`;

const whenHtml = ({ seq, timestamp }: Entry): Markup =>
  markup`<span class="when"><time datetime="${timestamp}">${timestamp.slice(11, 19)}</time> <a class="seq" href="#${entryId(seq)}">${seq}</a></span>`;

const replyHtml = (replyTo: string): Markup =>
  /^\d+$/.test(replyTo)
    ? markup`<a href="#${entryId(Number(replyTo))}">${replyTo}</a>`
    : markup`${visibleLine(replyTo)}`;

const phraseHtml = (phrase: Phrase): Markup =>
  markup`${phrase.map((part) => {
    if (typeof part === 'string') return part;
    return 'words' in part ? part.words : markup`<bdi class="chosen">${visibleLine(part.chosen)}</bdi>`;
  })}`;
