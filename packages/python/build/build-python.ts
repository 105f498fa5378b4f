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
  const names = (await readdir(folder)).filter((name) => name.endsWith('.py') || name === 'py.typed');
  const written = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
  const made = {
    ...generateModules(),
    '_sync.py': forThreads(await readFile(join(folder, '_async.py'), 'utf8')),
    '_version.py': `__version__ = ${JSON.stringify(version)}\n`,
  };
  const all = [...written, ...Object.entries(made).map(([name, text]) => [name, Buffer.from(text)] as const)];
  return new Map(all.map(([name, bytes]) => [`pairspace/${name}`, bytes] as const).sort(byName));
};

const byName = ([one]: readonly [string, Buffer], [other]: readonly [string, Buffer]): number => (one < other ? -1 : 1);

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
  const blocks = Array.from(files, ([name, bytes]) => {
    const header = Buffer.alloc(512);
    const octal = (value: number, at: number, digits: number): number =>
      header.write(value.toString(8).padStart(digits, '0'), at);
    header.write(name, 0);
    octal(0o644, 100, 7);
    octal(0, 108, 7);
    octal(0, 116, 7);
    octal(bytes.length, 124, 11);
    octal(Date.UTC(2020, 0, 1) / 1000, 136, 11);
    header.write('        ', 148);
    header.write('0ustar\0', 156);
    header.write('00', 263);
    octal(
      header.reduce((sum, byte) => sum + byte, 0),
      148,
      6,
    );
    header.write('\0 ', 154);
    return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
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
