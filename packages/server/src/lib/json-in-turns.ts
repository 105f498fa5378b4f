import { Turns } from './turns.ts';

/** The number of characters between two turns: a few milliseconds, even if every character is escaped. */
const pieceCharacters = 256 * 1024;

/** Whether a field of a value is a text so long that serialising it would block others. */
export const hasLongText = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && Object.values(value).some(isLong);

/** Serialises an object with its long texts in pieces. Other work gets turns between them. */
export const jsonInTurns = async (value: Readonly<Record<string, unknown>>): Promise<string> => {
  const turns = new Turns();
  let json = '';
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue;
    json += `${json === '' ? '{' : ','}${JSON.stringify(name)}:`;
    if (!isLong(field)) {
      json += JSON.stringify(field);
      continue;
    }
    for (const piece of jsonPieces(field)) {
      json += piece;
      await turns.take();
    }
  }
  return `${json}}`;
};

/** A text as JSON, in pieces that are each fast to write. */
export function* jsonPieces(text: string): Generator<string> {
  yield '"';
  for (let start = 0; start < text.length;) {
    const end = endOfPiece(text, start);
    yield JSON.stringify(text.slice(start, end)).slice(1, -1);
    start = end;
  }
  yield '"';
}

const isLong = (field: unknown): field is string => typeof field === 'string' && field.length > 2 * pieceCharacters;

/** The end of a piece never separates a surrogate pair. */
const endOfPiece = (text: string, start: number): number => {
  const end = start + pieceCharacters;
  const last = text.charCodeAt(end - 1);
  return last >= 0xd800 && last <= 0xdbff ? end - 1 : end;
};
