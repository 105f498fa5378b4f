/** The text of a cursor: the kind of its list, and the position of the next page. */
export const encodeCursor = (kind: string, ...position: unknown[]): string =>
  Buffer.from(JSON.stringify([kind, ...position])).toString('base64url');

/** The position in a cursor of this kind of list; undefined for any other text. */
export const decodeCursor = (kind: string, text: string): unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) && value[0] === kind ? value.slice(1) : undefined;
  } catch {
    return undefined;
  }
};
