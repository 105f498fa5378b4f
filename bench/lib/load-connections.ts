import autocannon, { type Request } from 'autocannon';
import type { Load, LoadResult } from './load.ts';

const {
  url,
  token = '',
  body,
  places = [],
  notes = [],
  keys = [],
  connections,
  seconds,
} = JSON.parse(process.argv[2] ?? '') as Load;

const headersOf = (bearer: string): Record<string, string> => ({
  ...(bearer === '' ? {} : { authorization: `Bearer ${bearer}` }),
  ...(body === undefined ? {} : { 'content-type': 'application/json' }),
});
let connected = 0;

/** Edits one note repeatedly, each time based on the version of the edit before. */
const edits = (note: string): Request => {
  let expectedVersion = 1;
  return {
    method: 'PUT',
    path: new URL(note).pathname,
    headers: headersOf(token),
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({ ...(body as object), expectedVersion }),
    }),
    onResponse: (status) => {
      if (status === 200) expectedVersion++;
    },
  };
};

let refused = 0;

/** Sets one key of etcd repeatedly, each time on condition that it has the version of the change before. */
const swaps = (name: string): Request => {
  const key = btoa(name);
  let version = 0;
  return {
    method: 'POST',
    path: '/v3/kv/txn',
    headers: headersOf(token),
    setupRequest: (request) => ({
      ...request,
      body: JSON.stringify({
        compare: [{ key, target: 'VERSION', result: 'EQUAL', version: String(version) }],
        success: [{ requestPut: { key, value: btoa((body as { content: string }).content) } }],
      }),
    }),
    onResponse: (_status, answer) => {
      if ((JSON.parse(answer) as { succeeded?: boolean }).succeeded) version++;
      else refused++;
    },
  };
};

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  method: body === undefined ? 'GET' : 'POST',
  headers: headersOf(token),
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  ...(places.length + notes.length + keys.length === 0
    ? {}
    : {
        setupClient: (client) => {
          const note = notes[connected];
          if (note) client.setRequests([edits(note)]);
          const key = keys[connected];
          if (key) client.setRequests([swaps(key)]);
          const place = places[connected++ % places.length];
          // `setRequest` would set only the first request of the connection.
          if (place) client.setRequests([{ path: new URL(place.url).pathname, headers: headersOf(place.token) }]);
        },
      }),
});
const { user, system } = process.cpuUsage();

process.send?.({
  perSecond: result['2xx'] / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  p999Ms: result.latency.p99_9,
  failed: result.non2xx + result.errors + result.timeouts + refused,
  generatorCpus: (user + system) / 1e6 / result.duration,
} satisfies LoadResult);
