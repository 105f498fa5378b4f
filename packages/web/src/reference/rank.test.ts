import { expect, test } from 'vitest';
import { type Found, listOf, rank } from './rank.ts';

const all = listOf([
  [
    '/docs/messages',
    '',
    [
      ['operation', 'postMessage', 'POST /api/sessions/:sessionId/messages', 'Post a message', 'postMessage content'],
      [
        'operation',
        'listMessages',
        'GET /api/sessions/:sessionId/messages',
        'List messages',
        'listMessages since wait',
      ],
    ],
  ],
  ['/docs/objects/messages', '', [['object', 'Message', 'Message', 'id, seq, content', '']]],
  ['/docs/guides/webhooks', 'Webhooks', [['guide', '', '', 'Events are posted to a URL.', 'message receiver']]],
]);
const titlesOf = (found: readonly Found[]): string[] => found.map(([, address]) => address);

test('[DOCS-7] a result has every word of the query, and the best comes first', () => {
  expect(titlesOf(rank(all, 'post message'))[0]).toBe('/docs/messages#postMessage');
  expect(titlesOf(rank(all, 'message'))[0]).toBe('/docs/objects/messages#Message');
  expect(titlesOf(rank(all, 'messages wait'))).toEqual(['/docs/messages#listMessages']);
  expect(titlesOf(rank(all, 'RECEIVER'))).toEqual(['/docs/guides/webhooks']);
});

test('[DOCS-7] nothing is found for no words, and for words that nothing has', () => {
  expect(rank(all, '  ')).toEqual([]);
  expect(rank(all, 'message zebra')).toEqual([]);
});
