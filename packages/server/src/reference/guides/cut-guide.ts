import { withoutEnd } from '@pairspace/protocol';

/** A heading of a guide, with the id that links name it by. */
export interface Heading {
  level: number;
  id: string;
  title: string;
}

/** The content of one page of a guide. */
export interface GuidePart {
  /** Empty for the first part, which stands at the address of the guide. */
  slug: string;
  title: string;
  /** Markdown below the heading of the part. */
  text: string;
  headings: readonly Heading[];
  /** The ids of the numbered rules in it. */
  rules: readonly string[];
}

/** A guide of more characters has a page for each of its `##` headings. */
const mostCharacters = 24_000;

const fence = /^ {0,3}(```|~~~)/;

/** Cuts a guide into what its pages show. */
export const cutGuide = (markdown: string): GuidePart[] => {
  const lines = headed(markdown.replace(/^<!--.*-->\n/gm, ''));
  const title = lines.find(({ heading }) => heading?.level === 1)?.heading?.title ?? '';
  const isCut = markdown.length > mostCharacters;
  const parts: { heading: Heading; lines: Line[] }[] = [{ heading: { level: 1, id: '', title }, lines: [] }];
  for (const line of lines) {
    if (line.heading?.level === 1) continue;
    if (isCut && line.heading?.level === 2) parts.push({ heading: line.heading, lines: [] });
    else parts.at(-1)?.lines.push(line);
  }
  return parts.map(({ heading, lines }) => {
    const text = lines.map((line) => line.text).join('\n');
    return {
      slug: heading.id,
      title: heading.title,
      text: text.trim(),
      headings: lines.flatMap((line) => line.heading ?? []),
      rules: Array.from(text.matchAll(/^- \*\*([A-Z]{3,4}-\d+)\*\*/gm), ([, id = '']) => id),
    };
  });
};

interface Line {
  text: string;
  heading?: Heading;
}

const headed = (markdown: string): Line[] => {
  let isCode = false;
  const used = new Map<string, number>();
  return markdown.split('\n').map((text) => {
    if (fence.test(text)) isCode = !isCode;
    const [, marks = '', title = ''] = (isCode ? undefined : /^(#{1,6}) +([^ ].*)$/.exec(text)) ?? [];
    if (marks === '') return { text };
    const plain = withoutEnd(title, ' #').replace(/[`*_]|\]\([^()]*\)|\[/g, '');
    const id = slugOf(plain);
    const count = used.get(id) ?? 0;
    used.set(id, count + 1);
    return { text, heading: { level: marks.length, title: plain, id: count === 0 ? id : `${id}-${String(count)}` } };
  });
};

/** The id of a heading, as other readers of Markdown make it, so that links work there and here. */
const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
