/** The reference was one page once. An old address of it leads to the list of names, and from there to the new place. */
export const followMoved = (): void => {
  if (location.pathname !== '/docs' || location.hash === '') return;
  const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const link = place?.querySelector<HTMLAnchorElement>(':scope > a[data-moved], :scope > h3 > a[data-moved]');
  if (link) location.replace(link.href);
};
