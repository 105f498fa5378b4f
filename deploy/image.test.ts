import { validate } from 'dockerfile-utils';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const read = (path: string): Promise<string> => readFile(join(root, path), 'utf8');

test('the Dockerfile has no fault that its linter knows', async () => {
  expect(validate(await read('deploy/Dockerfile'))).toEqual([]);
  expect(validate('FROM node\nCOMMAND ["node"]').map(({ message }) => message)).toEqual([
    'Unknown instruction: COMMAND',
  ]);
});

test('the image has the Node of the repository, and runs as a number that is not root', async () => {
  const { devDependencies } = JSON.parse(await read('package.json')) as { devDependencies: { node: string } };
  const lines = (await read('deploy/Dockerfile')).split('\n');
  const images = lines.filter((line) => line.startsWith('FROM ')).map((line) => line.split(' ')[1]);
  expect(new Set(images)).toEqual(new Set([`node:${devDependencies.node}-slim`]));
  expect(lines.filter((line) => line.startsWith('USER '))).toEqual(['USER 10001:10001']);
  const [command, usual] = ['ENTRYPOINT', 'CMD'].map((what): unknown =>
    JSON.parse(lines.find((line) => line.startsWith(`${what} `))?.slice(what.length) ?? ''),
  );
  expect([command, usual]).toEqual([['node', 'packages/cli/dist/main.js'], ['serve']]);
});

test('the image has every part of the workspace that its command needs', async () => {
  const parts = new Set(['cli']);
  // An iteration over a set also visits items that are added meanwhile, so dependencies of dependencies are found too.
  for (const part of parts) {
    const { dependencies = {} } = JSON.parse(await read(`packages/${part}/package.json`)) as {
      dependencies?: Record<string, string>;
    };
    for (const name of Object.keys(dependencies)) {
      const [, needed] = /^@pairspace\/(.*)$/.exec(name) ?? [];
      if (needed !== undefined) parts.add(needed);
    }
  }
  const dockerfile = await read('deploy/Dockerfile');
  const copied = /for part in ([a-z ]+);/.exec(dockerfile)?.[1]?.split(' ');
  expect(copied?.toSorted()).toEqual([...parts].toSorted());
  for (const part of copied ?? []) expect(dockerfile).toMatch(new RegExp(`tsc -b .*packages/${part}`));
});

test('the image leaves it to whoever runs it how its health is asked for: a worker answers nobody', async () => {
  expect(await read('deploy/Dockerfile')).not.toMatch(/^HEALTHCHECK/m);
});

interface Compose {
  services: Record<
    string,
    {
      image: string;
      read_only?: boolean;
      networks?: string[];
      volumes?: string[];
      depends_on?: object;
      ports?: string[];
      healthcheck?: { test: string[] };
    }
  >;
  networks?: Record<string, object | null>;
  volumes?: Record<string, object | null>;
}

test.each(['compose.yaml', 'compose.nodes.yaml'])('%s pins images, and names what it declares', async (file) => {
  const { services, networks = {}, volumes = {} } = parse(await read(`deploy/${file}`), { strict: true }) as Compose;
  expect(services['pairspace']).toMatchObject({ read_only: true, cap_drop: ['ALL'], mem_limit: '2g' });
  for (const service of Object.values(services)) {
    expect(service.image).toMatch(/:\d+\.\d+/);
    for (const name of service.networks ?? []) expect(networks).toHaveProperty(name);
    for (const volume of service.volumes ?? []) expect(volumes).toHaveProperty(volume.split(':')[0] ?? '');
    for (const name of Object.keys(service.depends_on ?? {})) expect(services).toHaveProperty(name);
    for (const port of service.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});

test.each(['compose.yaml', 'compose.nodes.yaml'])('%s asks the service whether it is ready', async (file) => {
  const { services } = parse(await read(`deploy/${file}`), { strict: true }) as Compose;
  const [kind, command, ...args] = services['pairspace']?.healthcheck?.test ?? [];
  expect([kind, command]).toEqual(['CMD', 'node']);
  let status = 200;
  const asked: (string | undefined)[] = [];
  const service = createServer(({ url }, answer) => {
    asked.push(url);
    answer.writeHead(status).end();
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void service.close());
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const check = async (): Promise<unknown> => {
    const here = args.map((arg) => arg.replace('127.0.0.1:8787', `127.0.0.1:${String(port)}`));
    return (await once(spawn(process.execPath, here), 'exit'))[0];
  };
  expect(await check()).toBe(0);
  status = 503;
  expect(await check()).toBe(1);
  expect(asked).toEqual(['/readyz', '/readyz']);
});
