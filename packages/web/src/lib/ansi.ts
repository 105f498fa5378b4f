/** A piece of output in one style. */
export interface Styled {
  text: string;
  /** Names of classes: `ansi-1` to `ansi-6` for colours, `ansi-bold`. */
  style: string;
}

/** An escape sequence. A literal may not hold the escape character (a lint rule), so the source is a string. */
const sequence = new RegExp(String.raw`${String.fromCharCode(27)}\[([\d;]{0,40})([A-Za-z])`, 'g');

interface Look {
  colour: string;
  isBold: boolean;
}

const after = ({ colour, isBold }: Look, code: number): Look => {
  if (code === 0) return { colour: '', isBold: false };
  if (code === 1) return { colour, isBold: true };
  if (code === 22) return { colour, isBold: false };
  if (code === 39) return { colour: '', isBold };
  const hue = code >= 90 ? code - 90 : code - 30;
  return hue >= 0 && hue <= 7
    ? { colour: hue === 0 || hue === 7 ? '' : `ansi-${String(hue)}`, isBold }
    : { colour, isBold };
};

/** Splits the output of a terminal program into styled pieces. Sequences that move the cursor are left out. */
export const readAnsi = (output: string): Styled[] => {
  const pieces: Styled[] = [];
  let look: Look = { colour: '', isBold: false };
  let from = 0;
  const take = (until: number): void => {
    const text = output.slice(from, until);
    if (text !== '') pieces.push({ text, style: [look.colour, look.isBold && 'ansi-bold'].filter(Boolean).join(' ') });
  };
  for (const found of output.matchAll(sequence)) {
    take(found.index);
    from = found.index + found[0].length;
    const [, codes = '', kind] = found;
    if (kind === 'm') look = codes.split(';').reduce((before, code) => after(before, Number(code)), look);
  }
  take(output.length);
  return pieces;
};
