const begin = '# pairspace: begin';
const end = '# pairspace: end';

const block = new RegExp(`\\n?${begin}\\n[^]*?${end}\\n`);

/** A TOML file with our tables between two comments, at its end. Throws where somebody has written one of them already. */
export const editToml = (text: string, tables: string): string => {
  const others = undoToml(text);
  const [head = ''] = tables.split('\n');
  if (others.split('\n').some((line) => line.trim() === head)) {
    throw new Error(`it has ${head} already; take that out to have it written anew`);
  }
  const gap = others === '' || others.endsWith('\n\n') ? '' : others.endsWith('\n') ? '\n' : '\n\n';
  return `${others}${gap}${begin}\n${tables}\n${end}\n`;
};

/** The file without our tables. */
export const undoToml = (text: string): string => text.replace(block, '');
