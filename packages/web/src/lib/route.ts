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

/** The place of the page where the page cannot use its address, as in a frame of another program; else undefined. */
let kept: string | undefined;

export const keepRouteApart = (href: string): void => {
  kept = href;
};

const currentHash = (): string => kept ?? location.hash;

/** Changes the address without a new entry in the history of the browser. */
export const replaceRoute = (href: string): void => {
  if (kept === undefined) history.replaceState(history.state, '', href);
  else kept = href;
  dispatchEvent(new HashChangeEvent('hashchange'));
};

export const go = (href: string): void => {
  if (kept === undefined) location.hash = href;
  else replaceRoute(href);
};

export const useRoute = (): Route => {
  const [route, setRoute] = useState(() => parseRoute(currentHash()));
  useEffect(() => {
    const read = (): void => {
      setRoute(parseRoute(currentHash()));
    };
    addEventListener('hashchange', read);
    return () => {
      removeEventListener('hashchange', read);
    };
  }, []);
  return route;
};
