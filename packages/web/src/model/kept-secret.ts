interface KeptSecret {
  get: () => string | undefined;
  keep: (secret: string | undefined) => void;
}

/** A secret that stays in this tab: in its session storage, or in memory where the browser refuses storage. */
export const keptSecret = (storageKey: string): KeptSecret => {
  let inMemory: string | undefined;
  return {
    get: () => {
      try {
        return sessionStorage.getItem(storageKey) ?? inMemory;
      } catch {
        return inMemory;
      }
    },
    keep: (secret) => {
      inMemory = secret;
      try {
        if (secret === undefined) sessionStorage.removeItem(storageKey);
        else sessionStorage.setItem(storageKey, secret);
      } catch {
        // Values in memory last as long as the page.
      }
    },
  };
};
