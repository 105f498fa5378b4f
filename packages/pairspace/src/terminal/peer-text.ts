/**
 * Characters that a terminal obeys, that change the order in which others are shown, or that nobody sees: control
 * characters but tab and line feed, bidirectional controls, joiners, tags, and selectors but for the one of an emoji.
 */
const unshown =
  /[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\t\n\ufe0f]]|(?<!\p{Emoji})\ufe0f/gv;

/** Text of somebody else, with what a terminal would obey made visible. */
export const peerText = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(unshown, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** The same on one line. */
export const peerLine = (text: string): string => peerText(text).replaceAll(/[\n\t]+/g, ' ');

/**
 * The same with `| ` before every line. No line of a quotation can begin like a line of this command, so whoever reads
 * the output can tell what a peer wrote from what the service says.
 */
export const quoted = (text: string, indent = '  '): string =>
  peerText(text)
    .replace(/\n+$/, '')
    .split('\n')
    .map((line) => `${indent}| ${line}`)
    .join('\n');
