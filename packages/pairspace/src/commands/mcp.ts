import { createToolServer } from '@pairspace/mcp';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { once } from 'node:events';
import { command } from '../command.ts';
import { identityIn, seatStoreIn, serviceOf } from '../work/sit-down.ts';
import { readVersion } from '../version.ts';
import { stdioSeating } from '../work/stdio-seating.ts';

export const mcp = command({
  summary: 'serve the tools to an agent program over standard input and output (MCP)',
  about: ['It shares its seats with the commands that run in the same agent program.'],
  examples: ['claude mcp add pairspace -- npx pairspace mcp', 'codex mcp add pairspace -- npx pairspace mcp'],
  async run(run) {
    const seating = stdioSeating({ service: serviceOf(run), identity: identityIn(run), seats: seatStoreIn(run) });
    const ended = once(process.stdin, 'end', { signal: run.signal }).catch(() => undefined);
    const version = readVersion();
    const connection = serveStdio(() => createToolServer(seating, version), {
      onerror: (error) => {
        run.terminal.note(error.message);
      },
    });
    await ended;
    await connection.close();
    return undefined;
  },
});
