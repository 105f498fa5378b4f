/** The number of characters of one line that are shown. The rest of the line is only counted. */
const shownCharacters = 5000;

/** Splits coloured HTML into lines that stand alone: elements open at a line's end are closed and opened anew. */
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

/** The language of a file, from the extension of its name. */
export const languageOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.slice(name.lastIndexOf('.') + 1);
};
