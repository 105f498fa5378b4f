/** Whether an `If-None-Match` header names an entity tag. */
export const namesTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim() === etag) ?? false;
