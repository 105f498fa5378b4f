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

const metadataOf = (version: string, readme: string): string =>
  `Metadata-Version: 2.1
Name: pairspace
Version: ${version}
Summary: Client of the Pairspace service: every endpoint, live streams that resume, workers, webhooks
License: MIT
Requires-Python: >=3.10
Classifier: Programming Language :: Python :: 3
Classifier: Typing :: Typed
Description-Content-Type: text/markdown

${readme}`;

const wheelText = 'Wheel-Version: 1.0\nGenerator: pairspace\nRoot-Is-Purelib: true\nTag: py3-none-any\n';

/** The folder of metadata in the wheel, without the list of its files. */
const infoOf = async (version: string): Promise<Files> => {
  const info = `pairspace-${version}.dist-info`;
  const [readme, license] = await Promise.all([
    readFile(join(root, 'README.md'), 'utf8'),
    readFile(join(root, '../../LICENSE')),
  ]);
  return new Map([
    [`${info}/LICENSE`, license],
    [`${info}/METADATA`, Buffer.from(metadataOf(version, readme))],
    [`${info}/WHEEL`, Buffer.from(wheelText)],
  ]);
};

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
  const [modules, info] = await Promise.all([readModules(version), infoOf(version)]);
  const record = `pairspace-${version}.dist-info/RECORD`;
  const contents = new Map([...modules, ...info]);
  const wheel = await zipOf(new Map([...contents, [record, recordOf(contents, record)]]));

  const readInBuild = async (name: string): Promise<[string, Buffer]> => [
    name,
    await readFile(join(root, 'build', name)),
  ];
  const top = `pairspace-${version}`;
  const metadata = info.get(`${top}.dist-info/METADATA`) ?? Buffer.alloc(0);
  const source = [
    ['PKG-INFO', metadata] as const,
    ['README.md', await readFile(join(root, 'README.md'))] as const,
    await readInBuild('build_backend.py'),
    await readInBuild('pyproject.toml'),
    ...Array.from(contents, ([name, bytes]) => [`wheel/${name}`, bytes] as const),
  ];
  const sdist = gzipSync(
    tarOf(new Map(source.map(([name, bytes]) => [`${top}/${name}`, bytes] as const).sort(byName))),
    {
      level: 9,
    },
  );
  // The system on which it was packed is of no interest.
  sdist[9] = 255;

  const names = namesOf(version);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, names.wheel), wheel);
  await writeFile(join(folder, names.sdist), sdist);
  return { wheel: join(folder, names.wheel), sdist: join(folder, names.sdist) };
};

if (import.meta.main) await buildPython(process.argv[2] ?? join(root, 'dist'));
