import net from 'node:net';
import type { Through } from './through.ts';

/** A service under test. */
export interface Service {
  base: URL;
  /** The service enforces rate limits. */
  rateLimited: boolean;
  /** An unused client address, if this machine has several addresses that reach the service. */
  newAddress: () => string | undefined;
  /** The client by whose methods calls are made; by HTTP without one. */
  through?: Through | undefined;
}

/** Finds out how the service can be reached; rejects if nothing answers. */
export const findService = async (
  url: string,
  { rateLimited = false, through }: { rateLimited?: boolean; through?: Through | undefined } = {},
): Promise<Service> => {
  const base = new URL(url);
  if (base.protocol !== 'http:' && base.protocol !== 'https:') throw new TypeError('the base URL must be http(s)');
  await canConnect(base);
  const addresses = loopbackAddresses();
  const first = addresses.next().value;
  const hasMany =
    base.hostname === '127.0.0.1' &&
    (await canConnect(base, first).then(
      () => true,
      () => false,
    ));
  return { base, rateLimited, newAddress: () => (hasMany ? addresses.next().value : undefined), through };
};

/**
 * Loopback is a whole network. A random part of it keeps this run apart from earlier runs, which rate limits remember.
 */
function* loopbackAddresses(): Generator<string, string> {
  const part = 1 + Math.floor(Math.random() * 254);
  for (let third = 1; third < 255; third++) {
    for (let fourth = 1; fourth < 255; fourth++) yield ['127', part, third, fourth].join('.');
  }
  throw new Error('more rules than addresses');
}

const canConnect = async (base: URL, localAddress?: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const host = base.hostname.replace(/^\[|\]$/g, '');
  const port = Number(base.port) || (base.protocol === 'https:' ? 443 : 80);
  const socket = net.connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
  socket.once('connect', resolve);
  socket.once('error', reject);
  await promise.finally(() => socket.destroy());
};
