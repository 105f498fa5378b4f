import * as jsonc from 'jsonc-parser';

type Path = readonly (string | number)[];

export type JsonEdit =
  /** Sets a value; other members of an object stay. A shared value that exists is never changed or removed. */
  | { put: Path; value: unknown; isShared?: true }
  /**
   * Appends a value to a list, which is created if it is missing. The value replaces the entries for which `replaces`
   * returns true. If an entry is a group with a list `within`, `replaces` is called for each member of that list.
   */
  | ListEdit;

interface ListEdit {
  append: Path;
  value: unknown;
  within?: string;
  replaces: (entry: unknown) => boolean;
}

/** The layout of what is added: that of the text, or two spaces. A text on one line stays on one line. */
const layoutOf = (text: string) => {
  const body = text.trim();
  if (!body.includes('\n') && !/^(?:\{\s*\})?$/.test(body)) return {};
  const [, indent = '  '] = /^([ \t]+)\S/m.exec(text) ?? [];
  const formattingOptions = {
    insertSpaces: !indent.startsWith('\t'),
    tabSize: indent.startsWith('\t') ? 1 : indent.length,
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
  return { formattingOptions };
};

/** The text with edits made; comments and the rest of the layout stay. Throws if it is no JSON object. */
export const editJson = (text: string, edits: readonly JsonEdit[]): string => {
  let edited = objectIn(text);
  for (const edit of edits) {
    if ('put' in edit) {
      if (!edit.isShared || valueAt(edited, edit.put) === undefined) edited = merged(edited, edit.put, edit.value);
      continue;
    }
    const own = listAt(edited, edit.append)?.flatMap((entry) => ownPart(entry, edit) ?? []) ?? [];
    if (own.length === 1 && JSON.stringify(own[0]) === JSON.stringify(edit.value)) continue;
    edited = removeEntries(edited, edit);
    const at = listAt(edited, edit.append) === undefined ? edit.append : [...edit.append, -1];
    const value = at === edit.append ? [edit.value] : edit.value;
    edited = change(edited, at, value, at !== edit.append);
  }
  return text.trim() === '' && !edited.endsWith('\n') ? `${edited}\n` : edited;
};

export const undoJson = (text: string, edits: readonly JsonEdit[]): string => {
  let edited = objectIn(text);
  for (const edit of edits) {
    if ('put' in edit && edit.isShared) continue;
    const path = 'put' in edit ? edit.put : edit.append;
    const rest = 'put' in edit ? removeAt(edited, path) : removeEntries(edited, edit);
    if (rest !== edited) edited = removeEmpty(rest, 'put' in edit ? path.slice(0, -1) : path);
  }
  return edited;
};

const objectIn = (text: string): string => {
  const given = text.trim() === '' ? '{}\n' : text;
  const errors: jsonc.ParseError[] = [];
  const value: unknown = jsonc.parse(given, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('it is not a JSON object');
  }
  return given;
};

const nodeAt = (text: string, path: Path): jsonc.Node | undefined => {
  const root = jsonc.parseTree(text, [], { allowTrailingComma: true });
  return root && jsonc.findNodeAtLocation(root, [...path]);
};

const valueAt = (text: string, path: Path): unknown => {
  const node = nodeAt(text, path);
  return node && jsonc.getNodeValue(node);
};

const listAt = (text: string, path: Path): readonly unknown[] | undefined => {
  const value = valueAt(text, path);
  return Array.isArray(value) ? value : undefined;
};

const change = (text: string, path: Path, value: unknown, isArrayInsertion = false): string =>
  jsonc.applyEdits(text, jsonc.modify(text, [...path], value, { ...layoutOf(text), isArrayInsertion }));

/**
 * Removes a value, its name and its comma, and the line if nothing else is on the line. `modify` is not used, because
 * it would also remove the comments between the value and its neighbours.
 */
const removeAt = (text: string, path: Path): string => {
  const node = nodeAt(text, path);
  const own = node?.parent?.type === 'property' ? node.parent : node;
  if (!own) return text;
  const siblings = own.parent?.children ?? [];
  const before = siblings[siblings.indexOf(own) - 1];
  const comma = commaAfter(text, own);
  const otherComma = comma === undefined && before ? commaAfter(text, before) : comma;
  const isNext = comma !== undefined && text.slice(endOf(own), comma).trim() === '';
  const cuts = [deletionOf(text, own.offset, isNext ? comma + 1 : endOf(own))];
  if (otherComma !== undefined && !isNext) cuts.push({ offset: otherComma, length: 1, content: '' });
  return jsonc.applyEdits(text, cuts);
};

const endOf = ({ offset, length }: jsonc.Node): number => offset + length;

const commaAfter = (text: string, node: jsonc.Node): number | undefined => {
  const scanner = jsonc.createScanner(text, true);
  scanner.setPosition(endOf(node));
  scanner.scan();
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
};

/** A deletion with the blanks before it, and with the line end if nothing else is on the line. */
const deletionOf = (text: string, start: number, end: number): jsonc.Edit => {
  const isBlank = (at: number): boolean => text[at] === ' ' || text[at] === '\t';
  let [from, to] = [start, end];
  while (isBlank(from - 1)) from--;
  while (isBlank(to)) to++;
  if (text[to] === '\r') to++;
  const isAlone = text[from - 1] === '\n' && text[to] === '\n';
  return { offset: from, length: (isAlone ? to + 1 : end) - from, content: '' };
};

const merged = (text: string, path: Path, value: unknown): string => {
  const there = valueAt(text, path);
  if (isObject(value) && isObject(there)) {
    return Object.entries(value).reduce((edited, [key, part]) => merged(edited, [...path, key], part), text);
  }
  // Existing text stays as it is written.
  return JSON.stringify(there) === JSON.stringify(value) ? text : change(text, path, value);
};

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The part of an entry for which `replaces` returns true; undefined if there is none. */
const ownPart = (entry: unknown, { within = '', replaces }: ListEdit): unknown => {
  const own = membersOf(entry, within)?.filter(replaces);
  if (!own) return replaces(entry) ? entry : undefined;
  return own.length > 0 ? { ...(entry as object), [within]: own } : undefined;
};

const membersOf = (entry: unknown, within: string): readonly unknown[] | undefined => {
  const members = isObject(entry) ? (entry as Readonly<Record<string, unknown>>)[within] : undefined;
  return Array.isArray(members) ? members : undefined;
};

/** The paths of all values to replace: whole entries, and members of groups that also have other members. */
const ownPaths = (text: string, { append, within = '', replaces }: ListEdit): Path[] =>
  (listAt(text, append) ?? []).flatMap((entry, index) => {
    const at = [...append, index];
    const members = membersOf(entry, within) ?? [entry];
    const own = members.flatMap((member, place) => (replaces(member) ? [[...at, within, place]] : []));
    return own.length > 0 && own.length === members.length ? [at] : own;
  });

/** Removes the last path first, so that the indexes of the other paths stay valid. */
const removeEntries = (text: string, edit: ListEdit): string => ownPaths(text, edit).reduceRight(removeAt, text);

/** Removes lists and objects that contain nothing, not even a comment, from the inside out. The root stays. */
const removeEmpty = (text: string, path: Path): string => {
  let edited = text;
  for (let depth = path.length; depth > 0; depth--) {
    const at = path.slice(0, depth);
    const node = nodeAt(edited, at);
    if (!node?.children || edited.slice(node.offset + 1, endOf(node) - 1).trim() !== '') return edited;
    edited = removeAt(edited, at);
  }
  return edited;
};
