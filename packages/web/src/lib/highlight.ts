import { useEffect, useReducer } from 'preact/hooks';
import { colourWith, type Highlighter } from './markdown.ts';

let loaded: Highlighter | undefined;
let loading: Promise<void> | undefined;

/** The time for which colouring one text may block the page. */
export const colouringMs = 100;

/** The pause before the highlighter is requested again. Code has no colours while the service is away. */
const retryMs = 5000;

const load = async (): Promise<void> => {
  while (!loaded) {
    try {
      loaded = (await import('./highlighter.ts')).highlightCode;
      colourWith(loaded, colouringMs);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
};

/** Loads the highlighter when `isNeeded`, and renders the component anew when the highlighter is loaded. */
export const useHighlighter = (isNeeded: boolean): Highlighter | undefined => {
  const [, renew] = useReducer<number, void>((turn) => turn + 1, 0);
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let isThere = true;
    void (loading ??= load()).then(() => {
      if (isThere) renew();
    });
    return () => {
      isThere = false;
    };
  }, [isNeeded]);
  return loaded;
};
