import { conflict, type ServiceError } from '@pairspace/protocol';
import { hash, timingSafeEqual } from 'node:crypto';
import { randomBase32 } from '../lib/ids.ts';

const inGroups = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** The refusal of an agent with a valid code when all seats are taken (SES-25). */
export const sessionFull = (seats: number, details: Readonly<Record<string, unknown>> = {}): ServiceError =>
  conflict(
    'session_full',
    `This session is full: all ${String(seats)} seats are taken. Its creator can add seats, and then this code works again; to watch, no seat is needed.`,
    details,
  );

/** Makes a code of 60 random bits that people can read aloud: `K7QF-2M9X-4TRD` (ACC-15). */
export const newInviteCode = (): string => inGroups(randomBase32(12).toUpperCase());

/** The greatest length of a code with all its hyphens and spaces. A longer text is no code, and is not normalised. */
const mostTyped = 64;

/**
 * Removes hyphens and spaces, converts to capitals, and replaces the letters O, I and L by the digits that Crockford's
 * base32 reads for them.
 */
const normalised = (code: string): string =>
  code.length > mostTyped ? '' : code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** The form in which sessions store a code. */
export const storedInviteCode = (code: string): string => inGroups(normalised(code));

const digest = (code: string): Buffer => hash('sha256', normalised(code), 'buffer');

/** Whether this is the session's invite code, and the code has not expired. */
export const isInviteCode = (
  session: { invite_code: string; invite_expires_at: number },
  code: string,
  now: number,
): boolean => timingSafeEqual(digest(code), digest(session.invite_code)) && now < session.invite_expires_at;
