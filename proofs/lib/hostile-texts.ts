const headers =
  'accept accept-encoding authorization content-type cookie idempotency-key if-match if-none-match last-event-id origin ' +
  'prefer range traceparent x-agent-key x-create-key x-forwarded-for';

/** Heads that no browser sends. */
export const wrongHeads = (path: string): string[] => {
  const get = (head: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n${head}\r\n`;
  const post = (head: string, body = ''): string =>
    `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nContent-Type: application/json\r\n${head}\r\n${body}`;
  const long = 'x'.repeat(15_000);
  return [
    '\0\0\0\0\r\n\r\n',
    'nonsense\r\n\r\n',
    `GET ${path} HTTP/1.1\r\n\r\n`,
    `GET /${'/'.repeat(15_000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    `GET /${'%00%ff'.repeat(2000)} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`,
    get('a: b\r\n'.repeat(5000)),
    get(`x-large: ${'x'.repeat(200_000)}\r\n`),
    get('bad header\r\n'),
    get('host: other\r\nhost: another\r\n'),
    post('Content-Length: 5\r\nContent-Length: 6\r\n', '{"a":'),
    post('Content-Length: -1\r\n'),
    post('Content-Length: 5\r\nTransfer-Encoding: chunked\r\n', '0\r\n\r\n'),
    post('Transfer-Encoding: chunked\r\n', 'zz\r\n'),
    post('Content-Encoding: gzip\r\nContent-Length: 2\r\n', '{}'),
    post('Expect: 200-maybe\r\nContent-Length: 2\r\n', '{}'),
    ...headers
      .split(' ')
      .flatMap((name) =>
        [long, ' '.repeat(15_000), ', '.repeat(7500), 'a=;q='.repeat(3000)].map((value) =>
          get(`${name}: x${value}x\r\n`),
        ),
      ),
  ];
};

const bytes = 1_400_000;
const fill = (part: string): string => part.repeat(Math.floor((bytes - 100) / part.length));

/** Bodies that are large and costly to parse, to check or to search; the last ones are too large. */
export const hugeBodies = (): string[] => [
  fill('['),
  fill('{"a":'),
  `[${fill('{},')}{}]`,
  `{"content":"${fill('\\u007f')}"}`,
  `{"content":"${fill('a')}`,
  `{"content":"${fill('-agt_')}"}`,
  `{"content":"x","metadata":{${Array.from({ length: 120_000 }, (_, at) => `"k${String(at)}":1`).join()}}}`,
  `{"content":[${fill('"",')}""]}`,
  `{"content":"${'x'.repeat(5_000_000)}"}`,
  'x'.repeat(20_000_000),
];
