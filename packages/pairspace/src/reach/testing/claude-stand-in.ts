import { createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { AgentProgram, print } from './agent-program.ts';

/**
 * Behaves as Claude Code 2.1.230 does by the sources of `docs/programs.md`: it says its version, gives what it starts the
 * address and token of an inbox socket, takes two lines on a connection, and drops what it does not know without a word.
 */
const Line = z.union([
  z.object({ type: z.literal('auth'), token: z.string() }),
  z.object({ type: z.literal('user'), message: z.object({ role: z.literal('user'), content: z.string() }) }),
]);

const [argument = ''] = process.argv.slice(2);
const { STAND_IN_SOCKET: path = '', ...env } = process.env as Record<string, string>;
const token = 'a-token-of-the-program';
const thread = 'standin-1';

if (argument === '--version') process.stdout.write('2.1.230 (Claude Code)\n');
else await serve(argument);

async function serve(link: string): Promise<void> {
  const program = new AgentProgram();
  const listen = async (socket: Socket): Promise<void> => {
    let known = false;
    for await (const text of createInterface({ input: socket })) {
      const line = Line.safeParse(JSON.parse(text)).data;
      if (!line) continue;
      if (line.type === 'auth') known = line.token === token;
      else if (known) await program.takeTurn(line.message.content);
    }
  };
  createServer((socket) => void listen(socket)).listen(path);
  const told = { CLAUDE_CODE_MESSAGING_SOCKET: path, CLAUDE_CODE_MESSAGING_TOKEN: token };
  await program.start({ ...env, ...told, CLAUDE_CODE_SESSION_ID: thread }, link);
  print({ ready: true, thread });
}
