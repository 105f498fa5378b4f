import { serviceFile, startService } from '@pairspace/testkit/service';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, request as ask, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { isDeepStrictEqual, parseArgs, promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { expected } from './lib/client-program.js';
import { Verdict } from './lib/verdict.ts';

/**
 * The built packages `client` and `protocol`, packed and installed with `npm install --engine-strict`, run on Node 20,
 * 22 and 24 and in headless Chromium against the real service. `npm run build` comes first.
 *
 *   node --conditions=pairspace-source proofs/runtimes.ts [--node 20,22,24] [--chromium /usr/bin/chromium]
 */
const { values } = parseArgs({
  options: {
    node: { type: 'string', default: '20,22,24' },
    chromium: { type: 'string', default: '/usr/bin/chromium' },
  },
});
const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const verdict = new Verdict();
const what = (runtime: string): string => `the client does its work on ${runtime}`;

const check = (runtime: string, result: unknown): void => {
  verdict.expect(what(runtime), isDeepStrictEqual(result, expected), () => JSON.stringify(result));
};

const quietInstall = ['install', '--silent', '--no-audit', '--no-fund'];
const folder = await mkdtemp(join(tmpdir(), 'pairspace-runtimes-'));
const tarballs = await pack();
const service = await startService({ folder: join(folder, 'data'), file: serviceFile });
const majors = values.node.split(',').filter((major) => major !== '');
try {
  for (const major of majors) check(`Node ${major}`, await onNode(major));
  if (existsSync(values.chromium)) {
    await installIn(folder);
    check('Chromium', await inChromium());
  } else console.log(`skipped: there is no Chromium at ${values.chromium}`);
} finally {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}
verdict.publish(majors.map((major) => what(`Node ${major}`)));

async function pack(): Promise<string[]> {
  const packed: string[] = [];
  for (const name of ['protocol', 'client']) {
    const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
      cwd: join(root, 'packages', name),
    });
    packed.push(join(folder, stdout.trim()));
  }
  return packed;
}

/**
 * Installs both packages with their dependencies, all of which must support this Node, and a program that uses them.
 */
async function installIn(place: string, path = process.env['PATH']): Promise<void> {
  await writeFile(join(place, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const env = { ...process.env, PATH: path };
  await run('npm', [...quietInstall, '--engine-strict', ...tarballs], { cwd: place, env });
  await copyFile(join(root, 'proofs/lib/client-program.js'), join(place, 'client-program.js'));
  await writeFile(
    join(place, 'main.js'),
    `import * as library from '@pairspace/client';
import { runClientProgram } from './client-program.js';
console.log(JSON.stringify(await runClientProgram(library, process.argv[2])));
`,
  );
}

async function onNode(major: string): Promise<unknown> {
  const own = join(folder, `node-${major}`);
  const place = join(own, 'place');
  await mkdir(place, { recursive: true });
  await writeFile(join(own, 'package.json'), JSON.stringify({ private: true }));
  await run('npm', [...quietInstall, `node@${major}`], { cwd: own });
  const bin = join(own, 'node_modules/node/bin');
  const { stdout: version } = await run(join(bin, 'node'), ['--version']);
  if (!version.startsWith(`v${major}.`)) return `this is Node ${version}`;
  await installIn(place, `${bin}:${process.env['PATH'] ?? ''}`);
  const { stdout } = await run(join(bin, 'node'), ['main.js', service.url], { cwd: place, timeout: 60_000 });
  return JSON.parse(stdout);
}

/** A page of one origin: the installed files, and the service behind them. */
function createOrigin(): Server {
  const imports = {
    '@pairspace/client': '/node_modules/@pairspace/client/dist/index.js',
    '@pairspace/protocol': '/node_modules/@pairspace/protocol/dist/index.js',
    zod: '/node_modules/zod/index.js',
  };
  const page = `<!doctype html><script type="importmap">${JSON.stringify({ imports })}</script>`;
  return createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/api/')) passOn(request, response);
    else if (pathname === '/') response.writeHead(200, { 'content-type': 'text/html' }).end(page);
    else {
      readFile(join(folder, pathname)).then(
        (file) => {
          const type = extname(pathname) === '.js' ? 'text/javascript' : 'text/plain';
          response.writeHead(200, { 'content-type': type }).end(file);
        },
        () => response.writeHead(404).end(),
      );
    }
  });
}

/** Forwards a request to the service unchanged. */
function passOn(request: IncomingMessage, response: ServerResponse): void {
  const headers = { ...request.headers, host: new URL(service.url).host };
  delete headers.origin;
  request.pipe(
    ask(`${service.url}${request.url ?? ''}`, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    }),
  );
}

async function inChromium(): Promise<unknown> {
  const server = createOrigin();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const browser = await chromium.launch({
    executablePath: values.chromium,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    const tab = await browser.newPage();
    const address = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    await tab.goto(address);
    return await tab.evaluate(`(async () => {
      const library = await import('@pairspace/client');
      const { runClientProgram } = await import('/client-program.js');
      return runClientProgram(library, ${JSON.stringify(address)});
    })()`);
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}
