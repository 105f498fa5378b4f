interface KeptText {
  get: () => string | undefined;
  keep: (text: string | undefined) => void;
}

/**
 * A text that stays in a storage, or in memory where that is refused. The storage is that of this tab unless another is
 * given.
 */
export const keptText = (storageKey: string, storage = (): Storage => sessionStorage): KeptText => {
  let inMemory: string | undefined;
  return {
    get: () => {
      try {
        return storage().getItem(storageKey) ?? inMemory;
      } catch {
        return inMemory;
      }
    },
    keep: (text) => {
      inMemory = text;
      try {
        if (text === undefined) storage().removeItem(storageKey);
        else storage().setItem(storageKey, text);
      } catch {
        // Values in memory last as long as the page.
      }
    },
  };
};
