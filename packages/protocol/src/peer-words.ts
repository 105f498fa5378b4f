/**
 * How words that others chose are told to people and to agent programs. All that shows them goes through here, so that
 * none of them can pass for the words of the service, the command or a user.
 */

/**
 * Characters that a reader does not see, or that change what is seen around them: controls but tab and line feed, bidi
 * controls, zero-width and other invisible characters, line separators, half surrogates, and selectors but for the one of
 * an emoji.
 */
const hidden =
  /(?![\t\n\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800]|(?<!\p{Emoji})\ufe0f/gu;

/** Text in which each hidden character is replaced by its mark. */
export const showHidden = (text: string, mark: (character: string) => string): string => text.replace(hidden, mark);

const escaped = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/** Text of others, on as many lines as it has, in which a hidden character is written as `\u{202e}`. */
export const visibleWords = (text: string): string => showHidden(text.replaceAll('\r\n', '\n'), escaped);

/** The same on one line, cut to a number of UTF-16 code units. */
export const oneLine = (text: string, most = Infinity): string => {
  // Nothing that is made visible gets shorter.
  const line = visibleWords(text.slice(0, most * 2)).replace(/[\n\t]+/g, ' ');
  return line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
};

/** Every sign that could be read as the end of a quotation. */
const quotationMarks = /["\u201c-\u201f\u00ab\u00bb\u2033\u2036\u301d-\u301f\uff02]/g;

/** How much of a name, a title or a path is told. */
export const nameCharacters = 80;

/** A text that a peer chose, such as a name, on one line in quotation marks that it cannot leave, without signs of a fence. */
export const inQuotes = (name: string, most = nameCharacters): string =>
  `"${oneLine(name, most).replace(quotationMarks, "'").replaceAll('<', '‹').replaceAll('>', '›')}"`;

const singleWord = /^[\w.:@+-]{1,128}$/;

/** An id, a status, a time or a number of an answer. A service of others could put a sentence there, which becomes `?`. */
export const word = (value: string | number): string => {
  const text = String(value);
  return singleWord.test(text) ? text : '?';
};

/** Somebody by the id, with the name in quotation marks where it says more. Who has no id is told by the name alone. */
export const someone = (id: string | null, name: string): string => {
  if (id === null) return inQuotes(name);
  return id === name ? word(id) : `${word(id)} ${inQuotes(name)}`;
};

const knownMessageTypes: ReadonlySet<string> = new Set(['chat', 'handoff', 'status', 'action', 'system']);

/** The type of a message. Whoever posts a message may make one up, as one word. */
export const messageTypeWords = (msgType: string): string =>
  knownMessageTypes.has(msgType) ? msgType : `type ${inQuotes(word(msgType))}`;

const knownJobTypes: ReadonlySet<string> = new Set(['javascript', 'python', 'wasm']);

/** The type of a job, likewise. */
export const jobTypeWords = (type: string): string => (knownJobTypes.has(type) ? type : inQuotes(word(type)));
