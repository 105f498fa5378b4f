import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build, type InlineConfig } from 'vite';
import { endpointsWithoutSchemas, treeshake } from '../../protocol/build/endpoints-without-schemas.ts';
import { buildPython } from '../../python/build/build-python.ts';
import { guideLinks, guidePages } from './guides.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The server's package ships this folder. */
const target = fileURLToPath(new URL('../../server/viewer', import.meta.url));

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

/** The common options of both builds. */
const common = {
  root,
  // Addresses are relative, so that the page works below a path.
  base: './',
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  plugins: [endpointsWithoutSchemas],
  resolve: {
    alias: {
      entities: join(root, 'src/lib/decode-entities.ts'),
      'punycode.js': join(root, 'src/lib/host-names.ts'),
    },
    conditions: ['pairspace-source', 'module', 'browser', 'production', 'import', 'default'],
  },
  // A test that builds the page says `test` in NODE_ENV, for which the lines would name the files of this machine.
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
} satisfies InlineConfig;

const shared = { target: 'es2024', assetsInlineLimit: 0, modulePreload: { polyfill: false } };

/** The view of a session as one file, for programs that show it inside a conversation (MCP Apps). */
const buildSessionView = async (outDir: string): Promise<void> => {
  const built = await builtOf({
    ...common,
    build: {
      ...shared,
      write: false,
      cssCodeSplit: false,
      rolldownOptions: { treeshake, input: join(root, 'src/host/main.tsx'), output: { codeSplitting: false } },
    },
  });
  const scripts = built.flatMap((one) => (one.type === 'chunk' ? [one.code] : []));
  const script = scripts.join('\n').replaceAll('</script', '<\\/script').replaceAll('<!--', '\\x3c!--');
  await writeFile(
    join(outDir, 'session-view.html'),
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pairspace</title>
<style>${stylesOf(built)}</style>
</head>
<body>
<div id="app"><p class="empty" role="status">Opening the session</p></div>
<script type="module">${script}</script>
</body>
</html>
`,
  );
};

/** The output of a build that writes no files. */
const builtOf = async (config: InlineConfig): Promise<readonly Built[]> =>
  ((await build(config)) as { output: readonly Built[] }).output;

type Built = { type: 'chunk'; code: string } | { type: 'asset'; source: string };

const stylesOf = (built: readonly Built[]): string =>
  built.flatMap((one) => (one.type === 'asset' ? [one.source] : [])).join('\n');

/** The views and the style of the site, which the service renders: the components of the page without a browser. */
const buildSiteViews = async (outDir: string): Promise<void> => {
  const { root, configFile, logLevel, publicDir, plugins, oxc } = common;
  const bare = { root, configFile, logLevel, publicDir, plugins, oxc } satisfies InlineConfig;
  await build({
    ...bare,
    ssr: {
      noExternal: true,
      resolve: { conditions: ['pairspace-source', 'module', 'node', 'production', 'import', 'default'] },
    },
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      minify: true,
      target: 'node24',
      rolldownOptions: {
        treeshake,
        input: join(root, 'src/site/site-views.tsx'),
        output: { entryFileNames: 'site-views.js', codeSplitting: false },
      },
    },
  });
  const styles = await builtOf({
    ...bare,
    build: {
      ...shared,
      write: false,
      cssCodeSplit: false,
      rolldownOptions: { input: join(root, 'src/styles/site.ts') },
    },
  });
  await writeFile(join(outDir, 'site.css'), stylesOf(styles));
};

/** Puts the list of guides and the Python package into the reference, and a page for each guide beside it. */
const writeDocs = async (outDir: string, wheel: string): Promise<void> => {
  const [reference, template] = ['docs.html', 'guide.html'].map((name) => join(outDir, name)) as [string, string];
  await writeFile(
    reference,
    (await readFile(reference, 'utf8')).replace('%GUIDES%', guideLinks('docs/guides/')).replace('%WHEEL%', wheel),
  );
  const pages = await guidePages((await readFile(template, 'utf8')).replaceAll('"./assets/', '"../../assets/'));
  await rm(template);
  await mkdir(join(outDir, 'guides'));
  await Promise.all(pages.map(({ slug, html }) => writeFile(join(outDir, 'guides', `${slug}.html`), html)));
};

/** Builds the page beside its place and then puts it there, so that a service which starts meanwhile reads all or nothing. */
export const buildViewer = async (): Promise<void> => {
  const beside = `${target}.${String(process.pid)}`;
  const input = ['index.html', 'docs.html', 'guide.html'].map((name) => join(root, name));
  await build({
    ...common,
    build: { ...shared, outDir: beside, emptyOutDir: true, rolldownOptions: { treeshake, input } },
  });
  const { wheel } = await buildPython(join(beside, 'sdk'));
  await writeDocs(beside, basename(wheel));
  await compressed(beside);
  await buildSessionView(beside);
  await buildSiteViews(beside);
  await mkdir(join(target, '..'), { recursive: true });
  await putInPlace(beside);
};

/** Another build may be put there at the same moment; the last one stays. */
const putInPlace = async (beside: string): Promise<void> => {
  const old = `${beside}.old`;
  for (let isThere = false; !isThere;) {
    await rename(target, old).catch(() => undefined);
    isThere = await rename(beside, target).then(
      () => true,
      (error: unknown) => {
        if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
        return false;
      },
    );
    await rm(old, { recursive: true, force: true });
  }
};

if (import.meta.main) await buildViewer();
