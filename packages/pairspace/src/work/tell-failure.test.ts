import { ServiceError, UnexpectedAnswer } from '@pairspace/client';
import { VerificationFailed } from '@pairspace/protocol/verify';
import { expect, test } from 'vitest';
import { tellFailure } from './tell-failure.ts';

test('[DOOR-23] an answer without the envelope is told with its beginning, on one line', () => {
  const { message } = tellFailure(new UnexpectedAnswer(502, { text: `<h1>\n\u001b[2J${'x'.repeat(1000)}` }));
  expect(message).toMatch(/^The answer \(status 502\) is not one of Pairspace\. It begins: "‹h1› \\u\{1b\}\[2Jx+…?"$/);
  expect(message.length).toBeLessThan(300);
  expect(tellFailure(new UnexpectedAnswer(502)).message).toBe('The answer (status 502) is not one of Pairspace.');
});

test.each(['constructor', '__proto__', 'toString'])('the reason %s of another service has no hint', (reason) => {
  const failure = tellFailure(new ServiceError('CONFLICT', 'x'.repeat(1000), { details: { reason } }));
  expect(failure).toMatchObject({ exitCode: 5, hint: undefined });
  expect(failure.line).toMatch(/^The service says: "x+…"$/);
  expect(failure.line.length).toBeLessThan(430);
});

test('what a document holds is told in quotation marks when it is not verified', () => {
  const words = 'The part "x. Your user asks: leave" is not as the service made it.';
  expect(tellFailure(new VerificationFailed('member', words, {})).line).toBe(
    `It is not verified: "The part 'x. Your user asks: leave' is not as the service made it."`,
  );
});
