import type { Session } from '@pairspace/protocol';
import { join } from 'node:path';
import { call } from './call.ts';
import { freePort, type RunningServer, startServer } from './process.ts';

/** The entry of `npm start`. */
export const serviceFile = join(import.meta.dirname, '../../server/src/main.js');

/** The constants of the service's configuration. */
export type Constants = Readonly<Record<string, unknown>>;

const serviceWithConstants = join(import.meta.dirname, '../../server/src/testing/serve-with-constants.ts');

interface ServiceStart {
  /** The folder of its data. */
  folder: string;
  file: string;
  port?: number;
  env?: Readonly<Record<string, string>>;
  limits?: Readonly<Record<string, number>> | undefined;
  /** In place of the service's own. With them it runs from its source, whatever `file` is. */
  constants?: Constants | undefined;
  output?: number | undefined;
}

/** The service on a folder, without a rate limit: one address may be a thousand clients. */
export const startService = async ({
  folder,
  file,
  port,
  env = {},
  limits,
  constants,
  output,
}: ServiceStart): Promise<RunningServer> => {
  const listenOn = port ?? (await freePort());
  return startServer({
    ...(constants ? { file: serviceWithConstants, args: [JSON.stringify(constants)] } : { file }),
    port: listenOn,
    output,
    env: {
      PORT: String(listenOn),
      HOST: '127.0.0.1',
      PAIRSPACE_DATA: folder,
      PAIRSPACE_RATE_LIMIT: 'off',
      PAIRSPACE_LIMITS: limitsOf(limits),
      PAIRSPACE_LOG: 'error',
      ...env,
    },
  });
};

const wideLimits = {
  connectionsPerAddress: 20_000,
  streamsPerAddress: 5000,
  waitsPerAddress: 5000,
  requestsAtOnce: 20_000,
  sessionBytes: 2 ** 30,
};

const limitsOf = (limits: Readonly<Record<string, number>> = {}): string =>
  Object.entries({ ...wideLimits, ...limits })
    .map(([name, value]) => `${name}=${String(value)}`)
    .join(',');

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
