const begin = '# pairspace: begin';
const end = '# pairspace: end';
const parent = 'mcp_servers';
const name = `${parent}.pairspace`;

const block = new RegExp(`(\\r?\\n)?${begin}\\r?\\n([^]*?)${end}(\\r?\\n|$)`);
/** A key with its value: a single line, or a list of texts over several lines. */
const anEntry = /^([\w-]+)[ \t]*=(?:[ \t]*\[(?:[^\]"']|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'){0,2000}\])?[^\n]*\n/gm;

interface Table {
  /** The name of the table, without quotation marks; empty for the lines before the first table. */
  name: string;
  text: string;
}

/**
 * A TOML file with our table between two comments, at its end. Codex may write its own settings between the comments:
 * tables of others stay, and so do entries that were added to our table. Throws where somebody has written our table
 * elsewhere.
 */
export const editToml = (text: string, entries: string): string => {
  const head = `[${name}]`;
  const found = block.exec(text);
  if (!found) {
    assertNotDefined(text);
    return `${text}${text === '' ? '' : '\n'}${begin}\n${head}\n${entries}\n${end}\n`;
  }
  const [all, gap = '', content = '', last = ''] = found;
  const lineEnd = all.includes(`${begin}\r`) ? '\r\n' : '\n';
  const tables = tablesIn(content);
  const own = tables.find((table) => table.name === name);
  const keys = new Set([...`${entries}\n`.matchAll(anEntry)].map(([, key]) => key));
  const isOld = (entry: string, key: string): string => (keys.has(key) ? '' : entry);
  const added = own?.text.replace(anEntry, isOld).replace(/^[^\n]*\n/, '') ?? '';
  const written = `${head}\n${entries}\n`.replaceAll('\n', lineEnd) + added;
  const others = tables.map((table) => (table === own ? written : table.text)).join('');
  return text.replace(all, () => `${gap}${begin}${lineEnd}${own ? '' : written}${others}${end}${last}`);
};

/** Throws if the file already defines the table, because TOML allows each key only once. */
const assertNotDefined = (text: string): void => {
  const tables = tablesIn(text);
  const keys = tables.filter((table) => table.name === '' || table.name === parent).flatMap(keysIn);
  if (keys.includes(parent)) throw new Error(`it has ${parent} as a single value, to which no table can be added`);
  if (tables.some((table) => table.name === name) || keys.some((key) => `${key}.`.startsWith(`${name}.`))) {
    throw new Error(`it has [${name}] already; remove that table to have it written again`);
  }
};

const keysIn = ({ name: table, text }: Table): string[] =>
  text.split('\n').flatMap((line) => {
    const [key = '', ...value] = line.split('=');
    return value.length === 0 ? [] : bareKey(table === '' ? key : `${table}.${key}`);
  });

const bareKey = (key: string): string => key.replaceAll(/["'\s]/g, '');

/** The file without our table and what belongs to it. */
export const undoToml = (text: string): string =>
  text.replace(block, (_all, gap: string | undefined, content: string) => {
    const others = tablesIn(content).filter((table) => !isOurs(table));
    return others.length === 0 ? '' : (gap ?? '') + others.map((table) => table.text).join('');
  });

/** Our lines in a file, for people. Of entries of others in our table only the keys are shown. */
export const ownLines = (text: string): string[] => {
  const tables = tablesIn(block.exec(text)?.[2] ?? '').filter(isOurs);
  return tables.flatMap((table) => {
    const isWritten = table.name === name;
    return table.text
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '')
      .map((line) =>
        line.startsWith('[') || (isWritten && /^(?:command|args|env_vars|default_tools_approval_mode)\b/.test(line))
          ? line
          : line.replace(/=[^]*/, '= …'),
      );
  });
};

const isOurs = (table: Table): boolean => table.name === name || table.name.startsWith(`${name}.`);

const tablesIn = (text: string): Table[] =>
  text
    .split(/^(?=[ \t]*\[)/m)
    .filter((piece) => piece !== '')
    .map((piece) => ({ name: bareKey(/^\s*\[([^\]\n]*)\]/.exec(piece)?.[1] ?? ''), text: piece }));
