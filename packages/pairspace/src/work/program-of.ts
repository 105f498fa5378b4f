import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import type { SandboxType } from '@pairspace/protocol';
import { UsageError } from '../usage-error.ts';
import { readText } from './content-of.ts';

const typeOfExtension: Readonly<Record<string, SandboxType>> = {
  '.js': 'javascript',
  '.mjs': 'javascript',
  '.py': 'python',
  '.wasm': 'wasm',
  '.wat': 'wasm',
};

/** A program as a job takes it. */
export interface Program {
  type: SandboxType;
  code: string;
  codeEncoding?: 'base64' | 'wat';
}

/** Reads a program from a file. The type follows from the name of the file, unless `said` gives it. */
export const programOf = async (path: string, said: SandboxType | undefined): Promise<Program> => {
  const extension = extname(path).toLowerCase();
  const type = said ?? typeOfExtension[extension];
  if (type === undefined) {
    throw new UsageError(`The name of ${path} does not tell its type. Give --type javascript, python or wasm.`);
  }
  if (type !== 'wasm') return { type, code: await readText(path) };
  if (extension === '.wat') return { type, code: await readText(path), codeEncoding: 'wat' };
  return { type, code: (await readFile(path)).toString('base64'), codeEncoding: 'base64' };
};
