import MarkdownIt from 'markdown-it';
import { withoutEnd } from './without-end.ts';

/** A mention in a text, from its sign to the end of the id. */
export interface Mention {
  start: number;
  end: number;
  agentId: string;
}

/** The agents that a text mentions, and the names behind a sign of mention that no agent has. */
export interface FoundMentions {
  agentIds: string[];
  unknown: string[];
}

const anySign = /[@＠]/;
const sign = /(?<![A-Za-z0-9])[@＠](?=[A-Za-z0-9])/g;
/** The rest of the name of a package, such as `@types/node`. */
const packageName = /^[\w.~-]+\/[\p{L}\p{N}_]/u;
const anyName = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}/;
const letter = /[A-Za-z0-9]/;
/** An id and the character behind it are shorter than this. */
const nameCharacters = 130;
/** Any scheme, a host with a path, or the destination of a link, up to a character that ends a URL in prose. */
const url =
  /(?:(?<=\]\()|(?<![a-z0-9+.-])(?:[a-z][a-z0-9+.-]*:\/\/|(?:[a-z0-9-]+\.)+[a-z]{2,}\/))(?:[^\s\p{P}<>`|^]|[!#%&',./:;?@_-])*/giu;

/** Signs without which a text has no URL. */
const signOfUrl = /\/|\]\(/;

/** The text with a space for each character of a URL. */
const withoutUrls = (text: string): string =>
  signOfUrl.test(text) ? text.replace(url, (found) => ' '.repeat(found.length)) : text;

/** Ids in the order in which they are tried: `@bob.b` names `bob.b` if there is one. */
const longestFirst = (agentIds: Iterable<string>): string[] => [...agentIds].sort((a, b) => b.length - a.length);

/** The text behind each sign of mention, without code and URLs. */
function* namesIn(prose: string, ids: readonly string[]): Generator<{ start: number; rest: string; id?: string }> {
  for (const { index: start } of prose.matchAll(sign)) {
    const rest = prose.slice(start + 1, start + 1 + nameCharacters);
    if (packageName.test(rest)) continue;
    const id = ids.find((one) => rest.startsWith(one) && !letter.test(rest.charAt(one.length)));
    yield { start, rest, ...(id !== undefined && { id }) };
  }
}

/** The mentions in a text that holds no code, for who shows it (MSG-3). */
export const mentionsIn = (text: string, agentIds: Iterable<string>): Mention[] => {
  if (!anySign.test(text)) return [];
  return [...namesIn(withoutUrls(text), longestFirst(agentIds))].flatMap(({ start, id: agentId }) =>
    agentId === undefined ? [] : [{ start, end: start + 1 + agentId.length, agentId }],
  );
};

/** Only the blocks of a text. The definition of a link counts as prose. */
const blocks = new MarkdownIt('commonmark', { html: false, maxNesting: 100 });
blocks.core.ruler.disable(['inline', 'text_join']);
blocks.block.ruler.disable('reference');
/** Only the code within a block: emphasis around a name and the words of a link are prose. */
const spans = new MarkdownIt('commonmark', { html: false });
spans.inline.ruler.enableOnly(['text', 'escape', 'backticks']);
spans.inline.ruler2.enableOnly(['fragments_join']);

const withoutCode = (block: string): string =>
  block.includes('`')
    ? (spans.parseInline(block, {})[0]?.children ?? [])
        .map(({ type, content }) => (type === 'code_inline' ? ' ' : content || '\n'))
        .join('')
    : block;

/** Signs without which CommonMark finds no code in a text, so that most texts need no parser. */
const signOfCode = /`|~~~|\t| {4}/;

/** The parts of a text that are no code, by the rules of CommonMark. */
const proseOf = (content: string): string[] => {
  if (!signOfCode.test(content)) return [content];
  const prose = blocks.parse(content, {}).filter(({ type, content: text }) => type === 'inline' && anySign.test(text));
  return prose.map((block) => withoutCode(withoutUrls(block.content)));
};

/** Reads a text as CommonMark and finds whom it mentions (MSG-3), and which names nobody has (MSG-8). */
export const findMentions = (content: string, agentIds: Iterable<string>): FoundMentions => {
  const [found, unknown] = [new Set<string>(), new Set<string>()];
  if (!anySign.test(content)) return { agentIds: [], unknown: [] };
  const ids = longestFirst(agentIds);
  for (const prose of proseOf(content)) {
    for (const { rest, id } of namesIn(withoutUrls(prose), ids)) {
      const [name = ''] = id === undefined ? (anyName.exec(rest) ?? []) : [];
      if (id !== undefined) found.add(id);
      // A sign before a call is that of a decorator.
      else if (rest.charAt(name.length) !== '(') unknown.add(withoutEnd(name, '._:@-'));
    }
  }
  return { agentIds: [...found], unknown: [...unknown] };
};
