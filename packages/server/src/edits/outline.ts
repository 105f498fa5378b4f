import { withoutEnd } from '@pairspace/protocol';

/** A heading by its level, 0 for any level, and its text. */
export interface Heading {
  level: number;
  text: string;
}

/** The position of a section in a Markdown document. */
export interface Section {
  /** The number of headings with the text. The other fields describe the first of them. */
  count: number;
  /** The end of its heading, at which its content begins. */
  start: number;
  /** The beginning of the next heading of the same or a higher level; undefined when no such heading follows. */
  next: number | undefined;
}

const [lineFeed, space, sharp, backtick, tilde, byteOrderMark] = [0x0a, 0x20, 0x23, 0x60, 0x7e, 0xfeff];

/** The fence of an open code block. */
interface Fence {
  sign: number;
  length: number;
}

/**
 * Finds a section by its heading. A heading inside a code block does not count (EDIT-4). The function reads characters
 * directly, because an edit may search a hundred sections in a million lines.
 */
export const findSection = (text: string, wanted: Heading): Section => {
  const section: Section = { count: 0, start: 0, next: undefined };
  let levelFound = 0;
  let fence: Fence | undefined;
  for (let [start, end] = [0, 0]; start < text.length; start = end) {
    const at = afterIndent(text, start);
    const sign = text.charCodeAt(at);
    end = endOfLine(text, at);
    if (sign === backtick || sign === tilde) fence = fenceAfter(fence, text, at, end);
    if (sign !== sharp || fence) continue;
    const level = runLength(text, at);
    if (level > 6 || !isBreak(text.charAt(at + level))) continue;
    if (section.count > 0 && level <= levelFound) section.next ??= start;
    if (wanted.level !== 0 && wanted.level !== level) continue;
    if (!isSameHeading(textOfHeading(text.slice(at + level, end)), wanted.text)) continue;
    section.count++;
    if (section.count > 1) continue;
    section.start = end;
    levelFound = level;
  }
  return section;
};

const needsForm = /[^\x20-\x7e]/;

/** The text of a heading in NFC, without characters that nobody sees. */
const formOf = (text: string): string => text.replace(/\p{Cf}/gu, '').normalize('NFC');

const isSameHeading = (text: string, wanted: string): boolean =>
  text === wanted || ((needsForm.test(text) || needsForm.test(wanted)) && formOf(text) === formOf(wanted));

/**
 * Headings and fences are indented by at most three spaces (CommonMark). A byte order mark may stand where texts were
 * put together.
 */
const afterIndent = (text: string, line: number): number => {
  const start = text.charCodeAt(line) === byteOrderMark ? line + 1 : line;
  let at = start;
  while (at < start + 3 && text.charCodeAt(at) === space) at++;
  return at;
};

const endOfLine = (text: string, start: number): number => {
  let at = start;
  while (at < text.length && text.charCodeAt(at) !== lineFeed) at++;
  return Math.min(text.length, at + 1);
};

/** The length of the run of equal characters at a place. */
const runLength = (text: string, start: number): number => {
  let at = start;
  while (at < text.length && text.charCodeAt(at) === text.charCodeAt(start)) at++;
  return at - start;
};

const isBreak = (character: string): boolean => ' \t\r\n'.includes(character);

/** The code block that is open after a line of backticks or tildes. */
const fenceAfter = (fence: Fence | undefined, text: string, at: number, end: number): Fence | undefined => {
  const [sign, length] = [text.charCodeAt(at), runLength(text, at)];
  if (length < 3) return fence;
  const rest = text.slice(at + length, end);
  if (fence) return sign === fence.sign && length >= fence.length && rest.trim() === '' ? undefined : fence;
  // Three backticks followed by another on the same line are inline code.
  return sign === tilde || !rest.includes('`') ? { sign, length } : undefined;
};

/** The text of a heading without closing signs: the text of `C# ##` is `C#`. */
const textOfHeading = (rest: string): string => {
  const text = rest.trim();
  if (!text.endsWith('#')) return text;
  const open = withoutEnd(text, '#');
  return open === '' || open.endsWith(' ') || open.endsWith('\t') ? open.trimEnd() : text;
};

/** The heading that an edit names, with or without its signs. */
export const namedHeading = (given: string): Heading => {
  const line = given.trimStart();
  const level = line.startsWith('#') ? Math.min(6, runLength(line, 0)) : 0;
  return { level, text: textOfHeading(line.slice(level)) };
};
