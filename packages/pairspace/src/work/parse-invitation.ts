import type { Options, Run } from '../command.ts';
import { findInvitation, type Invitation, isSessionId, serviceAddress } from '@pairspace/client';
import { UsageError } from '../errors.ts';
import { readStandardInput } from './content-of.ts';

/** A link or a code as it was given: as a word, which others on the machine see, or with `-` on standard input. */
export const invitationWord = async ({ words: [word = ''], terminal }: Run<Options>): Promise<string> =>
  word === '-' ? (await readStandardInput(terminal)).trim() : word;

/** Reads `https://host/j/CODE`, or a code alone, which belongs to `service`. */
export const parseInvitation = (text: string, service: string): Invitation => {
  const found = findInvitation(text, service);
  if (found) return found;
  // The text may hold a token, so it is not repeated.
  if (pageIn(text)) throw new UsageError('This is the address of a page: watch the session with pairspace observe.');
  throw new UsageError(`"${text}" is neither a link such as https://host/j/K7QF-2M9X-4TRD nor an invite code.`);
};

/** The session that an address of the page shows, and the token in it (VIEW-6); undefined for other texts. */
export const pageIn = (text: string): { service: string; sessionId: string; token: string | undefined } | undefined => {
  const [, base = '', sessionId = '', query = ''] = /^([^\s?#]+?)\/?#\/s\/(\w+)(?:\?(\S*))?$/.exec(text.trim()) ?? [];
  const service = serviceAddress(base);
  if (service === undefined || !isSessionId(sessionId)) return undefined;
  return { service, sessionId, token: new URLSearchParams(query).get('token') ?? undefined };
};

export const linkOf = (service: string, inviteCode: string): string => `${service}/j/${inviteCode}`;

/** The address of a session in a browser, which sends nobody the part behind `#` (VIEW-6). */
export const viewerOf = (seat: { service: string; sessionId: string }, token?: string): string =>
  `${seat.service}/#/s/${seat.sessionId}${token === undefined ? '' : `?token=${token}`}`;
