/**
 * Characters that a reader does not see, or that change what is seen around them: controls, bidi controls, zero-width
 * and other invisible characters, line separators, half surrogates. Tab and newline are for the caller to decide on.
 */
const hidden = new RegExp(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\t\n]]`,
  'v',
);

/** Made at first use: V8 takes 16 ms for the list of all emoji, and most texts hide nothing. */
let emojiOrHidden: RegExp | undefined;

/** An emoji of the Unicode list may hold joiners and selectors: there are finitely many, so they carry no message. */
const makeEmojiOrHidden = (): RegExp => new RegExp(`(\\p{RGI_Emoji})|${hidden.source}`, 'gv');

const codePoint = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

const showHidden = (text: string, mark: (character: string) => string): string => {
  if (!hidden.test(text)) return text;
  emojiOrHidden ??= makeEmojiOrHidden();
  return text.replace(emojiOrHidden, (found, emoji?: string) => emoji ?? mark(found));
};

const mark = (character: string): string => `⟨U+${codePoint(character)}⟩`;

/** Text in which nothing is hidden: whatever a reader would not see is written as `⟨U+202E⟩`. Lines stay lines. */
export const visibleText = (text: string): string => showHidden(text.replaceAll('\r\n', '\n'), mark);

/** The same for what has to stay on one line, such as a name. One of spaces alone stands in quotation marks. */
export const visibleLine = (text: string): string => {
  const line = showHidden(text, mark).replace(/[\t\n]/g, mark);
  return line.trim() === '' ? `“${line}”` : line;
};

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** Text between quotation marks, on one line, from which the original can be read back. */
export const quoted = (text: string): string => {
  const escaped = text.replace(/[\n\r\t"\\]/g, (character) => escapes[character] ?? character);
  return `"${showHidden(escaped, (character) => `\\u{${codePoint(character)}}`)}"`;
};
