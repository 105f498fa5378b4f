/** A heading of a Markdown document, and where its lines are. */
export interface Heading {
  level: number;
  text: string;
  /** Where its line begins. */
  start: number;
  /** Where the line after it begins. */
  end: number;
}

/** Lines that can be a heading or the border of a code block: indented by at most three spaces (CommonMark). */
const marks = /(?:^|\n) {0,3}(?:(#{1,6})(?=[ \t\r\n]|$)|(`{3,}|~{3,}))([^\n]*)/g;

/** The headings of a document that are marked with `#`; what looks like one inside a code block is none (EDIT-5). */
export const outlineOf = (text: string): Heading[] => {
  const headings: Heading[] = [];
  let fence: string | undefined;
  for (const match of text.matchAll(marks)) {
    const [whole, signs, ticks, rest = ''] = match;
    if (ticks !== undefined) {
      if (fence === undefined) fence = opensBlock(ticks, rest) ? ticks : undefined;
      else if (ticks.startsWith(fence) && rest.trim() === '') fence = undefined;
    } else if (fence === undefined && signs !== undefined) {
      const start = match.index + (whole.startsWith('\n') ? 1 : 0);
      const end = Math.min(text.length, match.index + whole.length + 1);
      headings.push({ level: signs.length, text: textOfHeading(rest), start, end });
    }
  }
  return headings;
};

/** Three backticks with another behind them on the line are code in a text. */
const opensBlock = (ticks: string, info: string): boolean => ticks.startsWith('~') || !info.includes('`');

const textOfHeading = (rest: string): string =>
  rest
    .trim()
    .replace(/(?:^|[ \t]+)#+$/, '')
    .trim();
