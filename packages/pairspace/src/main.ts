#!/usr/bin/env node
import module from 'node:module';

// Node 20 has no such function.
(module.enableCompileCache as (() => void) | undefined)?.();

const [name, ...args] = process.argv.slice(2);
// Agent programs wait for a hook after each tool, so a hook loads no code of the other commands.
if (name === 'hook') {
  const { runHook } = await import('./run-hook.ts');
  process.exitCode = await runHook(args, process.env);
} else {
  const { runHere } = await import('./run-here.ts');
  process.exitCode = await runHere(process.argv.slice(2), process.env);
}
