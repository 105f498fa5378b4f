// @ts-check
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'rolldown';
import { endpointsWithoutSchemas, treeshake } from '../protocol/build/endpoints-without-schemas.ts';

/** Collects the licences of the packages whose code the bundle contains. */
const licences = () => ({
  name: 'licences',
  /**
   * @this {{ emitFile: (file: { type: 'asset', fileName: string, source: string }) => void }}
   * @param {unknown} _options
   * @param {Record<string, { type: string, moduleIds?: string[] }>} bundle
   */
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => chunk.moduleIds ?? []);
    const roots = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0] ?? []);
    const texts = [...new Set(roots)].sort().map((root) => {
      const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
      const file = readdirSync(root).find((entry) => /^licen[cs]e(?:\.(?:md|txt))?$/i.test(entry));
      if (file === undefined) throw new Error(`${name} has no licence file.`);
      return `${name} ${version} (${license})\n\n${readFileSync(join(root, file), 'utf8').trim()}\n`;
    });
    this.emitFile({
      type: 'asset',
      fileName: 'third-party-licences.txt',
      source: texts.join(`\n${'-'.repeat(80)}\n\n`),
    });
  },
});

/** The entry for hooks is built separately, into few small files: agent programs wait for it after each tool. */
const hookApart = {
  name: 'hook-apart',
  /** @param {string} source */
  resolveId: (source) => (source === './run-hook.ts' ? { id: './hook.js', external: true } : undefined),
};

const shared = {
  platform: /** @type {const} */ ('node'),
  // A package without exports is bundled from its build as modules.
  resolve: { conditionNames: ['pairspace-source', 'import', 'default'], mainFields: ['module', 'main'] },
  transform: { target: 'node20' },
  treeshake,
};

/**
 * The parts of the program for an output folder.
 * @param {string} dir
 */
const parts = (dir) => [
  {
    ...shared,
    input: join(import.meta.dirname, 'src/main.ts'),
    plugins: [hookApart, endpointsWithoutSchemas, licences()],
    output: { dir, minify: true, chunkFileNames: '[name]-[hash].js' },
  },
  {
    ...shared,
    input: { hook: join(import.meta.dirname, 'src/run-hook.ts') },
    plugins: [endpointsWithoutSchemas],
    output: { dir, minify: true, chunkFileNames: 'hook-[name]-[hash].js' },
  },
];

// The two parts are built at the same time, so neither may empty the folder itself.
export default defineConfig(() => {
  const dir = join(import.meta.dirname, 'dist');
  rmSync(dir, { recursive: true, force: true });
  return parts(dir);
});
