import { expect, test } from 'vitest';
import { isLoopbackHost } from './loopback.ts';

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1', 'localhost'])('[NET-1] %s is loopback', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each(['0.0.0.0', '::', '::ffff:10.0.0.1', '192.168.1.1', '128.0.0.1', 'example.com', 'localhost.example'])(
  '[NET-1] %s is not loopback',
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
