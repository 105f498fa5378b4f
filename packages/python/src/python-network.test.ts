import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect } from 'node:net';
import { pipeline } from 'node:stream';
import { selfSigned } from '../../server/src/testing/self-signed.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aServer } from './testing/a-server.ts';
import { inPython, VirtualEnvironment } from './testing/virtual-environment.ts';

describe('the Python package uses the network as httpx does', inPython, () => {
  let environment: VirtualEnvironment;
  beforeAll(async () => {
    environment = await VirtualEnvironment.create();
  });
  afterAll(async () => {
    await environment[Symbol.asyncDispose]();
  });

  test('HTTPS_PROXY, NO_PROXY, a root certificate and a timeout hold for both clients', async () => {
    const { key, cert } = selfSigned('localhost');
    const root = environment.path('root.pem');
    await writeFile(root, cert);
    await using service = await aServer(
      createTlsServer({ key, cert }, ({ url }, response) => {
        if (url?.endsWith('/ses_silent') === false) response.end('{"ok":true,"data":{"id":"x"}}');
      }),
    );
    const asked: string[] = [];
    const tunnel = createServer().on('connect', ({ url = '' }, near) => {
      asked.push(url);
      const far = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
        near.write('HTTP/1.1 200 OK\r\n\r\n');
        pipeline(near, far, near, () => undefined);
      });
    });
    await using proxy = await aServer(tunnel);
    const url = service.url.replace('http://127.0.0.1', 'https://localhost');
    const ask = `
import ssl
def told(answer):
    try: return answer()["id"]
    except ConnectionFailed as error: return "timed out" if error.timed_out else str("CERTIFICATE" in str(error))
def both(session="ses_1", timeout=5, **options):
    async def same():
        async with AsyncClient(args[0], timeout=timeout, transport=AsyncHttpTransport(**options)) as client:
            return await client.get_session(session)
    return [told(lambda: Client(args[0], timeout=timeout, transport=HttpTransport(**options)).get_session(session)), told(lambda: asyncio.run(same()))]
`;
    const program = (code: string, env: Record<string, string>, ...args: string[]) =>
      environment.run(
        ['-c', `from pairspace import *\nimport asyncio, sys\nargs = sys.argv[1:]${ask}print(${code})`, url, ...args],
        {
          env,
        },
      );
    const trusted = { SSL_CERT_FILE: root };
    expect(await program('both(), both("ses_silent", timeout=0.5)', trusted)).toBe(
      "['x', 'x'] ['timed out', 'timed out']\n",
    );
    expect(
      await program(
        'both(), both(verify=args[1]), both(ssl_context=ssl.create_default_context(cafile=args[1]))',
        {},
        root,
      ),
    ).toBe("['True', 'True'] ['x', 'x'] ['x', 'x']\n");
    expect(asked).toEqual([]);
    const proxied = { ...trusted, HTTPS_PROXY: proxy.url };
    expect(await program('both()', proxied)).toBe("['x', 'x']\n");
    expect(asked).toEqual([new URL(url).host, new URL(url).host]);
    expect(
      await program('both(), both(trust_env=False, verify=args[1])', { ...proxied, NO_PROXY: 'localhost' }, root),
    ).toBe("['x', 'x'] ['x', 'x']\n");
    expect(asked).toHaveLength(2);
  });

  test('[PY-1] without httpx the first import says how to get it', async () => {
    const code =
      'import sys\nsys.modules["httpx"] = None\ntry: import pairspace\nexcept ImportError as error: print(error)';
    expect(await environment.run(['-c', code])).toBe('The package pairspace needs httpx: pip install httpx\n');
  });
});
