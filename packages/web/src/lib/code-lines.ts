/** Characters of one line that are laid out; what is beyond them is counted. */
const shownCharacters = 5000;

/** Splits coloured HTML into lines, so that each can stand alone: what is open at a line's end is closed and opened anew. */
export const htmlLines = (html: string): string[] => {
  const open: string[] = [];
  return html.split('\n').map((line) => {
    const before = open.join('');
    for (const [tag] of line.matchAll(/<\/?span[^<>]*>/g)) {
      if (tag.startsWith('</')) open.pop();
      else open.push(tag);
    }
    return before + line + '</span>'.repeat(open.length);
  });
};

export const cutLine = (line: string): string =>
  line.length <= shownCharacters
    ? line
    : `${line.slice(0, shownCharacters)} … ${String(line.length - shownCharacters)} more characters in this line`;

/** The language that a file's name tells. */
export const languageOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
};
