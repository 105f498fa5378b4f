import ipaddr from 'ipaddr.js';

/** A range of addresses that deliveries may go to whatever the rules say. */
export type AddressRange = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Reads `10.0.0.0/8`, or one address; undefined when it is neither. */
export const parseAddressRange = (text: string): AddressRange | undefined => {
  if (ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return [ipaddr.parse(text), 32];
  return ipaddr.IPv6.isValid(text) ? [ipaddr.parse(text), 128] : undefined;
};

interface AddressPolicyOptions {
  /** The service can be reached from other machines. */
  exposed: boolean;
  allow: readonly AddressRange[];
}

export type AddressPolicy = (address: string) => boolean;

/** Beside the service on a machine that nobody else reaches. */
const neighbours = new Set(['loopback', 'private', 'uniqueLocal']);

/** IPv6 gives out addresses of this range alone; translators to IPv4 and other special ones lie outside or are known. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

/** Where a cloud answers its own machines with their credentials, beside the link-local address of most of them. */
const metadata = new Set(
  ['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', 'fd20:ce::254'].map((text) => ipaddr.parse(text).toString()),
);

/**
 * Which addresses deliveries may go to (HOOK-16): public ones, and beside a service that only its own machine reaches
 * also loopback and private ones. Everything else is refused unless it is allowed by name: what is not known is not public.
 */
export const addressPolicy =
  ({ exposed, allow }: AddressPolicyOptions): AddressPolicy =>
  (text) => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    if (allow.some((range) => address.kind() === range[0].kind() && address.match(range))) return true;
    if (metadata.has(address.toString())) return false;
    const range = address.range();
    if (range === 'unicast') return address.kind() === 'ipv4' || address.match(globalUnicast);
    return !exposed && neighbours.has(range);
  };
