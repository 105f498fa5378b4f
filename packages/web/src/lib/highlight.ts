import { useEffect, useState } from 'preact/hooks';

/** Colours code as HTML; undefined for a language that it does not know. */
type Highlighter = (code: string, language: string) => string | undefined;

let loaded: Highlighter | undefined;
let loading: Promise<void> | undefined;

export const highlighter = (): Highlighter | undefined => loaded;

const load = (): Promise<void> =>
  (loading ??= import('./highlighter.ts').then(({ highlightCode }) => {
    loaded = highlightCode;
  }));

/** Loads the highlighter when `isNeeded`, and renders the component anew when it is there. */
export const useHighlighter = (isNeeded: boolean): Highlighter | undefined => {
  const [, setTurn] = useState(0);
  useEffect(() => {
    if (!isNeeded || loaded) return;
    let isThere = true;
    void load().then(() => {
      if (isThere) setTurn((turn) => turn + 1);
    });
    return () => {
      isThere = false;
    };
  }, [isNeeded]);
  return loaded;
};
