import { UsageError } from '../usage-error.ts';

/** A link or code that leads into a session. */
export interface Invitation {
  service: string;
  inviteCode: string;
}

const code = /^[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}-?[0-9A-Za-z]{4}$/;

/** Reads `https://host/j/CODE`, or a code alone, which is one of `service`. */
export const parseInvitation = (text: string, service: string): Invitation => {
  if (code.test(text)) return { service, inviteCode: text };
  const [, base, inviteCode] = /^(https?:\/\/[^?#]+?)\/j\/([^/?#]+)\/?(?:[?#].*)?$/i.exec(text) ?? [];
  if (base !== undefined && inviteCode !== undefined && code.test(inviteCode)) return { service: base, inviteCode };
  throw new UsageError(`"${text}" is neither a link such as https://host/j/K7QF-2M9X-4TRD nor an invite code.`);
};

export const linkOf = (service: string, inviteCode: string): string => `${service}/j/${inviteCode}`;
