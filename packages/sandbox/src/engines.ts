import { createRequire } from 'node:module';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Runtime } from './sandbox.ts';

const require = createRequire(import.meta.url);

const packageFolder = (name: string): string => fs.realpathSync(path.dirname(require.resolve(`${name}/package.json`)));
const packageVersion = (name: string): string => {
  const { version } = require(`${name}/package.json`) as { version: string };
  return `${name} ${version}`;
};

export const childFolder = fileURLToPath(new URL('./child', import.meta.url));
/** The folder of the code that runs inside the guests' engines. */
export const guestFolder = fileURLToPath(new URL('../guest', import.meta.url));
export const childEntry = path.join(childFolder, 'main.js');
/** Node reads this file to learn that the child's files are modules. */
export const ownPackageFile = fileURLToPath(new URL('../package.json', import.meta.url));

export const engineFolders = {
  javascript: packageFolder('quickjs-wasi'),
  python: packageFolder('pyodide'),
  wat: packageFolder('wabt'),
} as const;

export const engineNames: Record<Runtime, string> = {
  javascript: packageVersion('quickjs-wasi'),
  python: packageVersion('pyodide'),
  wasm: `WASI preview1 on node ${process.versions.node}`,
};
