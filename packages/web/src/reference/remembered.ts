/**
 * What the forms share while the tab is open: the token, and the ids that were filled in. The session storage of a tab is
 * read by nothing else; nothing of it is ever part of an address.
 */
const prefix = 'pairspace-docs:';

// Where the browser allows no storage, the page itself remembers.
const kept = new Map<string, string>();

export const remember = (name: string, value: string): void => {
  kept.set(name, value);
  try {
    if (value === '') sessionStorage.removeItem(prefix + name);
    else sessionStorage.setItem(prefix + name, value);
  } catch {
    return;
  }
};

export const remembered = (name: string): string => {
  const here = kept.get(name);
  if (here !== undefined) return here;
  try {
    return sessionStorage.getItem(prefix + name) ?? '';
  } catch {
    return '';
  }
};
