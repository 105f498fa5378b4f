import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import type { ResolveHost } from './resolve-host.ts';

/** A refused connection, with the class of its reason. */
export class ConnectionRefusal extends Error {
  readonly error: 'address' | 'dns' | 'tls';

  constructor(error: ConnectionRefusal['error'], message: string, cause?: unknown) {
    super(message, { cause });
    this.error = error;
  }
}

interface Guard {
  isAllowed: AddressPolicy;
  resolve: ResolveHost;
  timeoutMs: number;
}

/**
 * Connects to allowed addresses only (HOOK-16). A name is resolved once, and the checked address is the one that is
 * dialled. A literal address in the URL is never resolved, so it is checked before.
 */
export const guardedConnector = ({ isAllowed, resolve, timeoutMs }: Guard): buildConnector.connector => {
  const lookup = guardedLookup({ isAllowed, resolve });
  const connect = buildConnector({ timeout: timeoutMs, allowH2: false, autoSelectFamily: true, lookup });
  return (options, callback) => {
    const literal = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !isAllowed(literal)) {
      queueMicrotask(() => {
        callback(new ConnectionRefusal('address', `${literal} is no address that deliveries may go to`), null);
      });
      return;
    }
    connect(options, (...[error, socket]) => {
      if (!error) callback(null, socket);
      else if (isTlsFailure(options.protocol, error))
        callback(new ConnectionRefusal('tls', error.message, error), null);
      else callback(error, null);
    });
  };
};

type Addresses = [LookupAddress, ...LookupAddress[]];

/** Resolves a name in the form of Node's lookup, and returns only allowed addresses. */
const guardedLookup = ({ isAllowed, resolve }: Pick<Guard, 'isAllowed' | 'resolve'>): LookupFunction => {
  const allowedAddresses = async (hostname: string): Promise<Addresses> => {
    const found = await resolve(hostname).catch((cause: unknown) => {
      throw new ConnectionRefusal('dns', `${hostname} was not found`, cause);
    });
    if (found.length === 0) throw new ConnectionRefusal('dns', `${hostname} has no address`);
    const [first, ...others] = found.filter(isAllowed).map((address) => ({ address, family: isIP(address) }));
    if (first) return [first, ...others];
    throw new ConnectionRefusal('address', `${hostname} has no address that deliveries may go to`);
  };
  return (hostname, { all }, callback) => {
    allowedAddresses(hostname).then(
      (addresses) => {
        if (all === true) callback(null, addresses);
        else callback(null, addresses[0].address, addresses[0].family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
};

/**
 * Until a TLS connection is established, an error that the operating system did not report concerns the certificate or
 * the protocol.
 */
const isTlsFailure = (protocol: string, error: Error & { code?: string; syscall?: string }): boolean =>
  protocol === 'https:' &&
  !(error instanceof ConnectionRefusal) &&
  !(error instanceof AggregateError) &&
  !error.code?.startsWith('UND_ERR_') &&
  (error.code === 'EPROTO' || (error.syscall === undefined && error.code !== 'ECONNRESET'));
