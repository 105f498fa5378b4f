import { VerificationFailed } from './verification-failed.ts';

/**
 * Parses the JSON text of a document. A duplicate name in one object is refused: parsers differ in the value that they
 * keep, so a proof about one value would be taken for the other (CHN-8). Throws a SyntaxError for invalid JSON.
 */
export const parseDocument = (text: string): unknown => {
  const value: unknown = JSON.parse(text);
  refuseDoubledNames(text);
  return value;
};

/** Precondition: `text` is valid JSON. */
const refuseDoubledNames = (text: string): void => {
  /** The names in each open object; null for an array. */
  const open: (Set<string> | null)[] = [];
  let isNameNext = false;
  for (let at = 0; at < text.length; at++) {
    switch (text[at]) {
      case '{':
      case '[':
        isNameNext = text[at] === '{';
        open.push(isNameNext ? new Set() : null);
        break;
      case '}':
      case ']':
        open.pop();
        isNameNext = false;
        break;
      case ',':
        isNameNext = open.at(-1) instanceof Set;
        break;
      case '"': {
        const end = endOfString(text, at);
        if (isNameNext) take(open.at(-1), text.slice(at, end + 1));
        isNameNext = false;
        at = end;
      }
    }
  }
};

const take = (names: Set<string> | null | undefined, quoted: string): void => {
  const name = quoted.includes('\\') ? (JSON.parse(quoted) as string) : quoted.slice(1, -1);
  if (names?.has(name)) {
    const message = `The name ${JSON.stringify(name)} stands twice in one object.`;
    throw new VerificationFailed('format', message, { member: name });
  }
  names?.add(name);
};

/** The end of the string that begins at `start`. */
const endOfString = (text: string, start: number): number => {
  for (let at = text.indexOf('"', start + 1); ; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === '\\') backslashes++;
    if (backslashes % 2 === 0) return at;
  }
};
