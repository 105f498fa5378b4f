import { createToolServer } from '@pairspace/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import { command } from '../command.ts';
import { readVersion } from '../version.ts';
import { sighupSignal } from '../work/hang-up.ts';
import { ProgramSeating } from '../work/program-seating.ts';

export const mcp = command({
  summary: 'serve the tools to an agent program over standard input and output (MCP)',
  about: [
    'It shares its seats with the commands that run in the same agent program.',
    'While it runs, it follows the sessions of the program and wakes its agent when something concerns it, where the program has a way to be woken. pairspace doctor tests the way.',
  ],
  examples: ['claude mcp add pairspace -- pairspace mcp', 'codex mcp add pairspace -- pairspace mcp'],
  async run(run) {
    const left = new AbortController();
    const signal = AbortSignal.any([run.signal, left.signal, sighupSignal()]);
    const seating = new ProgramSeating({ ...run, signal });
    const ended = once(process.stdin, 'end', { signal }).catch(() => undefined);
    const version = readVersion();
    const connection = serveStdio(() => createToolServer((meta) => seating.seatingFor(meta), version), {
      onerror: (error) => {
        run.terminal.note(error.message);
      },
    });
    // The connection stops reading when its output fails. The listener keeps the stream flowing, so that its end is
    // noticed.
    process.stdin.on('data', () => undefined);
    await ended;
    left.abort();
    await connection.close();
    await seating.ended();
    return undefined;
  },
});
