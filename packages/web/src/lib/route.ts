import { useEffect, useState } from 'preact/hooks';

/** The place of the page, held in the fragment of the address: browsers send no fragment in requests or referrers. */
export interface Route {
  /** The decoded segments: `#/s/ses_1/notes` is `['s', 'ses_1', 'notes']`. */
  path: readonly string[];
  params: URLSearchParams;
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
};

export const parseRoute = (hash: string): Route => {
  const [path = '', search = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  return {
    path: path.split('/').filter(Boolean).map(decoded),
    params: new URLSearchParams(search),
  };
};

export const hrefOf = (path: readonly string[], params: Readonly<Record<string, string | undefined>> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
};

/** The place that the page has shown last by itself. It counts until somebody else changes the address. */
let shown: string | undefined;
/** Whether the page cannot use its address, as in a frame of another program. */
let isApart = false;
/** Runs while the address rests. */
let rest: ReturnType<typeof setTimeout> | undefined;

/** Browsers refuse changes of the address beyond 100 in 30 s, some with an error and some without. */
const restMs = 300;

export const keepRouteApart = (href: string): void => {
  shown = href;
  isApart = true;
};

const writeAddress = (): void => {
  clearTimeout(rest);
  rest = undefined;
  if (shown === undefined || shown === location.hash) return;
  rest = setTimeout(writeAddress, restMs);
  try {
    history.replaceState(history.state, '', shown);
  } catch {
    // The address follows after a rest.
  }
};

/** Changes the place without a new entry in the history of the browser. The address follows where it may not yet. */
export const replaceRoute = (href: string): void => {
  shown = href;
  if (!isApart && rest === undefined) writeAddress();
  dispatchEvent(new HashChangeEvent('hashchange'));
};

export const go = (href: string): void => {
  if (isApart) {
    replaceRoute(href);
    return;
  }
  // The place that is left stays in the history of the browser.
  writeAddress();
  shown = undefined;
  location.hash = href;
};

export const useRoute = (): Route => {
  const [route, setRoute] = useState(() => parseRoute(shown ?? location.hash));
  useEffect(() => {
    const read = ({ isTrusted }: Event): void => {
      // The browser sends this event for every change of the address but those of `replaceRoute`.
      if (isTrusted) shown = undefined;
      setRoute(parseRoute(shown ?? location.hash));
    };
    addEventListener('hashchange', read);
    return () => {
      removeEventListener('hashchange', read);
    };
  }, []);
  return route;
};
