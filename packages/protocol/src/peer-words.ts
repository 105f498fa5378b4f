/**
 * The form in which words of others are shown to people and to agents. Every text of another author passes through
 * here, so that none can pose as a text of the service, of the command or of a user.
 */

/**
 * Characters that are invisible or change the display of others: control characters except tab and line feed, bidi
 * controls, zero-width characters, line separators, lone surrogates, and variation selectors except U+FE0F after an
 * emoji.
 */
const hidden =
  /(?![\t\n\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?<!\p{Emoji})\ufe0f/gu;

/** Replaces each hidden character by its mark. */
export const showHidden = (text: string, mark: (character: string) => string): string => text.replace(hidden, mark);

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** A text of several lines in which a hidden character is written as `\u{202e}`. */
export const visibleWords = (text: string): string => showHidden(text.replaceAll('\r\n', '\n'), escaped);

/** A text like that of `visibleWords`, on one line, cut to a number of UTF-16 code units. */
export const oneLine = (text: string, most = Infinity): string => {
  // A long text is cut before it is read, to bound the work. Runs of line feeds may make the rest shorter than `most`.
  const beginning = text.slice(0, most * 2);
  const line = visibleWords(beginning).replace(/[\n\t]+/g, ' ');
  const isWhole = line.length <= most && beginning.length === text.length;
  return isWhole ? line : `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
};

/** Every character that could be read as the end of a quotation. */
const quotationMarks = /["\u201c-\u201f\u00ab\u00bb\u2033\u2036\u301d-\u301f\uff02]/g;

/** The greatest number of characters that are shown of a name, a title or a path. */
export const nameCharacters = 80;

/**
 * A text of another author, such as a name, on one line in quotation marks. The text cannot end the quotation, and
 * holds no `<` or `>`, which would look like markup.
 */
export const inQuotes = (name: string, most = nameCharacters): string =>
  `"${oneLine(name, most).replace(quotationMarks, "'").replaceAll('<', '‹').replaceAll('>', '›')}"`;

const singleWord = /^[\w.:@+-]{1,128}$/;

/** An id, a status, a time or a number from an answer. A service could put a sentence there, which becomes `?`. */
export const word = (value: string | number): string => {
  const text = String(value);
  return singleWord.test(text) ? text : '?';
};

/** An agent by its id, with the name in quotation marks if it differs. Without an id, the name alone. */
export const someone = (id: string | null, name: string): string => {
  if (id === null) return inQuotes(name);
  return id === name ? word(id) : `${word(id)} ${inQuotes(name)}`;
};

const knownMessageTypes: ReadonlySet<string> = new Set(['chat', 'handoff', 'status', 'action', 'system']);

/** The type of a message. A caller may invent a type; an invented type is quoted and must be a single word. */
export const messageTypeWords = (msgType: string): string =>
  knownMessageTypes.has(msgType) ? msgType : `type ${inQuotes(word(msgType))}`;

const knownJobTypes: ReadonlySet<string> = new Set(['javascript', 'python', 'wasm']);

/** The type of a job. A type that is no runtime of the sandbox is quoted and must be a single word. */
export const jobTypeWords = (type: string): string => (knownJobTypes.has(type) ? type : inQuotes(word(type)));
