import type { Edit } from '@pairspace/protocol';
import { splitBy } from './find-text.ts';
import { findSection, namedHeading } from './outline.ts';

/** The reason why an edit cannot be made; `edit` is its index. */
export type Refused =
  { kind: 'not_found'; edit: number } | { kind: 'ambiguous'; edit: number; count: number } | { kind: 'too_large' };

type Applied = { kind: 'applied'; text: string } | Refused;

/**
 * Applies the edits one after the other, one per step. `maxLength` is in UTF-16 units, and no intermediate text may
 * exceed it.
 */
export function* applyEdits(text: string, edits: readonly Edit[], maxLength: number): Generator<undefined, Applied> {
  let current = text;
  for (const [index, edit] of edits.entries()) {
    const next = applyEdit(current, edit, { index, maxLength });
    if (typeof next !== 'string') return next;
    if (next.length > maxLength) return { kind: 'too_large' };
    current = next;
    yield;
  }
  return { kind: 'applied', text: current };
}

interface EditContext {
  index: number;
  maxLength: number;
}

const byteOrderMark = '\ufeff';

const applyEdit = (text: string, { append, prepend, replace, section }: Edit, way: EditContext): string | Refused => {
  if (append !== undefined) {
    const end = lineEndAt(text, text.length);
    return onNewLine(text, end) + withLineEnd(append, end);
  }
  if (prepend !== undefined) {
    const mark = text.startsWith(byteOrderMark) ? byteOrderMark : '';
    const [rest, end] = [text.slice(mark.length), lineEndAt(text, 0)];
    const given = withLineEnd(prepend, end);
    return mark + (rest === '' ? given : onNewLine(given, end) + rest);
  }
  if (replace !== undefined) return replaceText(text, replace, way);
  return section === undefined ? text : replaceSection(text, section, way);
};

const onNewLine = (text: string, lineEnd = '\n'): string =>
  text === '' || text.endsWith('\n') ? text : text + lineEnd;

/** The line end after a place, else the last one before it; undefined for a text of one line. */
const lineEndAt = (text: string, place: number): string | undefined => {
  const after = text.indexOf('\n', place);
  const at = after === -1 ? text.lastIndexOf('\n') : after;
  if (at === -1) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
};

/** A text with the line ends of the place where it is written (EDIT-6). */
const withLineEnd = (given: string, lineEnd: string | undefined): string =>
  lineEnd === undefined ? given : given.replace(/\r?\n/g, lineEnd);

const withLineFeeds = (text: string): string => text.replaceAll('\r\n', '\n');

const replaceText = (
  text: string,
  { old, new: by, all }: NonNullable<Edit['replace']>,
  { index, maxLength }: EditContext,
): string | Refused => {
  const [wanted, instead] = [withLineFeeds(old), withLineFeeds(by)];
  const parts = splitBy(withLineFeeds(text), wanted);
  const count = parts.length - 1;
  if (count === 0) return { kind: 'not_found', edit: index };
  if (!all && count > 1) return { kind: 'ambiguous', edit: index, count };
  // Line ends of two characters make the text longer than this, and are counted when it is made.
  const length = parts.reduce((sum, part) => sum + part.length, count * instead.length);
  if (length > maxLength) return { kind: 'too_large' };
  if (!text.includes('\n')) return parts.join(by);
  return text.includes('\r\n') ? joinInPlace(text, parts, wanted, instead) : parts.join(instead);
};

/**
 * Joins the parts of a text with `instead` between them. The parts get their line breaks back. Each line break of
 * `instead` is like the one that it replaces, and a further one like the last of these, or else the next in the text.
 */
const joinInPlace = (text: string, parts: readonly string[], wanted: string, instead: string): string => {
  const ends = Array.from(text.matchAll(/\r?\n/g), ([end]) => end);
  const last = ends.at(-1) ?? '\n';
  let passed = 0;
  const written = (part: string): string => part.replaceAll('\n', () => ends[passed++] ?? last);
  const breaks = wanted.split('\n').length - 1;
  return parts.reduce((whole, part, index) => {
    if (index === 0) return written(part);
    const first = passed;
    let line = 0;
    const replaced = instead.replaceAll('\n', () => ends[first + Math.min(line++, Math.max(0, breaks - 1))] ?? last);
    passed = first + breaks;
    return whole + replaced + written(part);
  }, '');
};

/** The level of a new heading without signs. */
const newLevel = 2;

const replaceSection = (
  text: string,
  { heading, content }: NonNullable<Edit['section']>,
  way: EditContext,
): string | Refused => {
  const wanted = namedHeading(heading);
  const { count, start, next } = findSection(text, wanted);
  if (count > 1) return { kind: 'ambiguous', edit: way.index, count };
  if (count === 0) {
    const end = lineEndAt(text, text.length) ?? '\n';
    const before = text === '' ? '' : onNewLine(text, end) + end;
    const body = withLineEnd(content, lineEndAt(text, text.length));
    return `${before}${'#'.repeat(wanted.level || newLevel)} ${wanted.text}${end}${body}`;
  }
  const end = lineEndAt(text, start - 1);
  const body = withLineEnd(content, end);
  if (next === undefined) return onNewLine(text.slice(0, start), end) + body;
  return text.slice(0, start) + (body === '' ? '' : onNewLine(body, end)) + text.slice(next);
};
