#!/usr/bin/env node
import module from 'node:module';
import { runProgram } from './run-program.ts';
import { processTerminal } from './terminal/terminal.ts';

// Node 20 has no such function.
(module.enableCompileCache as (() => void) | undefined)?.();

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stop.abort();
  });
}
const { env } = process;
process.exitCode = await runProgram(process.argv.slice(2), {
  env,
  terminal: processTerminal(env),
  signal: stop.signal,
});
