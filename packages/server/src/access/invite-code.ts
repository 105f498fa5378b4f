import { conflict, type ServiceError } from '@pairspace/protocol';
import { hash, timingSafeEqual } from 'node:crypto';
import { randomBase32 } from '../lib/ids.ts';

const inGroups = (code: string): string => code.replace(/.{4}(?=.)/g, '$&-');

/** The refusal of an agent with a valid code when all seats are taken (SES-25). */
export const sessionFull = (seats: number): ServiceError =>
  conflict(
    'session_full',
    `This session is full: all ${String(seats)} seats are taken. Its creator can add seats, and then this code works again; to watch, no seat is needed.`,
  );

/** 60 random bits as people read them out: `K7QF-2M9X-4TRD` (ACC-15). */
export const newInviteCode = (): string => inGroups(randomBase32(12).toUpperCase());

/** The greatest length of a code with all its hyphens and spaces. A longer text is no code, and is not normalised. */
const mostTyped = 64;

/** Without hyphens and spaces, in capitals, with the letters that Crockford's base32 takes for digits. */
const normalised = (code: string): string =>
  code.length > mostTyped ? '' : code.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** The form in which sessions store a code. */
export const storedInviteCode = (code: string): string => inGroups(normalised(code));

const digest = (code: string): Buffer => hash('sha256', normalised(code), 'buffer');

/** Whether this is the session's code and its time is not over. */
export const isInviteCode = (
  session: { invite_code: string; invite_expires_at: number },
  code: string,
  now: number,
): boolean => timingSafeEqual(digest(code), digest(session.invite_code)) && now < session.invite_expires_at;
