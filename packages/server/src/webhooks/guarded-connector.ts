import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.ts';

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

/** Returns the addresses of a host name; throws if they cannot be found. */
export type ResolveHost = (hostname: string) => Promise<string[]>;

const hostsFile = process.platform === 'win32' ? String.raw`C:\Windows\System32\drivers\etc\hosts` : '/etc/hosts';

/**
 * Resolves a name by the hosts file, then by DNS. The system's own call would block a thread of the pool that also
 * syncs the database, so a few unanswered names would delay every write.
 */
export const resolveHost = (timeoutMs: number): ResolveHost => {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const known = (await namesInHostsFile()).get(name);
    if (known) return known;
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = found.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    const [first] = found;
    if (addresses.length === 0 && first.status === 'rejected') throw first.reason;
    return addresses;
  };
};

const namesInHostsFile = async (): Promise<Map<string, string[]>> => {
  const names = new Map<string, string[]>();
  const text = await readFile(hostsFile, 'utf8').catch(() => '');
  for (const line of text.split('\n')) {
    const [address, ...hostnames] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (address === undefined) continue;
    for (const hostname of hostnames)
      names.set(hostname.toLowerCase(), [...(names.get(hostname.toLowerCase()) ?? []), address]);
  }
  return names;
};
