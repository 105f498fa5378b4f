#!/usr/bin/env node
import module from 'node:module';

// No code of the service is loaded before the check, because an older Node would fail in the first file.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`pairspace needs Node 24 or newer; this is Node ${process.versions.node}.`);
  process.exit(2);
}
module.enableCompileCache();
const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
