import { useLayoutEffect, useReducer } from 'preact/hooks';

/** An object that notifies its listeners when it changes. */
export class Store {
  readonly #listeners = new Set<() => void>();

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }
}

/**
 * Renders the component anew when the store has changed. A layout effect subscribes before any other task can run. A
 * plain effect would subscribe after the paint, and a change in between would never be shown.
 */
export const useStore = (store: Store): void => {
  const [, renew] = useReducer<number, void>((turn) => turn + 1, 0);
  useLayoutEffect(() => store.subscribe(renew), [store]);
};
