/** A list of entity tags in a header; a bare number counts as its tag. Undefined for any other text (RFC 9110, 8.8.3). */
export const entityTags = (header: string): '*' | string[] | undefined => {
  const text = header.trim();
  if (text === '*') return '*';
  const tags: string[] = [];
  const one = /(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")|(\d{1,15}))[\t ]*(?:,[\t ,]*|$)/y;
  one.lastIndex = Math.max(0, text.search(/[^\t ,]/));
  while (one.lastIndex < text.length) {
    const found = one.exec(text);
    if (!found) return undefined;
    tags.push(found[1] ?? `"${String(found[2])}"`);
  }
  return tags.length === 0 ? undefined : tags;
};

/** The tag of a version. */
export const versionTag = (version: number): string => `"${String(version)}"`;

const withoutWeakness = (tag: string): string => tag.replace(/^W\//, '');

/** Whether an `If-None-Match` of a read names the tag of the answer, by weak comparison (RFC 9110, 13.1.2). */
export const namesTag = (header: string | undefined, etag: string): boolean => {
  const tags = header === undefined ? undefined : entityTags(header);
  return tags === '*' || (tags ?? []).some((tag) => withoutWeakness(tag) === withoutWeakness(etag));
};
