import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type Plugin } from 'vite';
import type { Endpoint } from '../../protocol/src/endpoint.ts';
import { endpoints } from '../../protocol/src/endpoints.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The server's package ships this folder. */
const target = fileURLToPath(new URL('../../server/viewer', import.meta.url));

/** What the client needs of an endpoint. The schemas stay with the service: they are most of the contract's size. */
const outline = ({ method, path, access, query, body }: Endpoint) => ({
  method,
  path,
  access,
  ...(query && { query: { shape: Object.fromEntries(Object.keys(query.shape).map((name) => [name, true])) } }),
  ...(body && { body: true }),
});

const endpointsWithoutSchemas = (): Plugin => ({
  name: 'endpoints-without-schemas',
  enforce: 'pre',
  load(id) {
    if (!id.endsWith('/protocol/src/endpoints.ts')) return null;
    const table = Object.fromEntries(Object.entries(endpoints).map(([name, one]) => [name, outline(one)]));
    return `export const endpoints = ${JSON.stringify(table)};`;
  },
});

const compressed = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(html|js|css|svg)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, options));
    await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
  }
};

/** Builds the page beside its place and then puts it there, so that a service which starts meanwhile reads all or nothing. */
export const buildViewer = async (): Promise<void> => {
  const beside = `${target}.${String(process.pid)}`;
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [endpointsWithoutSchemas()],
    resolve: {
      alias: { entities: join(root, 'src/lib/decode-entities.ts') },
      conditions: ['pairspace-source', 'module', 'browser', 'production', 'import', 'default'],
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: beside,
      emptyOutDir: true,
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        // Schemas that nothing uses go, and with them the schema library.
        treeshake: { moduleSideEffects: (id) => !/\/(protocol|client)\/src\//.test(id) },
      },
    },
  });
  await compressed(beside);
  await rm(target, { recursive: true, force: true });
  await mkdir(join(target, '..'), { recursive: true });
  await rename(beside, target);
};

if (import.meta.main) await buildViewer();
