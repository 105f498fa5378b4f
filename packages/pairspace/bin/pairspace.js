#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// In a clone `node_modules/.bin/pairspace` runs the source, which is not in the published package.
const source = fileURLToPath(new URL('../src/main.ts', import.meta.url));
if (existsSync(source) && 'execve' in process) {
  const { execPath, argv, env } = process;
  process.execve?.(execPath, [execPath, '--conditions=pairspace-source', source, ...argv.slice(2)], env);
}
await import('../dist/main.js');
