/**
 * Values that the forms share while the tab is open: the token, and the filled-in ids. No other page reads the session
 * storage of a tab; its content never becomes part of an address.
 */
const prefix = 'pairspace-docs:';

// The memory of the page itself, if the browser allows no storage.
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
