import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildPython } from '../../build/build-python.ts';

const run = promisify(execFile);

/** The interpreters of this machine that can make a virtual environment, `python3` first. */
export const findPythons = async (): Promise<string[]> => {
  const names = ['python3', 'python3.10', 'python3.11', 'python3.12', 'python3.13'];
  const answers = await Promise.all(
    names.map((name) =>
      run(name, [
        '-c',
        'import ensurepip, os, sys, venv; print(os.path.realpath(sys.executable), sys.version_info >= (3, 10))',
      ]).then(
        ({ stdout }) => stdout.trim().split(' '),
        () => [],
      ),
    ),
  );
  return [...new Set(answers.flatMap(([path = '', isNew]) => (isNew === 'True' ? [path] : [])))];
};

/** A virtual environment with the package, made without a network. */
export class VirtualEnvironment implements AsyncDisposable {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Unpacks the wheel into the environment, which takes a tenth of the time of pip. */
  static async create(python: string): Promise<VirtualEnvironment> {
    const { environment, wheel } = await VirtualEnvironment.#make(python, ['--without-pip']);
    const unpack =
      'import sys, sysconfig, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sysconfig.get_path("purelib"))';
    await run(environment.python, ['-c', unpack, wheel]);
    return environment;
  }

  /** Installs the package by pip. */
  static async install(python: string, kind: 'wheel' | 'sdist'): Promise<VirtualEnvironment> {
    const { environment, ...built } = await VirtualEnvironment.#make(python, []);
    await environment.pip('install', '--no-index', built[kind]);
    return environment;
  }

  static async #make(python: string, options: string[]) {
    const environment = new VirtualEnvironment(await mkdtemp(join(tmpdir(), 'pairspace-python-')));
    await run(python, ['-m', 'venv', ...options, environment.path('venv')]);
    return { environment, ...(await buildPython(environment.path('dist'))) };
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  get python(): string {
    return this.path('venv/bin/python');
  }

  async pip(command: string, ...given: string[]): Promise<string> {
    return (await run(this.python, ['-m', 'pip', command, '--disable-pip-version-check', ...given])).stdout;
  }

  /** Runs a program and returns what it prints; rejects with its standard error when it fails. */
  async run(program: string[], { input = '', env = {}, timeout = 50_000 } = {}): Promise<string> {
    const child = run(this.python, ['-W', 'error', '-X', 'dev', ...program], {
      cwd: this.folder,
      env: { PATH: process.env['PATH'] ?? '', HOME: this.folder, PAIRSPACE_HOME: this.folder, ...env },
      timeout,
    });
    child.child.stdin?.end(input);
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
