const storageKey = 'pairspace.name';

/** Under which name the person at this browser speaks; asked for once. */
export const keptName = (): string => {
  try {
    return localStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
};

export const keepName = (name: string): void => {
  try {
    localStorage.setItem(storageKey, name);
  } catch {
    // Without storage it is asked for again.
  }
};
