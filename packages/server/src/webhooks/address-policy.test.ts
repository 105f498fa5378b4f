import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressPolicy, parseAddressRange } from './address-policy.ts';
import { resolveHost, WebhookClient } from './webhook-client.ts';

const exposed = addressPolicy({ exposed: true, allow: [] });
const hidden = addressPolicy({ exposed: false, allow: [] });

const octetsOf = (address: string): [number, number, number, number] =>
  address.split('.').map(Number) as [number, number, number, number];
const hex = (value: number, digits = 0): string => value.toString(16).padStart(digits, '0');
const octal = (value: number): string => `0${value.toString(8)}`;

/** Spellings of an IPv4 address in a URL. */
const spellings = (address: string): string[] => {
  const [a, b, c, d] = octetsOf(address);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  const high = hex(a * 256 + b);
  const low = hex(c * 256 + d);
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    octal(number),
    [a, b, c, d].map((octet) => `0x${hex(octet)}`).join('.'),
    [a, b, c, d].map((octet) => `0x${hex(octet, 4)}`).join('.'),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map((octet) => `000${octal(octet)}`).join('.'),
    `${String(a)}.${String((b * 256 + c) * 256 + d)}`,
    `${String(a)}.${String(b)}.${String(c * 256 + d)}`,
    `0x${hex(a)}.${octal(b)}.${String(c * 256 + d)}`,
    address.replaceAll('.', '%2e'),
    address.replaceAll('.', '。'),
    address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
    `[::ffff:${address}]`,
    `[::ffff:${high}:${low}]`,
    `[0:0:0:0:0:FFFF:${high}:${low}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${high}:${low}::]`,
    `[2002:${high}:${low}::1]`,
    `[::ffff:0:${address}]`,
  ];
};

const forbidden = [
  ...[
    '127.0.0.1',
    '127.1.2.3',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.5.4',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
  ].flatMap(spellings),
  ...[
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.7',
    '203.0.113.9',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[fe80::1]',
    '[fec0::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '[ff02::1]',
  ],
  ...['[100::1]', '[2001::1]', '[2001:db8::1]', '[2001:20::1]', '[3fff::1]', '[5f00::1]', '[64:ff9b::8.8.8.8]'],
  ...['localhost', 'LOCALHOST', 'localhost.', 'deep.inside.localhost'],
];

let canaries: Server[];
let port: number;
const strays: Socket[] = [];
/** The target address of every connection attempt of this process. */
const dialled: string[] = [];
const watch = (message: unknown): void => {
  (message as { socket: Socket }).socket.on('connectionAttempt', (address) => dialled.push(address));
};

beforeAll(async () => {
  const first = createServer((socket) => strays.push(socket)).listen(0, '127.0.0.1');
  await once(first, 'listening');
  ({ port } = first.address() as AddressInfo);
  const second = createServer((socket) => strays.push(socket)).listen(port, '::1');
  await once(second, 'listening').catch(() => undefined);
  canaries = [first, second];
  subscribe('net.client.socket', watch);
});
afterAll(() => {
  unsubscribe('net.client.socket', watch);
  for (const socket of strays) socket.destroy();
  for (const server of canaries) server.close();
});

const clientWith = (isAllowed: (address: string) => boolean, resolve = resolveHost(1000)) =>
  new WebhookClient({ isAllowed, resolve, timeoutMs: 500 });
const post = (client: WebhookClient, host: string) =>
  client.post({ url: `http://${host}:${String(port)}/`, headers: {}, body: Buffer.from('{}') });

describe('when the service can be reached from elsewhere', () => {
  test('[HOOK-16] 200 and more spellings of forbidden addresses lead to not one connection', async () => {
    expect(forbidden.length).toBeGreaterThan(200);
    await using client = clientWith(exposed);
    dialled.length = 0;
    for (const host of forbidden) {
      expect(URL.canParse(`http://${host}:${String(port)}/`), host).toBe(true);
      expect(await post(client, host), host).toEqual({ error: 'address', responseStatus: null });
    }
    expect(dialled).toEqual([]);
    expect(strays).toEqual([]);
  });

  test('[HOOK-16] the same addresses by name lead to none either', async () => {
    const addresses = forbidden
      .map((host) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, ''))
      .filter((address) => /^[\d.]+$|:/.test(address));
    expect(addresses.length).toBeGreaterThan(190);
    let next = '';
    await using client = clientWith(exposed, () => Promise.resolve([next]));
    dialled.length = 0;
    for (const [i, address] of addresses.entries()) {
      next = address;
      expect(await post(client, `name-${String(i)}.example`), address).toEqual({
        error: 'address',
        responseStatus: null,
      });
    }
    expect(dialled).toEqual([]);
  });

  test('[HOOK-16] public addresses are allowed', () => {
    for (const address of ['8.8.8.8', '1.1.1.1', '193.99.144.80', '2606:4700::1111', '2a00:1450:4001::8a']) {
      expect(exposed(address), address).toBe(true);
      expect(hidden(address), address).toBe(true);
    }
    expect(exposed('not an address')).toBe(false);
  });

  test('[HOOK-16] what was checked is what is dialled, whatever the name says the next time', async () => {
    const allow = [parseAddressRange('127.0.0.2') ?? expect.fail()];
    let lookups = 0;
    const rebinding = (): Promise<string[]> => Promise.resolve([++lookups % 2 === 1 ? '127.0.0.2' : '127.0.0.1']);
    await using client = clientWith(addressPolicy({ exposed: true, allow }), rebinding);
    dialled.length = 0;
    for (let i = 0; i < 20; i++) await post(client, 'rebinding.example');
    expect(lookups).toBe(20);
    expect(dialled).toEqual(Array.from({ length: 10 }, () => '127.0.0.2'));
    expect(strays).toEqual([]);
  });

  test('[HOOK-16] of the addresses of a name only the allowed ones are tried', async () => {
    const allow = [parseAddressRange('127.0.0.2/31') ?? expect.fail()];
    const both = (): Promise<string[]> => Promise.resolve(['127.0.0.1', '::1', '127.0.0.2', '10.0.0.1', '127.0.0.3']);
    await using client = clientWith(addressPolicy({ exposed: true, allow }), both);
    dialled.length = 0;
    await post(client, 'many.example');
    expect(new Set(dialled)).toEqual(new Set(['127.0.0.2', '127.0.0.3']));
  });

  test('[HOOK-24] an allowed range is reached, in whatever form', async () => {
    const policy = (range: string) =>
      addressPolicy({ exposed: true, allow: [parseAddressRange(range) ?? expect.fail()] });
    expect(policy('127.0.0.0/8')('127.3.4.5')).toBe(true);
    expect(policy('127.0.0.0/8')('::ffff:127.3.4.5')).toBe(true);
    expect(policy('127.0.0.0/8')('10.0.0.1')).toBe(false);
    expect(policy('fd00::/8')('fd00:ec2::254')).toBe(true);
    expect(policy('169.254.169.254')('169.254.169.254')).toBe(true);
    await using client = clientWith(policy('127.0.0.0/8'));
    dialled.length = 0;
    await post(client, '0x7f.1');
    expect(dialled).toEqual(['127.0.0.1']);
    strays.length = 0;
  });
});

test('[HOOK-16] beside a service that only its own machine reaches, loopback and private addresses are allowed too', () => {
  for (const address of ['127.0.0.1', '::1', '10.0.0.1', '192.168.1.1', 'fc00::1'])
    expect(hidden(address), address).toBe(true);
  for (const address of [
    '169.254.169.254',
    'fd00:ec2::254',
    '168.63.129.16',
    '100.64.0.1',
    '0.0.0.0',
    'fe80::1',
    '64:ff9b::7f00:1',
  ]) {
    expect(hidden(address), address).toBe(false);
  }
});

test('[HOOK-24] what is no address range cannot be read as one', () => {
  for (const text of ['127.1', '10/8', '127.0.0.0/33', '::1/129', 'localhost', '0x7f000001', '']) {
    expect(parseAddressRange(text), text).toBeUndefined();
  }
});
