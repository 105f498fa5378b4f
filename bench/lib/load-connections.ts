import autocannon from 'autocannon';
import type { Load, LoadResult } from './load.ts';

const { url, token = '', body, connections, seconds } = JSON.parse(process.argv[2] ?? '') as Load;

const result = await autocannon({
  url,
  connections,
  duration: seconds,
  method: body === undefined ? 'GET' : 'POST',
  headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});
const { user, system } = process.cpuUsage();

process.send?.({
  perSecond: result['2xx'] / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  failed: result.non2xx + result.errors + result.timeouts,
  generatorCpus: (user + system) / 1e6 / result.duration,
} satisfies LoadResult);
