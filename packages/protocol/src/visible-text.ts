/**
 * Characters that are invisible or change the display of others: controls, bidi controls, zero-width characters, line
 * separators, lone surrogates. The caller decides about tab and newline.
 */
const hidden = new RegExp(
  String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]--[\t\n]]`,
  'v',
);

/**
 * The expression is made at first use, because V8 takes 16 ms for the list of all emoji, and most texts hide nothing.
 */
let emojiOrHidden: RegExp | undefined;

/**
 * An emoji of the Unicode list may contain joiners and selectors. The list is finite, so they cannot carry a message.
 */
const makeEmojiOrHidden = (): RegExp => new RegExp(`(\\p{RGI_Emoji})|${hidden.source}`, 'gv');

const codePoint = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

const showHidden = (text: string, mark: (character: string) => string): string => {
  if (!hidden.test(text)) return text;
  emojiOrHidden ??= makeEmojiOrHidden();
  return text.replace(emojiOrHidden, (found, emoji?: string) => emoji ?? mark(found));
};

const mark = (character: string): string => `⟨U+${codePoint(character)}⟩`;

/** A text as readers take it: without regard to case, and without what cannot be seen. */
export const asRead = (text: string): string =>
  text.normalize('NFKC').replace(new RegExp(hidden, 'gv'), '').replace(/\s+/g, ' ').trim().toUpperCase().toLowerCase();

/** Text with every invisible character written as `⟨U+202E⟩`. Line breaks stay. */
export const visibleText = (text: string): string => showHidden(text.replaceAll('\r\n', '\n'), mark);

/**
 * A text like that of `visibleText`, on one line, for example a name. A text of spaces alone is put in quotation marks.
 */
export const visibleLine = (text: string): string => {
  const line = showHidden(text, mark).replace(/[\t\n]/g, mark);
  return line.trim() === '' ? `“${line}”` : line;
};

const escapes: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

/** A text in quotation marks on one line, from which the original can be restored. */
export const quoted = (text: string): string => {
  const escaped = text.replace(/[\n\r\t"\\]/g, (character) => escapes[character] ?? character);
  return `"${showHidden(escaped, (character) => `\\u{${codePoint(character)}}`)}"`;
};
