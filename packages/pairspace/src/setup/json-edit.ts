import { applyEdits, findNodeAtLocation, getNodeValue, modify, type ParseError, parse, parseTree } from 'jsonc-parser';

type Path = readonly (string | number)[];

/** A change of a JSON file. */
export type JsonEdit =
  /**
   * Sets a value at a path; other members of an object stay. A shared value is left unchanged if it exists, and is
   * never removed.
   */
  | { put: Path; value: unknown; isShared?: true }
  /**
   * Appends a value to a list, which is made where it is missing. The value replaces entries for which `replaces`
   * holds.
   */
  | { append: Path; value: unknown; replaces: (entry: unknown) => boolean };

const layout = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

/**
 * The text of a JSON file with edits made. Comments and the rest of the layout stay. Throws if it is no JSON object.
 */
export const editJson = (text: string, edits: readonly JsonEdit[]): string => {
  let edited = objectIn(text);
  for (const edit of edits) {
    if ('put' in edit) {
      if (!edit.isShared || valueAt(edited, edit.put) === undefined) edited = merged(edited, edit.put, edit.value);
      continue;
    }
    const own = listAt(edited, edit.append)?.filter(edit.replaces) ?? [];
    if (own.length === 1 && JSON.stringify(own[0]) === JSON.stringify(edit.value)) continue;
    edited = withoutEntries(edited, edit.append, edit.replaces);
    const at = listAt(edited, edit.append) === undefined ? edit.append : [...edit.append, -1];
    const value = at === edit.append ? [edit.value] : edit.value;
    edited = change(edited, at, value, at !== edit.append);
  }
  return text.trim() === '' && !edited.endsWith('\n') ? `${edited}\n` : edited;
};

/** The text without the edits. Lists and objects that become empty are removed too. */
export const undoJson = (text: string, edits: readonly JsonEdit[]): string => {
  let edited = objectIn(text);
  for (const edit of edits) {
    if ('put' in edit && edit.isShared) continue;
    const path = 'put' in edit ? edit.put : edit.append;
    if ('put' in edit) {
      if (valueAt(edited, path) !== undefined) edited = change(edited, path, undefined);
    } else edited = withoutEntries(edited, path, edit.replaces);
    edited = withoutEmpty(edited, 'put' in edit ? path.slice(0, -1) : path);
  }
  return edited;
};

const objectIn = (text: string): string => {
  const given = text.trim() === '' ? '{}\n' : text;
  const errors: ParseError[] = [];
  const value: unknown = parse(given, errors, { allowTrailingComma: true });
  if (errors.length > 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error('it is not a JSON object');
  }
  return given;
};

const valueAt = (text: string, path: Path): unknown => {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const node = root && findNodeAtLocation(root, [...path]);
  return node && getNodeValue(node);
};

const listAt = (text: string, path: Path): readonly unknown[] | undefined => {
  const value = valueAt(text, path);
  return Array.isArray(value) ? value : undefined;
};

const change = (text: string, path: Path, value: unknown, isArrayInsertion = false): string =>
  applyEdits(text, modify(text, [...path], value, { ...layout, isArrayInsertion }));

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

const withoutEntries = (text: string, path: Path, goes: (entry: unknown) => boolean): string => {
  let edited = text;
  for (let index = (listAt(edited, path)?.length ?? 0) - 1; index >= 0; index--) {
    if (goes(listAt(edited, path)?.[index])) edited = change(edited, [...path, index], undefined);
  }
  return edited;
};

/** Takes out lists and objects that hold nothing, from the inside out. The root stays. */
const withoutEmpty = (text: string, path: Path): string => {
  let edited = text;
  for (let depth = path.length; depth > 0; depth--) {
    const at = path.slice(0, depth);
    const value = valueAt(edited, at);
    if (typeof value !== 'object' || value === null || Object.keys(value).length > 0) return edited;
    edited = change(edited, at, undefined);
  }
  return edited;
};
