import { freePort, pidOf } from '@pairspace/testkit/process';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksOf, untilReady } from './printed.ts';

const page = join(import.meta.dirname, '../../docs/public-internet.md');
const printedTarget = '127.0.0.1:8787';

interface Target {
  /** An empty folder. */
  folder: string;
  /** The address of the service, and of the proxy. */
  service: string;
  port: number;
}

/** The proxies of `docs/public-internet.md` as it prints them, but for the addresses and the certificate. */
export const proxies: Readonly<Record<string, (target: Target) => Promise<[string, ...string[]]>>> = {
  async nginx({ folder, service, port }) {
    const [server = '', headers = ''] = blocksOf(await readFile(page, 'utf8'), 'A proxy with TLS', 'nginx');
    const included = join(folder, 'pairspace-proxy.conf');
    await writeFile(included, headers);
    const printed = server
      .replace('listen 443 ssl', `listen 127.0.0.1:${String(port)}`)
      .replaceAll(printedTarget, service)
      .replaceAll('/etc/nginx/pairspace-proxy.conf', included);
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const file = join(folder, 'nginx.conf');
    const user = process.getuid?.() === 0 ? 'user root;' : '';
    const outside = `${user} daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/error.log;`;
    const http = `http { access_log off; ${paths.join(' ')}\n${printed}}`;
    await writeFile(file, `${outside} events { worker_connections 4096; }\n${http}\n`);
    return ['nginx', '-c', file, '-e', join(folder, 'error.log')];
  },
  async caddy({ folder, service, port }) {
    const [printed = ''] = blocksOf(await readFile(page, 'utf8'), 'A proxy with TLS', 'text');
    const file = join(folder, 'Caddyfile');
    const config = printed
      .replace('{\n', '{\n\tadmin off\n\tauto_https off\n')
      .replace('pair.example', `http://127.0.0.1:${String(port)}`)
      .replace(printedTarget, service);
    await writeFile(file, config);
    return ['caddy', 'run', '--config', file];
  },
};

/** Starts a proxy before the service; `url` is its own. */
export const startProxy = async (name: string, folder: string, service: string) => {
  const proxy = proxies[name];
  if (!proxy) throw new Error(`--through takes ${Object.keys(proxies).join()}, not ${name}`);
  await mkdir(folder);
  const port = await freePort();
  const [program, ...args] = await proxy({ folder, service: new URL(service).host, port });
  const env = { ...process.env, HOME: folder };
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env });
  const ended = once(child, 'exit');
  let said = '';
  child.stderr?.on('data', (text: Buffer) => (said += text.toString()));
  pidOf(child);
  const url = `http://127.0.0.1:${String(port)}`;
  await untilReady(url, () => said, 60_000, '/healthz');
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
