/** A path or an address without the slashes at its end. */
export const withoutEndSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
};
