import { UnexpectedAnswer } from '@pairspace/client';
import { expect, test } from 'vitest';
import { tellFailure } from './tell-failure.ts';

test('[DOOR-23] an answer without the envelope is told with its beginning, on one line', () => {
  const { message } = tellFailure(new UnexpectedAnswer(502, { text: `<h1>\n\u001b[2J${'x'.repeat(1000)}` }));
  expect(message).toMatch(/^The answer \(status 502\) is not one of Pairspace\. It begins: <h1> \\u\{1b\}\[2Jx+$/);
  expect(message.length).toBeLessThan(300);
  expect(tellFailure(new UnexpectedAnswer(502)).message).toBe('The answer (status 502) is not one of Pairspace.');
});
