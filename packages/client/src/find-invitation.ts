import { serviceAddress } from './service-address.ts';

/** A link or code that leads into a session. */
export interface Invitation {
  /** Where the service is, without a slash at the end. */
  service: string;
  inviteCode: string;
}

const code = /^[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}$/;
/** What stands before `/j/` is the beginning of each address that is called, so it has no `?` and no `#`. */
const link = /^(https?:\/\/[^\s?#]+?)\/j\/([^\s/?#]+)\/?(?:[?#].*)?$/i;

/** What `https://host/j/CODE` leads to, or a code alone, which is one of `service`; undefined for anything else. */
export const findInvitation = (text: string, service: string): Invitation | undefined => {
  const given = text.trim();
  if (code.test(given)) return { service, inviteCode: given };
  const [, base = '', inviteCode = ''] = link.exec(given) ?? [];
  const address = serviceAddress(base);
  return code.test(inviteCode) && address !== undefined ? { service: address, inviteCode } : undefined;
};
