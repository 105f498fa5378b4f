import { defaultLimits } from '@pairspace/protocol';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type Config, readConfig } from '../config.ts';
import { createHttpServer } from '../http/transport/server.ts';
import { createServiceLimits, type ServiceLimits } from '../limits/service-limits.ts';

/** The HTTP server of the service, without endpoints. */
export const anHttpServer = (given: Partial<Config> = {}) => {
  const config = { ...readConfig({ PAIRSPACE_HOSTS: '*' }), limits: defaultLimits, ...given };
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) });
  const serviceLimits: ServiceLimits = createServiceLimits(config);
  const app = createHttpServer({ ...config, serviceLimits, log, closing: new AbortController().signal });
  return {
    app,
    log,
    warnings,
    serviceLimits,
    /** Returns its address. */
    listen: async (): Promise<string> => {
      await app.listen({ host: '127.0.0.1', port: 0 });
      return `http://127.0.0.1:${String((app.server.address() as AddressInfo).port)}`;
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections();
      await app.close();
    },
  };
};
