import type { Session } from '@pairspace/protocol';
import { join } from 'node:path';
import { call } from './call.ts';
import { freePort, type RunningServer, startServer } from './process.ts';

/** The entry of `npm start`. */
export const serviceFile = join(import.meta.dirname, '../../server/src/main.js');

interface ServiceStart {
  /** The folder of its data. */
  folder: string;
  file: string;
  port?: number;
  env?: Readonly<Record<string, string>>;
}

/** The service with a data folder, without a rate limit, because one address stands for a thousand clients. */
export const startService = async ({ folder, file, port, env = {} }: ServiceStart): Promise<RunningServer> => {
  const listenOn = port ?? (await freePort());
  return startServer({
    file,
    port: listenOn,
    env: {
      PORT: String(listenOn),
      HOST: '127.0.0.1',
      PAIRSPACE_DATA: folder,
      PAIRSPACE_RATE_LIMIT: 'off',
      PAIRSPACE_CONNECTIONS_PER_ADDRESS: '20000',
      PAIRSPACE_STREAMS_PER_ADDRESS: '5000',
      PAIRSPACE_REQUESTS_AT_ONCE: '20000',
      PAIRSPACE_WAITS_PER_ADDRESS: '5000',
      PAIRSPACE_BODIES_PER_ADDRESS_BYTES: String(256 * 2 ** 20),
      PAIRSPACE_SESSION_BYTES: String(2 ** 30),
      PAIRSPACE_LOG: 'error',
      ...env,
    },
  });
};

export interface OpenSession {
  id: string;
  /** The URL of the session. */
  url: string;
  token: string;
}

/** Creates a session; `body` is that of POST /api/sessions. */
export const createSession = async (base: string, body: object = {}): Promise<OpenSession> => {
  const { session, agentToken } = await call<{ session: Session; agentToken: string }>(`${base}/api/sessions`, {
    body,
  });
  return { id: session.id, url: `${base}/api/sessions/${session.id}`, token: agentToken };
};
