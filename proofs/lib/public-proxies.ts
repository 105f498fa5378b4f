import { freePort } from '@pairspace/testkit/process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blocksOf, playOn, untilReady } from './printed.ts';

const page = join(import.meta.dirname, '../../docs/public-internet.md');
const heading = 'A proxy with TLS';
const printedTarget = '127.0.0.1:8787';

interface Proxy {
  /** The file of the configuration, and the command that reads it. */
  file: string;
  command: (folder: string) => string;
  /** The printed configuration on a port of this machine, without a certificate. */
  adapt: (printed: string, port: number, folder: string) => string;
  kind: string;
}

const proxies: Readonly<Record<string, Proxy>> = {
  nginx: {
    file: 'nginx.conf',
    command: (folder) => `exec nginx -c ${folder}/nginx.conf -e ${folder}/error.log`,
    kind: 'nginx',
    adapt(printed, port, folder) {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (name) => `${name}_temp_path ${folder}/${name};`,
      );
      const server = printed
        .replace('listen 443 ssl', `listen 127.0.0.1:${String(port)}`)
        .replaceAll('/etc/nginx', folder);
      const user = process.getuid?.() === 0 ? 'user root;' : '';
      return `${user} daemon off; pid ${folder}/pid; events { worker_connections 4096; }\nhttp { access_log off; ${paths.join(' ')}\n${server}}\n`;
    },
  },
  caddy: {
    file: 'Caddyfile',
    command: (folder) => `exec caddy run --config ${folder}/Caddyfile`,
    kind: 'text',
    adapt: (printed, port) =>
      printed
        .replace('{\n', '{\n\tadmin off\n\tauto_https off\n')
        .replace('pair.example', `http://127.0.0.1:${String(port)}`),
  },
};

/** Starts a proxy of `docs/public-internet.md` as it is printed there, but for the addresses; `url` is its own. */
export const startProxy = async (name: string, folder: string, service: string) => {
  const proxy = proxies[name];
  if (!proxy) throw new Error(`--through takes ${Object.keys(proxies).join()}, not ${name}`);
  await mkdir(folder);
  const port = await freePort();
  const [printed = '', headers = ''] = blocksOf(await readFile(page, 'utf8'), heading, proxy.kind);
  const adapted = proxy.adapt(printed.replaceAll(printedTarget, new URL(service).host), port, folder);
  await writeFile(join(folder, proxy.file), adapted);
  await writeFile(join(folder, 'pairspace-proxy.conf'), headers);
  const running = playOn(proxy.command(folder), {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
  });
  const url = `http://127.0.0.1:${String(port)}`;
  await untilReady(url, running.said, 60_000, '/healthz');
  return { url, [Symbol.asyncDispose]: () => running[Symbol.asyncDispose]() };
};
