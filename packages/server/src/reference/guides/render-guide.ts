import MarkdownIt, { type Token } from 'markdown-it';
import { Markup } from '../page/markup.ts';
import type { GuidePart } from './cut-guide.ts';
import type { GuideLinks } from './guide-links.ts';

type Tokens = readonly Token[];

const markdown = new MarkdownIt({ html: false, linkify: false });
const { Token: NewToken } = new markdown.core.State('', markdown, {});
const { rules } = markdown.renderer;
const fenceOf = rules['fence'];
const codeOf = rules['code_block'];
// A block that is wider than the page scrolls by the keys, so it must be focusable.
rules['fence'] = (...given) => (fenceOf?.(...given) ?? '').replace('<pre>', '<pre tabindex="0">');
rules['code_block'] = (...given) => (codeOf?.(...given) ?? '').replace('<pre>', '<pre tabindex="0">');
rules['table_open'] = () => '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
rules['table_close'] = () => '</table></div>\n';

interface Context {
  part: GuidePart;
  file: string;
  links: GuideLinks;
}

/** A part of a guide as HTML. Raw HTML in it is text, and its links lead to what this service serves. */
export const renderGuide = ({ part, file, links }: Context): Markup => {
  const tokens = markdown.parse(part.text, {});
  const headings = part.headings[Symbol.iterator]();
  // Below the title of a part that was cut out, `###` is the next level.
  const raise = part.slug === '' ? 0 : 1;
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') token.attrSet('id', headings.next().value?.id ?? '');
    if (token.type.startsWith('heading_')) token.tag = `h${String(Number(token.tag.slice(1)) - raise)}`;
    if (token.type === 'list_item_open') nameRule(token, tokens[index + 2]);
    if (token.children) token.children = [...linked(token.children, file, links)];
  });
  return new Markup(markdown.renderer.render(tokens, markdown.options, {}));
};

/** A numbered rule gets its id as an anchor. */
const nameRule = (item: Token, text: Token | undefined): void => {
  const [open, id] = text?.children?.filter(({ content, type }) => content !== '' || type === 'strong_open') ?? [];
  if (open?.type === 'strong_open' && id && /^[A-Z]{3,4}-\d+$/.test(id.content)) item.attrSet('id', id.content);
};

const linked = (children: Tokens, file: string, links: GuideLinks): Tokens => {
  let depth = 0;
  return children.flatMap((token): Tokens => {
    if (token.type === 'link_open') {
      depth++;
      return [pointed(token, links.target(String(token.attrGet('href') ?? ''), file))];
    }
    if (token.type === 'link_close') depth--;
    if (depth > 0) return [token];
    if (token.type === 'code_inline') return around(token, links.operation(token.content));
    return token.type === 'text' ? withRules(token, links) : [token];
  });
};

/** A link to what the service does not serve stays a word: without an address an anchor is no link. */
const pointed = (token: Token, target: string | undefined): Token => {
  if (target !== undefined) token.attrSet('href', target);
  else token.attrs = [['class', 'source']];
  if (target?.startsWith('http')) token.attrSet('rel', 'noopener noreferrer');
  return token;
};

const around = (token: Token, href: string | undefined): Tokens => {
  if (href === undefined) return [token];
  const open = new NewToken('link_open', 'a', 1);
  open.attrs = [['href', href]];
  return [open, token, new NewToken('link_close', 'a', -1)];
};

/** Text in which each id of a rule leads to the rule. */
const withRules = (token: Token, links: GuideLinks): Tokens =>
  token.content.split(/\b([A-Z]{3,4}-\d+)\b/).flatMap((text, index) => {
    const part = new NewToken('text', '', 0);
    part.content = text;
    return index % 2 === 1 ? around(part, links.rule(text)) : [part];
  });
