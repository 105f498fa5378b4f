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
  const usesCrlf = text.includes('\r\n') && !/(?:^|[^\r])\n/.test(text);
  const lined = (given: string): string => (usesCrlf ? given.replace(/\r?\n/g, '\r\n') : given);
  const lineBreak = usesCrlf ? '\r\n' : '\n';
  let current = text;
  for (const [index, edit] of edits.entries()) {
    const next = applyEdit(current, edit, { index, lined, lineBreak, maxLength });
    if (typeof next !== 'string') return next;
    if (next.length > maxLength) return { kind: 'too_large' };
    current = next;
    yield;
  }
  return { kind: 'applied', text: current };
}

interface EditContext {
  index: number;
  /** Converts line breaks of a text to those of the document. */
  lined: (given: string) => string;
  lineBreak: string;
  maxLength: number;
}

const applyEdit = (text: string, { append, prepend, replace, section }: Edit, way: EditContext): string | Refused => {
  if (append !== undefined) return onNewLine(text, way) + way.lined(append);
  if (prepend !== undefined) return text === '' ? way.lined(prepend) : onNewLine(way.lined(prepend), way) + text;
  if (replace !== undefined) return replaceText(text, replace, way);
  return section === undefined ? text : replaceSection(text, section, way);
};

const onNewLine = (text: string, { lineBreak }: EditContext): string =>
  text === '' || text.endsWith('\n') ? text : text + lineBreak;

const replaceText = (
  text: string,
  { old, new: by, all }: NonNullable<Edit['replace']>,
  { index, lined, maxLength }: EditContext,
): string | Refused => {
  const [wanted, instead] = [lined(old), lined(by)];
  const parts = splitBy(text, wanted);
  const count = parts.length - 1;
  if (count === 0) return { kind: 'not_found', edit: index };
  if (!all && count > 1) return { kind: 'ambiguous', edit: index, count };
  return text.length + count * (instead.length - wanted.length) > maxLength
    ? { kind: 'too_large' }
    : parts.join(instead);
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
  const body = way.lined(content);
  if (count === 0) {
    const before = text === '' ? '' : onNewLine(text, way) + way.lineBreak;
    return `${before}${'#'.repeat(wanted.level || newLevel)} ${wanted.text}${way.lineBreak}${body}`;
  }
  if (next === undefined) return onNewLine(text.slice(0, start), way) + body;
  return text.slice(0, start) + (body === '' ? '' : onNewLine(body, way)) + text.slice(next);
};
