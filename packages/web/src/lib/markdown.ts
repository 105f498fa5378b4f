import { visibleText } from '@pairspace/protocol';
import { mentionsIn } from '@pairspace/protocol/mentions';
import MarkdownIt, { type Token } from 'markdown-it';

const isAbsolute = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

/** Returns code as coloured HTML; undefined for an unknown language, or if colouring takes longer than `withinMs`. */
export type Highlighter = (code: string, language: string, withinMs: number) => string | undefined;

let colour: Highlighter = () => undefined;
/** The time for colouring all code of one text, and what is left of this time in the present text. */
let colouringMs = 0;
let leftMs = 0;

/** From now on, code in Markdown is coloured with this highlighter. */
export const colourWith = (highlighter: Highlighter, withinMs: number): void => {
  colour = highlighter;
  colouringMs = withinMs;
};

const coloured = (code: string, language: string): string => {
  if (leftMs <= 0) return '';
  const began = performance.now();
  const html = colour(code, language.toLowerCase(), leftMs);
  leftMs -= performance.now() - began;
  return html ?? '';
};

const markdown = new MarkdownIt({ html: false, linkify: true, breaks: true, highlight: coloured });
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = isAbsolute;
const { escapeHtml } = markdown.utils;

const linkAttributes = { rel: 'noopener noreferrer nofollow', target: '_blank' };

// A picture becomes a link: loading a picture from another server would tell that server who reads the page.
markdown.renderer.rules['image'] = (tokens, index) => {
  const picture = tokens[index];
  const address = escapeHtml(String(picture?.attrGet('src') ?? ''));
  const attributes = Object.entries(linkAttributes).map(([name, value]) => ` ${name}="${value}"`);
  return `<a href="${address}"${attributes.join('')}>${escapeHtml(picture?.content ?? '') || address}</a>`;
};

// The page has headings of its own, so the headings of a text move two levels down.
const lower = (token: Token): void => {
  token.tag = `h${String(Math.min(6, Number(token.tag.slice(1)) + 2))}`;
};

/** Shows the box of `- [x] done` in place of the bullet. */
const markTask = (text: Token, item: Token | undefined): void => {
  const box = /^\[([ xX])\] /.exec(text.content);
  if (!box) return;
  text.content = (box[1] === ' ' ? '☐ ' : '☑ ') + text.content.slice(box[0].length);
  item?.attrSet('class', 'task');
};

markdown.core.ruler.push('page', ({ tokens }) => {
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open' || token.type === 'heading_close') lower(token);
    if (/^(paragraph|heading|list_item|blockquote|td|th)_open$/.test(token.type)) token.attrSet('dir', 'auto');
    // A wide table scrolls. The tab stop lets the keyboard scroll it too.
    if (token.type === 'table_open') token.attrSet('tabindex', '0');
    const [first] = token.children ?? [];
    if (token.type === 'inline' && first?.type === 'text' && tokens[index - 2]?.type === 'list_item_open')
      markTask(first, tokens[index - 2]);
    for (const child of token.children ?? []) {
      if (child.type !== 'link_open') continue;
      for (const [name, value] of Object.entries(linkAttributes)) child.attrSet(name, value);
    }
  });
});

// A wide block of code scrolls. The tab stop lets the keyboard scroll it too.
for (const rule of ['fence', 'code_block']) {
  const render = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (...given) => render?.(...given).replace(/^<pre/, '<pre tabindex="0"') ?? '';
}

markdown.renderer.rules['text'] = (tokens, index, _options, env) => {
  const text = tokens[index]?.content ?? '';
  const agents = env?.['agents'] as ReadonlyMap<string, unknown> | undefined;
  let [html, end] = ['', 0];
  for (const mention of mentionsIn(text, agents?.keys() ?? [])) {
    const name = text.slice(mention.start, mention.end);
    html += `${escapeHtml(text.slice(end, mention.start))}<span class="mention">${escapeHtml(name)}</span>`;
    end = mention.end;
  }
  return html + escapeHtml(text.slice(end));
};

/**
 * Renders Markdown as HTML. Raw HTML in the text stays text, and relative addresses become no links; the caller
 * sanitises the result nevertheless. A character reference may stand for an invisible character, so the result also
 * goes through `visibleText`.
 */
export const markdownHtml = (text: string, agents?: ReadonlyMap<string, unknown>): string => {
  leftMs = colouringMs;
  return visibleText(markdown.render(visibleText(text), { agents }));
};
