import { escapeHtml, Markup } from './markup.ts';
import type { Turns } from './turns.ts';

/** What is escaped between two turns. */
const pieceCharacters = 8 * 1024;

/** A long text as it is safe and visible in HTML, made in pieces. */
export const escapeInTurns = async (text: string, turns: Turns): Promise<Markup> => {
  let made = '';
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    made += escapeHtml(text.slice(start, end));
    start = end;
    await turns.take();
  }
  return new Markup(made);
};

/** After a line, or else before a character that no emoji joins with the one before it. */
const endOfPiece = (text: string, start: number): number => {
  const end = start + pieceCharacters;
  if (end >= text.length) return text.length;
  const line = text.slice(start, end).lastIndexOf('\n');
  if (line > 0) return start + line + 1;
  let at = end;
  while (at > start + 1 && !isPlain(text.charCodeAt(at))) at--;
  return at > start + 1 ? at : end - Number(isHighSurrogate(text.charCodeAt(end - 1)));
};

const isPlain = (unit: number): boolean => unit >= 0x20 && unit <= 0x7e;

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
