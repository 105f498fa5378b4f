import ipaddr from 'ipaddr.js';

/** A range of addresses that is allowed regardless of the rules. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8`, or one address; undefined for other texts. */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.parse(text), 32];
  return ipaddr.IPv6.isValid(text) ? [ipaddr.parse(text), 128] : undefined;
};

export type AddressPolicy = (address: string) => boolean;

/** Ranges that are allowed if no other machine reaches the service. */
const neighbours = new Set(['loopback', 'private', 'uniqueLocal']);

/** The only range of public IPv6 addresses; translations to IPv4 and special addresses lie outside or are excluded. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Addresses at which clouds give credentials to their machines, besides the usual link-local address. */
const metadata = new Set(
  ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map((text) => ipaddr.parse(text).toString()),
);

/**
 * Decides which addresses deliveries may go to (HOOK-16): public ones and, if only its own machine reaches the service,
 * also loopback and private ones. Every other address is refused unless it is explicitly allowed: an unknown address
 * does not count as public.
 */
export const addressPolicy =
  ({ exposed, allow }: { exposed: boolean; allow: readonly AddressRange[] }): AddressPolicy =>
  (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (allow.some((range) => address.kind() === range[0].kind() && address.match(range))) return true;
    if (metadata.has(address.toString())) return false;
    const range = address.range();
    if (range === 'unicast') return address.kind() === 'ipv4' || address.match(globalUnicast);
    return !exposed && neighbours.has(range);
  };
