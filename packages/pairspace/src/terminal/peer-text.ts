/**
 * Characters that a terminal obeys, or that change the order in which others are shown: control characters but tab and
 * line feed, bidirectional controls, and invisible tags.
 */
const unshown =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e007f}]/gu;

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
