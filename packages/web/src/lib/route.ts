import { useEffect, useState } from 'preact/hooks';
import { listen } from './listen.ts';

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
  return { path: path.split('/').filter(Boolean).map(decoded), params: new URLSearchParams(search) };
};

export const hrefOf = (path: readonly string[], params: Readonly<Record<string, string | undefined>> = {}): string => {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value !== undefined) search.set(name, value);
  const text = search.toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
};

/** The route that the page has set itself. The route is valid until the reader or the browser changes the address. */
let ownHref: string | undefined;
/** Whether the page cannot use its address, as in a frame of another program. */
let isEmbedded = false;
/** The pause after a change of the address. */
let addressPause: ReturnType<typeof setTimeout> | undefined;

/** Browsers refuse more than 100 changes of the address in 30 s, some of them without an error. */
const addressPauseMs = 300;

export const keepRouteApart = (href: string): void => {
  ownHref = href;
  isEmbedded = true;
};

const writeAddress = (): void => {
  clearTimeout(addressPause);
  addressPause = undefined;
  if (ownHref === undefined || ownHref === location.hash) return;
  addressPause = setTimeout(writeAddress, addressPauseMs);
  try {
    history.replaceState(history.state, '', ownHref);
  } catch {
    // The change is repeated after the pause.
  }
};

/**
 * Changes the route without a new entry in the history of the browser. The address changes later if it was changed just
 * before.
 */
export const replaceRoute = (href: string): void => {
  ownHref = href;
  if (!isEmbedded && addressPause === undefined) writeAddress();
  dispatchEvent(new HashChangeEvent('hashchange'));
};

export const go = (href: string): void => {
  if (isEmbedded) {
    replaceRoute(href);
    return;
  }
  // The history of the browser keeps the route that is left.
  writeAddress();
  ownHref = undefined;
  location.hash = href;
};

export const useRoute = (): Route => {
  const [route, setRoute] = useState(() => parseRoute(ownHref ?? location.hash));
  useEffect(() => {
    const read = ({ isTrusted }: Event): void => {
      // An event from the browser means that the address was changed, other than by `replaceRoute`.
      if (isTrusted) ownHref = undefined;
      setRoute(parseRoute(ownHref ?? location.hash));
    };
    return listen(window, 'hashchange', read);
  }, []);
  return route;
};
