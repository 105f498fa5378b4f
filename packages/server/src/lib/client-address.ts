import { isIPv6, SocketAddress } from 'node:net';

/**
 * The name under which limits count a client address (NET-7). The owner of one IPv6 address has its whole /64, so the
 * /64 counts as one client. An IPv4 address stays unchanged, including one in the form of an IPv6 address. A connection
 * that was reset no longer has an address; all such connections count as one client.
 */
export const clientAddressOf = (address: string | undefined): string => {
  if (address === undefined) return 'gone';
  // Only an IPv6 address contains a colon, possibly with a zone after a per cent sign.
  if (!address.includes(':')) return address;
  const [bare = ''] = address.split('%', 1);
  if (!isIPv6(bare)) return bare;
  const { address: canonical } = new SocketAddress({ address: bare, family: 'ipv6' });
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical);
  if (mapped?.[1]) return mapped[1];
  return `${groupsOf(canonical).slice(0, 4).join(':')}::/64`;
};

/** The eight groups of an IPv6 address in its canonical form, without leading zeros. */
const groupsOf = (canonical: string): string[] => {
  const [head = '', tail] = canonical.replace(/:(\d+)\.(\d+)\.(\d+)\.(\d+)$/, ':0:0').split('::');
  const before = head === '' ? [] : head.split(':');
  if (tail === undefined) return before;
  const after = tail === '' ? [] : tail.split(':');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
};
