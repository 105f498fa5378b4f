import { expect, test } from 'vitest';
import { clientAddressOf } from './client-address.ts';

test('[NET-7] the addresses of one IPv6 /64 count as one client', () => {
  const inOne = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002::',
    '2001:db8:1:2::5%eth0',
  ];
  expect(new Set(inOne.map(clientAddressOf))).toEqual(new Set(['2001:db8:1:2::/64']));
  expect(clientAddressOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64');
  expect(clientAddressOf('2001:db8::1')).toBe('2001:db8:0:0::/64');
  expect(clientAddressOf('::1')).toBe('0:0:0:0::/64');
});

test('[NET-7] an IPv4 address counts by itself, also when it is written as an IPv6 one', () => {
  expect(clientAddressOf('192.0.2.7')).toBe('192.0.2.7');
  expect(clientAddressOf('::ffff:192.0.2.7')).toBe('192.0.2.7');
  expect(clientAddressOf('::ffff:c000:207')).toBe('192.0.2.7');
  expect(clientAddressOf('0:0:0:0:0:FFFF:C000:0207')).toBe('192.0.2.7');
});

test('[NET-7] connections that are reset before their address is known count as one client', () => {
  expect(clientAddressOf(undefined)).toBe('gone');
});
