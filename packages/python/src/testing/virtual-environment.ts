import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { needs } from '@pairspace/testkit/needs';
import { python } from '@pairspace/testkit/python';
import { buildPython } from '../../build/build-python.ts';

const run = promisify(execFile);

export const inPython = needs('Python 3.10 or newer with venv and httpx (Debian: python3-httpx)', python);

const cache = resolve(import.meta.dirname, '../../../../node_modules/.cache/python');

/** The interpreter of a virtual environment with the package, which is made without a network, once for each wheel. */
const install = async (): Promise<string> => {
  const draft = join(cache, `draft-${String(process.pid)}`);
  const { wheel } = await buildPython(join(draft, 'dist'));
  const hash = createHash('sha256')
    .update(`${python ?? ''}\n`)
    .update(await readFile(wheel));
  const made = join(cache, hash.digest('hex').slice(0, 16));
  if (!existsSync(made)) {
    await run(python ?? '', ['-m', 'venv', '--without-pip', '--system-site-packages', draft]);
    // Unpacking the wheel takes a tenth of the time of pip.
    const unpack =
      'import sys, sysconfig, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sysconfig.get_path("purelib"))';
    await run(join(draft, 'bin/python'), ['-c', unpack, wheel]);
    // Another process may have made it meanwhile.
    await rename(draft, made).catch(() => undefined);
  }
  await rm(draft, { recursive: true, force: true });
  return join(made, 'bin/python');
};
let installed: Promise<string> | undefined;

/** A folder, and an interpreter of a virtual environment with the package. */
export class VirtualEnvironment implements AsyncDisposable {
  readonly folder: string;
  readonly python: string;

  private constructor(folder: string, own: string) {
    this.folder = folder;
    this.python = own;
  }

  static async create(): Promise<VirtualEnvironment> {
    const own = await (installed ??= install());
    return new VirtualEnvironment(await mkdtemp(join(tmpdir(), 'pairspace-python-')), own);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Runs a program and returns what it prints; rejects with its standard error when it fails. */
  async run(program: string[], { input = '', env = {}, timeout = 150_000 } = {}): Promise<string> {
    const child = run(this.python, ['-W', 'error', '-X', 'dev', ...program], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.folder, PAIRSPACE_HOME: this.folder, ...env },
      timeout,
    });
    // A program that ends before it has read its input breaks the pipe.
    child.child.stdin?.on('error', () => undefined).end(input);
    return (await child).stdout;
  }

  /** Runs Python code with the package imported. Its arguments are in `args`. */
  code(code: string, ...args: string[]): Promise<string> {
    const head = 'import asyncio, json, os, sys, threading, time\nfrom pairspace import *\nargs = sys.argv[1:]\n';
    return this.run(['-c', head + code, ...args]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
