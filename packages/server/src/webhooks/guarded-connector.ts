import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';
import type { ResolveHost } from './resolve-host.ts';

/** A connection that was not made, and the class of reasons it is told under. */
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
 * Makes connections to allowed addresses alone (HOOK-16). A name is looked up once, and what was checked is what is
 * dialled; an address that stands in the URL itself is never looked up, so it is checked before.
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
      else
        callback(
          isTlsFailure(options.protocol, error) ? new ConnectionRefusal('tls', error.message, error) : error,
          null,
        );
    });
  };
};

type Addresses = [Address, ...Address[]];
interface Address {
  address: string;
  family: number;
}

/** Looks a name up as Node does, and knows the allowed ones of its addresses alone. */
const guardedLookup = ({ isAllowed, resolve }: Pick<Guard, 'isAllowed' | 'resolve'>): LookupFunction => {
  const allowedAddresses = async (hostname: string): Promise<Addresses> => {
    const found = await lookedUp(hostname, resolve);
    const [first, ...others] = found.filter(isAllowed).map((address) => ({ address, family: isIP(address) }));
    if (first) return [first, ...others];
    throw new ConnectionRefusal('address', `${hostname} has no address that deliveries may go to`);
  };
  return (hostname, { all }, callback) => {
    allowedAddresses(hostname).then(
      ([first, ...others]) => {
        if (all === true) callback(null, [first, ...others]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
};

/** The addresses of a name, at least one. */
export const lookedUp = async (hostname: string, resolve: ResolveHost): Promise<string[]> => {
  const found = await resolve(hostname).catch((cause: unknown) => {
    throw new ConnectionRefusal('dns', `${hostname} was not found`, cause);
  });
  if (found.length === 0) throw new ConnectionRefusal('dns', `${hostname} has no address`);
  return found;
};

/** Before a secure connection stands, whatever the operating system did not report is about the certificate or protocol. */
const isTlsFailure = (protocol: string, error: Error & { code?: string; syscall?: string }): boolean =>
  protocol === 'https:' &&
  !(error instanceof ConnectionRefusal) &&
  !(error instanceof AggregateError) &&
  !error.code?.startsWith('UND_ERR_') &&
  (error.code === 'EPROTO' || (error.syscall === undefined && error.code !== 'ECONNRESET'));
