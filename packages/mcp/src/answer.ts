import { Envelope, shownWords } from './envelope.ts';

/** A piece of an answer: words of the tool itself, or a text of others for a fence. */
export type Piece = string | { by: string; text: string };

/** The answer of a tool, which is cut where it takes more than one answer may (MCP-22). */
export interface Answer {
  pieces: readonly Piece[];
  /** The call that shows the same again; with an offset it goes on behind a cut. */
  call: string;
  /** The number of characters of the texts in fences that earlier answers have shown, as text. */
  offset?: string | undefined;
  /** The last line of an answer that shows the end. */
  next?: string | undefined;
}

/** The greatest length of an answer. */
export const answerCharacters = 16_000;
/** The length that is left free for the line behind a cut. */
const lastLine = 400;

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The last boundary between characters at or before a place. `start` is such a boundary. */
const boundary = (text: string, start: number, place: number): number => {
  if (place >= text.length) return text.length;
  const found = characters.segment(text.slice(start, place + 64)).containing(place - start);
  if (found && found.index > 0) return start + found.index;
  // A character may be longer than an answer.
  return /[\udc00-\udfff]/.test(text.charAt(place)) ? place - 1 : place;
};

/** The end of the part of a text that fits, between two characters. */
const fittingEnd = (text: string, start: number, room: number): number => {
  let end = Math.min(text.length, start + Math.max(0, room));
  for (;;) {
    end = Math.max(start, boundary(text, start, end));
    const { length } = shownWords(text.slice(start, end));
    if (length <= room || end === start) return end;
    end = Math.min(end - 1, start + Math.floor(((end - start) * room) / length));
  }
};

/** The beginning of a text of others that takes at most `room` characters in a fence. */
export const beginning = (text: string, room: number): string => text.slice(0, fittingEnd(text, 0, room));

const offsetIn = (offset = '0'): number => {
  if (!/^\d{1,9}$/.test(offset)) throw new Error('Give offset as the cut answer names it.');
  return Number(offset);
};

/** All pieces, without a cut. */
export const whole = (pieces: readonly Piece[], envelope = new Envelope()): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : envelope.enclose(piece.by, piece.text))).join('\n');

/** An answer as text, at most `answerCharacters` long. A cut names the call that goes on. */
export const render = ({ pieces, call, offset, next }: Answer): string => {
  const from = offsetIn(offset);
  const envelope = new Envelope();
  const lines: string[] = [];
  let room = answerCharacters - lastLine - (next?.length ?? 0);
  let position = 0;
  const add = (line: string): void => {
    lines.push(line);
    room -= line.length + 1;
  };
  for (const piece of pieces) {
    if (typeof piece === 'string') {
      add(piece);
      continue;
    }
    const { by, text } = piece;
    const start = boundary(text, 0, Math.max(0, from - position));
    if (start < text.length) {
      const end = fittingEnd(text, start, room - envelope.enclose(by, '').length);
      if (end > start) add(envelope.enclose(by, text.slice(start, end)));
      if (end < text.length)
        return [...lines, `Cut here. The rest: ${call}, offset ${String(position + end)}`].join('\n');
    }
    position += text.length;
  }
  return [...lines, ...(next === undefined ? [] : [next])].join('\n');
};
