/**
 * A text from the point of view of the checks. Lines count from 1, columns from 0. The parts of Markdown are empty for
 * other texts.
 */
export interface TextDocument {
  lines: readonly string[];
  lineEnd: '\n' | '\r\n';
  isMarkdown: boolean;
  headings: readonly Heading[];
  /** The targets of links such as `#name`. */
  anchors: ReadonlySet<string>;
  links: readonly Link[];
  fences: readonly Fence[];
  /** The kind of the text at a place, or of the whole line, if it is not prose. */
  notProse: (line: number, column?: number) => 'code' | 'a link' | undefined;
}

export interface Heading {
  line: number;
  level: number;
  text: string;
}

export interface Link {
  line: number;
  /** The column of the target. */
  column: number;
  target: string;
  text: string;
  isImage: boolean;
}

/** A block of code between marks. */
export interface Fence {
  from: number;
  /** The line of the closing mark, or the last line if it is missing. */
  to: number;
  /** The opening mark, with the spaces before it. */
  mark: string;
  language: string;
  isClosed: boolean;
}

export const readDocument = (name: string, text: string): TextDocument => {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  const isMarkdown = /\.(md|mdx|markdown)$/i.test(name);
  const fences = isMarkdown ? findFences(lines) : [];
  const marks = new Set(fences.flatMap(({ from, to, isClosed }) => (isClosed ? [from, to] : [from])));
  const code = new Set(fences.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, n) => from + n)));
  const frontMatterEnd = lines[0] === '---' ? lines.indexOf('---', 1) : -1;
  const proseOf = (line: string, index: number): string =>
    code.has(index + 1) || index <= frontMatterEnd
      ? ''
      : line.replaceAll(/`[^`]*`/g, (span) => ' '.repeat(span.length));
  const prose = isMarkdown ? lines.map(proseOf) : lines;

  const headings = isMarkdown ? findHeadings(prose, lines) : [];
  const links = isMarkdown ? findLinks(prose) : [];
  return {
    lines,
    lineEnd: text.includes('\r\n') ? '\r\n' : '\n',
    isMarkdown,
    headings,
    anchors: findAnchors(headings, prose),
    links,
    fences,
    notProse: (line, column) => {
      if (code.has(line) && (column === undefined || !marks.has(line))) return 'code';
      if (column === undefined) return undefined;
      if (!marks.has(line) && prose[line - 1]?.[column] !== lines[line - 1]?.[column]) return 'code';
      const isTarget = links.some((link) => link.line === line && within(column, link.column, link.target.length));
      return isTarget ? 'a link' : undefined;
    },
  };
};

const within = (column: number, from: number, length: number): boolean => column >= from && column < from + length;

const findFences = (lines: readonly string[]): Fence[] => {
  const fences: Fence[] = [];
  let open: Fence | undefined;
  for (const [index, line] of lines.entries()) {
    const [, indent = '', mark = '', info = ''] = /^(\s*)(`{3,}|~{3,})([^`]*)$/.exec(line) ?? [];
    if (mark === '') continue;
    if (!open) {
      open = { from: index + 1, to: lines.length, mark: indent + mark, language: info.trim(), isClosed: false };
      fences.push(open);
    } else if (info.trim() === '' && mark.startsWith(open.mark.trim())) {
      open.to = index + 1;
      open.isClosed = true;
      open = undefined;
    }
  }
  return fences;
};

const findHeadings = (prose: readonly string[], lines: readonly string[]): Heading[] =>
  prose.flatMap((line, index) => {
    const whole = lines[index]?.trim() ?? '';
    const marks = /^ {0,3}(#{1,6})(?:\s|$)/.exec(line)?.[1];
    if (marks)
      return { line: index + 1, level: marks.length, text: whole.replace(/^#+/, '').replace(/ #+$/, '').trim() };
    const underline = /^ {0,3}(=+|-{3,})\s*$/.exec(prose[index + 1] ?? '')?.[1];
    if (underline === undefined || !/^ {0,3}[\p{L}\p{N}`*_[]/u.test(line)) return [];
    return { line: index + 1, level: underline.startsWith('=') ? 1 : 2, text: whole };
  });

const inlineLink = /(?<mark>!?)\[(?<text>[^\]]{0,200})\]\(<?(?<target>[^()\s<>]{0,1000})>?(?:\s[^()]{0,200})?\)/g;
const linkDefinition = /^ {0,3}\[(?<text>[^\]^][^\]]*)\]:\s*<?(?<target>[^\s>]+)/g;

const findLinks = (prose: readonly string[]): Link[] =>
  prose.flatMap((line, index) =>
    [...line.matchAll(inlineLink), ...line.matchAll(linkDefinition)].map(({ 0: whole, index: at, groups = {} }) => {
      const { target = '', text = '', mark } = groups;
      const column = at + whole.indexOf(target, whole.indexOf(']'));
      return { line: index + 1, column, target, text, isImage: mark === '!' };
    }),
  );

/** The names that code hosts give to headings, and the names in HTML. */
const findAnchors = (headings: readonly Heading[], prose: readonly string[]): Set<string> => {
  const anchors = new Set<string>();
  const turns = new Map<string, number>();
  for (const { text } of headings) {
    const name = anchorOf(text);
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    anchors.add(turn === 0 ? name : `${name}-${String(turn)}`);
  }
  for (const line of prose) for (const [, name = ''] of line.matchAll(/\b(?:id|name)="([^"]+)"/g)) anchors.add(name);
  return anchors;
};

const anchorOf = (heading: string): string =>
  heading
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
