import { isIP } from 'node:net';
import { isLoopbackHost } from '../lib/loopback.ts';

/** No sign of a shell or of Markdown: addresses with the name stand in commands to paste. */
const plainName = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The name in a `Host` header, without its port, in lower case; undefined when it is none. */
export const hostNameOf = (host: string): string | undefined => {
  const text = `http://${host}/`;
  if (!URL.canParse(text)) return undefined;
  const { href, origin, hostname } = new URL(text);
  return href === `${origin}/` && plainName.test(hostname)
    ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    : undefined;
};

interface Named {
  /** `any`: every name is right. */
  hosts: readonly string[] | 'any';
  /** The address at which the connection arrived. */
  localAddress: string | undefined;
}

/**
 * Whether a service answers to this name (NET-20). A page on another site can make a browser send any name that its
 * owner lets point here, but never a plain address: so the address at which a connection arrived is always right.
 */
export const isOwnName = (name: string, { hosts, localAddress }: Named): boolean =>
  hosts === 'any' ||
  isLoopbackHost(name) ||
  name.endsWith('.localhost') ||
  hosts.includes(name) ||
  (isIP(name) !== 0 && name === localAddress?.replace(/^::ffff:(?=\d+\.)/i, ''));
