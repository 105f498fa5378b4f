import type { Edit } from '@pairspace/protocol';
import { findText } from './find-text.ts';
import { outlineOf } from './outline.ts';

/** Why an edit cannot be made; `edit` is its place among all, from 0. */
export type Refused =
  { kind: 'not_found'; edit: number } | { kind: 'ambiguous'; edit: number; count: number } | { kind: 'too_large' };

export type Applied = { kind: 'applied'; text: string } | Refused;

/** Makes the edits one after the other; `maxLength` is in UTF-16 units, and no step may pass it. */
export const applyEdits = (text: string, edits: readonly Edit[], maxLength: number): Applied => {
  const usesCrlf = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
  const lined = (given: string): string => (usesCrlf ? given.replace(/\r?\n/g, '\r\n') : given);
  const lineBreak = usesCrlf ? '\r\n' : '\n';
  let current = text;
  for (const [index, edit] of edits.entries()) {
    const next = applyEdit(current, edit, { index, lined, lineBreak, maxLength });
    if (typeof next !== 'string') return next;
    if (next.length > maxLength) return { kind: 'too_large' };
    current = next;
  }
  return { kind: 'applied', text: current };
};

interface Way {
  index: number;
  /** The text of an edit with the line breaks of the document. */
  lined: (given: string) => string;
  lineBreak: string;
  maxLength: number;
}

const applyEdit = (text: string, { append, prepend, replace, section }: Edit, way: Way): string | Refused => {
  if (append !== undefined) return onNewLine(text, way) + way.lined(append);
  if (prepend !== undefined) return text === '' ? way.lined(prepend) : onNewLine(way.lined(prepend), way) + text;
  if (replace !== undefined) return replaceText(text, replace, way);
  return section === undefined ? text : replaceSection(text, section, way);
};

const onNewLine = (text: string, { lineBreak }: Way): string =>
  text === '' || text.endsWith('\n') ? text : text + lineBreak;

const replaceText = (
  text: string,
  { old, new: by, all }: NonNullable<Edit['replace']>,
  { index, lined, maxLength }: Way,
): string | Refused => {
  const [wanted, instead] = [lined(old), lined(by)];
  const places = [...findText(text, wanted)];
  const [first] = places;
  if (first === undefined) return { kind: 'not_found', edit: index };
  if (!all) {
    if (places.length > 1) return { kind: 'ambiguous', edit: index, count: places.length };
    return text.slice(0, first) + instead + text.slice(first + wanted.length);
  }
  if (text.length + places.length * (instead.length - wanted.length) > maxLength) return { kind: 'too_large' };
  let from = 0;
  const parts: string[] = [];
  for (const place of places) {
    parts.push(text.slice(from, place), instead);
    from = place + wanted.length;
  }
  return parts.join('') + text.slice(from);
};

/** Levels of a heading that is made without one. */
const newLevel = '##';

const replaceSection = (
  text: string,
  { heading, content }: NonNullable<Edit['section']>,
  way: Way,
): string | Refused => {
  const [, signs = '', wanted = ''] = /^\s*(#{0,6})\s*(.*?)(?:\s+#+)?\s*$/.exec(heading) ?? [];
  const headings = outlineOf(text);
  const found = headings.filter((one) => one.text === wanted && (signs === '' || one.level === signs.length));
  const [place] = found;
  if (found.length > 1) return { kind: 'ambiguous', edit: way.index, count: found.length };
  const body = way.lined(content);
  if (!place) {
    const before = text === '' ? '' : onNewLine(text, way) + way.lineBreak;
    return `${before}${signs || newLevel} ${wanted}${way.lineBreak}${body}`;
  }
  const next = headings.find(({ start, level }) => start > place.start && level <= place.level);
  if (!next) return onNewLine(text.slice(0, place.end), way) + body;
  return text.slice(0, place.end) + (body === '' ? '' : onNewLine(body, way)) + text.slice(next.start);
};
