import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import yazl from 'yazl';
import { forThreads, generateModules } from './generate.ts';

// Builds the wheel and the sdist of the Python package. The same sources give the same bytes.
//   node packages/python/build/build-python.ts [folder]

const root = fileURLToPath(new URL('..', import.meta.url));

type Files = ReadonlyMap<string, Buffer>;

const readVersion = async (): Promise<string> => {
  const manifest = await readFile(join(root, '../server/package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
};

const readModules = async (version: string): Promise<Files> => {
  const folder = join(root, 'src/pairspace');
  const made: Record<string, string> = {
    ...generateModules(),
    '_sync.py': forThreads(await readFile(join(folder, '_async.py'), 'utf8')),
    '_version.py': `__version__ = ${JSON.stringify(version)}\n`,
  };
  const written = (await readdir(folder)).filter((name) => name.endsWith('.py') || name === 'py.typed');
  const read = async (name: string): Promise<readonly [string, Buffer]> => {
    const text = made[name];
    return [`pairspace/${name}`, text === undefined ? await readFile(join(folder, name)) : Buffer.from(text)];
  };
  return new Map(await Promise.all([...written, ...Object.keys(made)].sort().map(read)));
};

const metadataOf = async (version: string): Promise<Buffer> => {
  const [project, readme] = await Promise.all([
    readFile(join(root, 'pyproject.toml'), 'utf8'),
    readFile(join(root, 'README.md'), 'utf8'),
  ]);
  const texts = (name: string): string[] =>
    Array.from(
      new RegExp(`^${name} = (.*)$`, 'm').exec(project)?.[1]?.matchAll(/"(.+?)"/g) ?? [],
      ([, text = '']) => text,
    );
  const lines = [
    'Metadata-Version: 2.1',
    'Name: pairspace',
    `Version: ${version}`,
    `Summary: ${texts('description').join('')}`,
    'License: MIT',
    `Requires-Python: ${texts('requires-python').join('')}`,
    ...texts('dependencies').map((text) => `Requires-Dist: ${text}`),
    ...texts('classifiers').map((text) => `Classifier: ${text}`),
    'Description-Content-Type: text/markdown',
  ];
  return Buffer.from(`${lines.join('\n')}\n\n${readme}`);
};

const wheelText = 'Wheel-Version: 1.0\nGenerator: pairspace\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

const recordOf = (files: Files, path: string): Buffer => {
  const lines = Array.from(files, ([name, bytes]) => {
    const hash = createHash('sha256').update(bytes).digest('base64url');
    return `${name},sha256=${hash},${String(bytes.length)}\n`;
  });
  return Buffer.from(`${lines.join('')}${path},,\n`);
};

const zipOf = async (files: Files): Promise<Buffer> => {
  const zip = new yazl.ZipFile();
  // A time without a zone, so that every machine writes the same bytes.
  const common = { mtime: new Date(2020, 0, 1), mode: 0o100644, forceDosTimestamp: true };
  for (const [name, bytes] of files) zip.addBuffer(bytes, name, common);
  zip.end();
  return buffer(zip.outputStream);
};

const tarOf = (files: Files): Buffer => {
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  const time = octal(Date.UTC(2020, 0, 1) / 1000, 11);
  const blocks = Array.from(files, ([name, bytes]) => {
    const owner = octal(0, 7).repeat(2);
    const head = `${name.padEnd(100, '\0')}${octal(0o644, 7)}${owner}${octal(bytes.length, 11)}${time}`;
    const rest = `0${'\0'.repeat(100)}ustar\x0000`.padEnd(356, '\0');
    // The sum takes its own field for spaces.
    const sum = Buffer.from(`${head}${' '.repeat(8)}${rest}`).reduce((total, byte) => total + byte, 0);
    const padding = Buffer.alloc((512 - (bytes.length % 512)) % 512);
    return Buffer.concat([Buffer.from(`${head}${octal(sum, 6)} ${rest}`), bytes, padding]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
};

/** The names of both files, as installers expect them. */
export const namesOf = (version: string): { wheel: string; sdist: string } => ({
  wheel: `pairspace-${version}-py3-none-any.whl`,
  sdist: `pairspace-${version}.tar.gz`,
});

/** Writes the wheel and the sdist into a folder. */
export const buildPython = async (folder: string): Promise<{ wheel: string; sdist: string }> => {
  const version = await readVersion();
  const [modules, metadata, license] = await Promise.all([
    readModules(version),
    metadataOf(version),
    readFile(join(root, '../../LICENSE')),
  ]);
  const top = `pairspace-${version}`;
  const info = `${top}.dist-info`;
  const contents = new Map([
    ...modules,
    [`${info}/LICENSE`, license],
    [`${info}/METADATA`, metadata],
    [`${info}/WHEEL`, Buffer.from(wheelText)],
  ]);
  const record = `${info}/RECORD`;
  const wheel = await zipOf(new Map([...contents, [record, recordOf(contents, record)]]));

  const source = [
    ['LICENSE', license] as const,
    ['PKG-INFO', metadata] as const,
    ['README.md', await readFile(join(root, 'README.md'))] as const,
    ['pyproject.toml', await readFile(join(root, 'pyproject.toml'))] as const,
    ...Array.from(modules, ([name, bytes]) => [`src/${name}`, bytes] as const),
  ];
  const sdist = gzipSync(tarOf(new Map(source.map(([name, bytes]) => [`${top}/${name}`, bytes]))), { level: 9 });
  // The system on which it was packed is of no interest.
  sdist[9] = 255;

  const names = namesOf(version);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, names.wheel), wheel);
  await writeFile(join(folder, names.sdist), sdist);
  return { wheel: join(folder, names.wheel), sdist: join(folder, names.sdist) };
};

if (import.meta.main) await buildPython(process.argv[2] ?? join(root, 'dist'));
