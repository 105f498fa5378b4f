import { expect, test } from 'vitest';
import { requestOf } from './request-of.ts';

test('[DOCS-8] a request is made of what is filled in, encoded, and what is empty is left out', () => {
  expect(
    requestOf('PUT', '/api/sessions/:sessionId/files/*path', [
      { place: 'path', name: 'sessionId', value: '../..?x#y' },
      { place: 'path', name: 'path', value: 'src/a b.ts' },
      { place: 'query', name: 'limit', value: '5' },
      { place: 'query', name: 'cursor', value: '' },
      { place: 'header', name: 'If-Match', value: '"3"' },
      { place: 'body', name: '', value: '{}' },
    ]),
  ).toEqual({
    path: '/api/sessions/..%2F..%3Fx%23y/files/src/a%20b.ts?limit=5',
    init: {
      method: 'PUT',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'if-match': '"3"' },
      body: '{}',
    },
  });
});

test('[DOCS-9] the token goes into the header alone', () => {
  const { path, init } = requestOf('GET', '/api/sessions', [{ place: 'token', name: '', value: 'agt_x' }]);
  expect(path).toBe('/api/sessions');
  expect(init).toEqual({ method: 'GET', headers: { accept: 'application/json', authorization: 'Bearer agt_x' } });
});
