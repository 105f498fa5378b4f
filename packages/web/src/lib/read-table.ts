/** Reads the cells of comma- or tab-separated values, with quotes as in RFC 4180. Reads at most `mostRows` rows. */
export const readTable = (text: string, separator: ',' | '\t', mostRows: number): string[][] => {
  const rows: string[][] = [];
  const row: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length && rows.length < mostRows; at++) {
    const character = text.charAt(at);
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text.charAt(at + 1) === '"') cell += text.charAt(++at);
      else isQuoted = false;
    } else if (character === '"' && cell === '') isQuoted = true;
    else if (character === separator || character === '\n') {
      row.push(cell.replace(/\r$/, ''));
      cell = '';
      if (character === '\n') rows.push(row.splice(0));
    } else cell += character;
  }
  if (rows.length < mostRows && (cell !== '' || row.length > 0)) rows.push([...row, cell]);
  return rows;
};
