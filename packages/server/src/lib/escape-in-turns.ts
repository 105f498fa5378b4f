import { escapeHtml, Markup } from './markup.ts';
import type { Turns } from './turns.ts';

/** The number of characters that are escaped between two turns. */
const pieceCharacters = 8 * 1024;

/** Escapes a long text for HTML in pieces, and makes hidden characters visible. */
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

/** The end of a line, or a position between characters that no emoji joins. */
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
