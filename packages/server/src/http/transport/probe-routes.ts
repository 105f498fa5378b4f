import { ServiceError } from '@pairspace/protocol';
import type { FastifyInstance } from 'fastify';
import { jsonType, successBody } from '../dispatch/answer.ts';
import { clientAddressOf } from '../../lib/client-address.ts';
import type { RequestLimits } from '../../limits/request-limits.ts';
import type { Metrics } from './metrics.ts';

/** A scrape counts as so many requests of its address: some of the numbers are counted in the database. */
const requestsPerScrape = 20;

interface Probes {
  requests: RequestLimits;
  metrics: Metrics;
  /** Throws when storage takes no writes. */
  assertWritable: () => Promise<void>;
  /** What else there is to know; none of it keeps the node from serving. */
  conditions: () => Readonly<Record<string, string>>;
}

/** `/healthz` and `/readyz`, which are counted by no limit and cost the same each time, and `/metrics`. */
export const bindProbes = (app: FastifyInstance, { requests, metrics, assertWritable, conditions }: Probes): void => {
  const probe = { config: { countsItself: true } };
  app.get('/healthz', probe, (_request, reply) =>
    reply.header('content-type', jsonType).send(successBody('{"status":"alive"}')),
  );
  app.get('/readyz', probe, async (_request, reply) => {
    try {
      await assertWritable();
    } catch (cause) {
      throw new ServiceError('UNAVAILABLE', 'Storage cannot take writes now.', { cause });
    }
    return reply
      .header('content-type', jsonType)
      .send(successBody(JSON.stringify({ status: 'ready', ...conditions() })));
  });
  app.get('/metrics', async (request, reply) => {
    const address = clientAddressOf(request.ip);
    // The request itself is counted as that for a page.
    requests.charge({ address, client: address }, requestsPerScrape - 1);
    return reply.header('content-type', metrics.registry.contentType).send(await metrics.registry.metrics());
  });
};
