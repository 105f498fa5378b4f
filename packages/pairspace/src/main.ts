#!/usr/bin/env node
import module from 'node:module';

// Node 20 has no such function.
(module.enableCompileCache as (() => void) | undefined)?.();

// An empty variable counts as unset.
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name, value]) => value !== '' || !name.startsWith('PAIRSPACE_')),
);
const [name, ...args] = process.argv.slice(2);
// Agent programs wait for a hook after each tool, so a hook loads no code of the other commands.
if (name === 'hook') {
  const { runHook } = await import('./run-hook.ts');
  // The explicit exit is needed, because a connection that is still opening keeps the process alive.
  process.exit(await runHook(args, env));
} else {
  const { runHere } = await import('./run-here.ts');
  process.exitCode = await runHere(process.argv.slice(2), env);
}
