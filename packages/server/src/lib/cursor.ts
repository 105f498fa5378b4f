/** Text of a cursor: the kind of list it belongs to and where in it the next page begins. */
export const encodeCursor = (kind: string, ...position: (string | number)[]): string =>
  Buffer.from(JSON.stringify([kind, ...position])).toString('base64url');

/** The position in a cursor of this kind of list, or undefined when the text is no such cursor. */
export const decodeCursor = (kind: string, text: string): unknown[] | undefined => {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(value) && value[0] === kind ? value.slice(1) : undefined;
  } catch {
    return undefined;
  }
};
