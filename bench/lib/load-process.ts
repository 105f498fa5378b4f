import type { LoadOfPlaces } from './contest.ts';
import { after, flood, resultOf } from './load.ts';

/** Sends the same request to places of one service; connections divide the places among them. */
const { places, body, connections, seconds } = JSON.parse(process.argv[2] ?? '') as LoadOfPlaces;
const requests = places.map(({ url, token }) => {
  const { pathname, search } = new URL(url);
  return { path: `${pathname}${search}`, token, body };
});
const [{ url } = { url: '' }] = places;

const result = await flood({
  origin: new URL(url).origin,
  connections,
  isOver: after(seconds),
  requestOf: (connection, count) => requests[(connection + count * connections) % requests.length] ?? { path: '/' },
});
process.send?.(resultOf(result));
process.disconnect?.();
