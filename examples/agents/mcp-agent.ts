import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { fileURLToPath } from 'node:url';
import { reviewer } from './reviewer.ts';
import type { Call } from './script.ts';

/** An agent on the client of the MCP SDK, with the tools of `pairspace mcp`. Usage: mcp-agent.ts <link> <name> */
const [link = '', name = ''] = process.argv.slice(2);

const mostSteps = 50;

// With an installed package: command 'pairspace', args ['mcp'].
const command = fileURLToPath(new URL('../../packages/pairspace/src/main.ts', import.meta.url));
const args = ['--conditions=pairspace-source', command, 'mcp'];
const { PATH = '', HOME = '', PAIRSPACE_HOME = `${HOME}/.pairspace` } = process.env;
const env = { PATH, HOME, PAIRSPACE_HOME, PAIRSPACE_IDENTITY: `mcp-agent-${name}` };
const client = new Client({ name: 'mcp-agent', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command: process.execPath, args, env }));

const use = async ({ tool, given }: Call): Promise<string> => {
  const { content } = await client.callTool({ name: tool, arguments: given });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
};

const model = reviewer(`Join ${link} as ${name}, and do what you are asked to do there.`);
let move = model.next();
// Without the service each call fails at once, so the number of steps is bounded.
for (let steps = 0; !move.done && steps < mostSteps; steps++) move = model.next(await use(move.value));
console.log(move.done ? move.value : `I gave up after ${String(mostSteps)} steps.`);
await client.close();
if (!move.done) process.exitCode = 1;
