import { expect, test } from 'vitest';
import { isInviteCode, newInviteCode, storedInviteCode } from './invite-code.ts';

test('[ACC-15] a code is read however it was typed', () => {
  const code = newInviteCode();
  expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  expect(storedInviteCode(` ${code.replaceAll('-', ' ').toLowerCase()} `)).toBe(code);
});

test('what is longer than a code can be typed is the code of no session, and is not looked at', () => {
  const session = { invite_code: 'K7QF-2M9X-4TRD', invite_expires_at: 2 };
  expect(isInviteCode(session, 'k7qf2m9x4trd', 1)).toBe(true);
  expect(isInviteCode(session, `K7QF-2M9X-4TRD${' '.repeat(60)}`, 1)).toBe(false);
  const long = 'A'.repeat(15_500);
  expect(storedInviteCode(long)).toBe('');
});
