#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [source, built] = ['../src/main.ts', '../dist/main.js'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const { execPath, argv, env, stderr, versions } = process;
// In a clone `node_modules/.bin/pairspace` runs the source, which is not in the published package.
if (existsSync(source) && Number.parseInt(versions.node) >= 24) {
  process.execve?.(execPath, [execPath, '--conditions=pairspace-source', source, ...argv.slice(2)], env);
}
if (existsSync(built)) await import('../dist/main.js');
else {
  stderr.write(`In a clone this needs Node 24, and on Windows npm run build; this is Node ${versions.node}.\n`);
  stderr.write('  → npm run pairspace -- <command> takes the Node of the clone\n');
  process.exitCode = 2;
}
