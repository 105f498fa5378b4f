import MarkdownIt, { type Token } from 'markdown-it';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

interface Guide {
  slug: string;
  /** The path of the guide in the repository. */
  file: string;
  title: string;
}

/** Proofs, decisions and the inner workings are left out: they are for those who change the service. */
export const guides: readonly Guide[] = [
  { slug: 'story', file: 'docs/story.md', title: 'A session with curl' },
  { slug: 'python', file: 'docs/python.md', title: 'From Python' },
  { slug: 'a2a', file: 'docs/a2a.md', title: 'Agents over A2A' },
  { slug: 'programs', file: 'docs/programs.md', title: 'Agent programs' },
  { slug: 'agent-keys', file: 'docs/agent-keys.md', title: 'Agents that come back' },
  { slug: 'webhooks', file: 'docs/webhooks.md', title: 'Receive webhooks' },
  { slug: 'workers', file: 'docs/workers.md', title: 'Run workers' },
  { slug: 'verify', file: 'docs/verify.md', title: 'Verify a log' },
  { slug: 'spec', file: 'docs/spec.md', title: 'The contract' },
  { slug: 'operating', file: 'docs/operating.md', title: 'Operate the service' },
  { slug: 'public-internet', file: 'docs/public-internet.md', title: 'On the public internet' },
  { slug: 'scaling', file: 'docs/scaling.md', title: 'Past one machine' },
  { slug: 'security', file: 'SECURITY.md', title: 'Security' },
  { slug: 'operator-rules', file: 'docs/operator-rules.md', title: 'Rules for operators' },
];

const addresses = new Map(guides.map(({ slug, file }) => [`/${file}`, slug]));

/** A list of all guides for a page below whose folder they lie; `open` is the one that its reader sees. */
export const guideLinks = (folder: string, open?: Guide): string =>
  `<ul class="plain">${guides
    .map(({ slug, title }) => {
      const current = slug === open?.slug ? ' aria-current="page"' : '';
      return `<li><a href="${folder}${slug}"${current}>${title}</a></li>`;
    })
    .join('')}</ul>`;

const markdown = new MarkdownIt({ html: false });
const { rules } = markdown.renderer;
// The keys move what is wider than the page, so it can be focused.
for (const rule of ['fence', 'code_block']) {
  const render = rules[rule];
  rules[rule] = (...given) => (render?.(...given) ?? '').replace('<pre>', '<pre tabindex="0">');
}
rules['table_open'] = () => '<div class="scroll" tabindex="0" role="region" aria-label="Table"><table>\n';
rules['table_close'] = () => '</table></div>\n';

/** The id of a heading, as other readers of Markdown make it, so that links work there and here. */
const idOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const plainText = (token: Token | undefined): string => (token?.children ?? []).map(({ content }) => content).join('');

/** A link leads to a guide or to elsewhere; a link to a file that the service does not serve is a word. */
const point = (link: Token, file: string): void => {
  const href = String(link.attrGet('href'));
  const { protocol, pathname, hash } = new URL(href, `file:///${file}`);
  const address = protocol === 'file:' ? addresses.get(pathname) : href;
  link.attrs = address === undefined ? [] : [['href', protocol === 'file:' ? address + hash : address]];
  if (protocol.startsWith('http')) link.attrSet('rel', 'noopener noreferrer');
};

/** A guide as HTML. Raw HTML in it is text; headings and numbered rules have an id. */
export const renderGuide = (text: string, file: string): string => {
  const tokens = markdown.parse(text.replace(/^<!--.*-->\n/gm, ''), {});
  const used = new Map<string, number>();
  tokens.forEach((token, index) => {
    if (token.type === 'heading_open') {
      const id = idOf(plainText(tokens[index + 1]));
      const count = used.get(id) ?? 0;
      used.set(id, count + 1);
      token.attrSet('id', count === 0 ? id : `${id}-${String(count)}`);
    }
    const [, rule] =
      /^([A-Z]{2,4}-\d+)\b/.exec(token.type === 'list_item_open' ? plainText(tokens[index + 2]) : '') ?? [];
    if (rule !== undefined) token.attrSet('id', rule);
    for (const child of token.children ?? []) if (child.type === 'link_open') point(child, file);
  });
  return markdown.renderer.render(tokens, markdown.options, {});
};

/** Every guide as a page, made of a template with `%TITLE%`, `%GUIDES%` and `%CONTENT%`. */
export const guidePages = (template: string): Promise<{ slug: string; html: string }[]> =>
  Promise.all(
    guides.map(async (guide) => {
      const content = renderGuide(await readFile(join(repository, guide.file), 'utf8'), guide.file);
      const parts: Readonly<Record<string, string>> = {
        TITLE: guide.title,
        GUIDES: guideLinks('', guide),
        CONTENT: content,
      };
      return {
        slug: guide.slug,
        html: template.replace(/%(TITLE|GUIDES|CONTENT)%/g, (_, part: string) => parts[part] ?? ''),
      };
    }),
  );
