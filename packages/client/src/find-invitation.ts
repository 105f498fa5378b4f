import { serviceAddress } from './service-address.ts';

/** A link or code that leads into a session. */
export interface Invitation {
  /** The address of the service, without a slash at the end. */
  service: string;
  inviteCode: string;
}

const code = /^[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}$/;
/**
 * The part before `/j/` is the beginning of every address that the client calls, so `?` and `#` are not allowed in it.
 */
const link = /^(https?:\/\/[^\s?#]+?)\/j\/([^\s/?#]+)\/?(?:[?#].*)?$/i;

/**
 * The invitation in a link `https://host/j/CODE`, or in a code alone, which belongs to `service`; undefined for other
 * texts.
 */
export const findInvitation = (text: string, service: string): Invitation | undefined => {
  const given = text.trim();
  if (code.test(given)) return { service, inviteCode: given };
  const [, base = '', inviteCode = ''] = link.exec(given) ?? [];
  const address = serviceAddress(base);
  return code.test(inviteCode) && address !== undefined ? { service: address, inviteCode } : undefined;
};
