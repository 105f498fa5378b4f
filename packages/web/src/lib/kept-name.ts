const storageKey = 'pairspace.name';

/** The name under which the person at this browser speaks. The page asks for the name once. */
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
    // Without storage the page asks for the name again.
  }
};
