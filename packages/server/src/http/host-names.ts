import { isIP } from 'node:net';

/**
 * Characters without a meaning in a shell or in Markdown, because addresses with the name occur in commands to paste.
 */
const plainName = /^(?:[\w.-]+|\[[\da-f:.]+\])$/;

/** The name in a `Host` header, without its port, in lower case; undefined if it is invalid. */
export const hostNameOf = (host: string): string | undefined => {
  const text = `http://${host}/`;
  if (!URL.canParse(text)) return undefined;
  const { href, origin, hostname } = new URL(text);
  return href === `${origin}/` && plainName.test(hostname)
    ? hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
    : undefined;
};

const isLoopbackName = (name: string): boolean =>
  name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d+){3}$/.test(name);

interface HostRules {
  /** `any` accepts every name. */
  hosts: readonly string[] | 'any';
  /** The address at which the connection arrived. */
  localAddress: string | undefined;
}

/**
 * Whether a service has this name (NET-20). The owner of another site can point any name to this address, but not a
 * literal address. So the address at which a connection arrived is always accepted.
 */
export const isOwnName = (name: string, { hosts, localAddress }: HostRules): boolean =>
  hosts === 'any' ||
  isLoopbackName(name) ||
  hosts.includes(name) ||
  (isIP(name) !== 0 && name === localAddress?.replace(/^::ffff:(?=\d+\.)/i, ''));
