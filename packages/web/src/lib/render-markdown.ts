import MarkdownIt, { type Token } from 'markdown-it';
import { highlighter } from './highlight.ts';
import { trustedHtml } from './trusted-html.ts';
import { visibleText } from './visible.ts';

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

const isAbsolute = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  highlight: (code, language) => highlighter()?.(code, language.toLowerCase()) ?? '',
});
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
markdown.validateLink = isAbsolute;

// A picture from elsewhere would tell that place who reads the page.
markdown.renderer.rules['image'] = (tokens, index) => {
  const picture = tokens[index];
  const address = escapeHtml(String(picture?.attrGet('src') ?? ''));
  return `<a href="${address}">${escapeHtml(picture?.content ?? '') || address}</a>`;
};

// The page has headings of its own above these.
const lower = (token: Token): void => {
  token.tag = `h${String(Math.min(6, Number(token.tag.slice(1)) + 2))}`;
};

/** `- [x] done` has its box in the place of the bullet. */
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
    const [first] = token.children ?? [];
    if (token.type === 'inline' && first?.type === 'text' && tokens[index - 2]?.type === 'list_item_open')
      markTask(first, tokens[index - 2]);
    for (const child of token.children ?? []) {
      if (child.type !== 'link_open') continue;
      child.attrSet('rel', 'noopener noreferrer nofollow');
      child.attrSet('target', '_blank');
    }
  });
});

// A block of code may be wider than its place, and then it scrolls.
for (const rule of ['fence', 'code_block']) {
  const render = markdown.renderer.rules[rule];
  markdown.renderer.rules[rule] = (...given) => render?.(...given).replace(/^<pre/, '<pre tabindex="0"') ?? '';
}

const mention = /(^|[^A-Za-z0-9._:@-])@([A-Za-z0-9][A-Za-z0-9._:@-]{0,127})/g;

markdown.renderer.rules['text'] = (tokens, index, _options, env) => {
  const text = escapeHtml(tokens[index]?.content ?? '');
  const agents = env?.['agents'] as ReadonlyMap<string, unknown> | undefined;
  return text.replace(mention, (whole, before: string, id: string) => {
    const known = [id, id.replace(/[._:@-]+$/, '')].find((one) => agents?.has(one));
    return known === undefined ? whole : `${before}<span class="mention">@${known}</span>${id.slice(known.length)}`;
  });
};

/** A longer text is shown as it was written: rendering takes a multiple of its length in time. */
export const renderedCharacters = 64 * 1024;

export const hasCode = (text: string): boolean => /^ {0,3}(```|~~~)/m.test(text);

/** Markdown as HTML that cannot run, load, or leave its place. */
export const renderMarkdown = (text: string, agents?: ReadonlyMap<string, unknown>): { __html: string } =>
  trustedHtml(markdown.render(visibleText(text), { agents }));
