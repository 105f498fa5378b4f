import type { GuidePart } from '../guides/cut-guide.ts';

/** The text beneath one heading, or of one numbered rule. */
interface Passage {
  /** The anchor; empty for what comes before the first one. */
  id: string;
  title: string;
  /** How it begins. */
  text: string;
  /** The other words of it, each once. */
  words: string;
}

const mostCharacters = 100;
const fewestLetters = 5;
/** So a long passage takes no more of the index than others; names such as `PAIRSPACE_DATA` are always in it. */
const mostWords = 60;

/** Cuts a part of a guide into what a search can lead to. */
export const passagesOf = (part: GuidePart): Passage[] => {
  const headings = part.headings[Symbol.iterator]();
  const passages: { id: string; title: string; lines: string[] }[] = [{ id: '', title: part.title, lines: [] }];
  let isCode = false;
  for (const line of part.text.split('\n')) {
    if (/^ {0,3}(```|~~~)/.test(line)) {
      isCode = !isCode;
      continue;
    }
    if (isCode) continue;
    const [, rule] = /^- \*\*([A-Z]{3,4}-\d+)\*\*/.exec(line) ?? [];
    if (/^#{1,6} /.test(line)) {
      const { id, title } = headings.next().value ?? { id: '', title: '' };
      passages.push({ id, title, lines: [] });
    } else if (rule !== undefined) passages.push({ id: rule, title: rule, lines: [line.slice(rule.length + 6)] });
    else passages.at(-1)?.lines.push(line);
  }
  return passages.map(({ id, title, lines }) => ({ id, title, ...shortened(plain(lines.join(' '))) }));
};

/** Markdown without its marks. */
const plain = (text: string): string =>
  text
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[`*|]|(?:^| )[-:]{3,}/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const shortened = (text: string): { text: string; words: string } => {
  if (text.length <= mostCharacters) return { text, words: '' };
  const end = text.lastIndexOf(' ', mostCharacters);
  const [start, rest] = [text.slice(0, end), text.slice(end)];
  const known = new Set(wordsOf(start));
  const words = [...new Set(wordsOf(rest))].filter((word) => !known.has(word));
  const isName = (word: string): boolean => word.includes('_');
  const others = words.filter((word) => !isName(word)).slice(0, mostWords);
  return { text: `${start} …`, words: [...words.filter(isName), ...others].join(' ') };
};

const wordsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}[\p{L}\p{N}_-]+/gu) ?? []).filter((word) => word.length >= fewestLetters);
