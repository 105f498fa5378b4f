import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';

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
