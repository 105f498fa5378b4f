import hljs from 'highlight.js/lib/common';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';
import { escapeHtml, markup } from '../../lib/markup.ts';
import { visibleText } from '../../lib/visible-text.ts';

const colored = (code: string, language: string): string | undefined =>
  hljs.getLanguage(language) ? hljs.highlight(code, { language, ignoreIllegals: true }).value : undefined;

const isAbsolute = (url: string): boolean => /^(https?:\/\/|mailto:)/i.test(url);

const markdown = new MarkdownIt({
  html: false,
  linkify: true,
  breaks: true,
  highlight: (code, language) => colored(code, language.toLowerCase()) ?? '',
});
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
// A relative address would lead to somewhere on the reader's own disk.
markdown.validateLink = isAbsolute;
// A picture from elsewhere would tell that place who reads the page.
markdown.renderer.rules['image'] = (tokens, index) => {
  const picture = tokens[index];
  const address = String(picture?.attrGet('src') ?? '');
  return markup`<a href="${address}">${picture?.content === '' ? address : picture?.content}</a>`.text;
};

// `- [x] done`
markdown.core.ruler.push('tasks', ({ tokens }) => {
  tokens.forEach(({ type, children }, index) => {
    const [first] = children ?? [];
    if (type !== 'inline' || first?.type !== 'text' || tokens[index - 2]?.type !== 'list_item_open') return;
    first.content = first.content.replace(/^\[([ xX])\] /, (_, mark) => (mark === ' ' ? '☐ ' : '☑ '));
  });
});

/** What is left of rendered Markdown, however it was made. Headings go two levels down: the page has its own. */
const allowed: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['p', 'br', 'hr', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's'],
    ...['a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ],
  allowedAttributes: { a: ['href', 'title', 'rel'], ol: ['start'] },
  allowedClasses: { span: ['hljs-*', 'function_', 'class_', 'inherited__', 'language_', 'escape_', 'constant_'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    h1: 'h3',
    h2: 'h4',
    h3: 'h5',
    h4: 'h6',
    h5: 'h6',
    a: (tagName, attributes) => ({ tagName, attribs: { ...attributes, rel: 'noopener noreferrer nofollow' } }),
  },
};

/** Markdown as HTML that cannot run, load, or leave its place. */
export const markdownHtml = (text: string): string =>
  visibleText(sanitizeHtml(markdown.render(visibleText(text)), allowed));

const languages = new Map(Object.entries({ mjs: 'js', cjs: 'js', mts: 'ts', cts: 'ts', toml: 'ini', env: 'ini' }));

/** The content of a file as HTML, coloured by the language that its name tells. */
export const codeHtml = (text: string, path: string): string => {
  const code = visibleText(text);
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return colored(code, languages.get(ending) ?? ending) ?? escapeHtml(code);
};
