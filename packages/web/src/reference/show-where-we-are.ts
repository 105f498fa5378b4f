/** Moves the navigation, and nothing else, to the page that is open. */
export const showWhereWeAre = (): void => {
  const contents = document.querySelector<HTMLElement>('#contents');
  const current = contents?.querySelector('[aria-current]');
  if (!contents || !current) return;
  const below = current.getBoundingClientRect().bottom - contents.getBoundingClientRect().bottom;
  if (below > 0) contents.scrollTop += below + contents.clientHeight / 2;
};
