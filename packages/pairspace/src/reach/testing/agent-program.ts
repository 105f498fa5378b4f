import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/**
 * The common part of simulated agent programs: an agent that is idle until it is woken, and then reads its inbox with
 * the tools of `pairspace mcp`, which the program has started. Each prints events as lines of JSON.
 */
const main = join(import.meta.dirname, '..', '..', 'main.ts');

export class AgentProgram {
  readonly #client = new Client({ name: 'stand-in', version: '1.0.0' });
  readonly #meta: Record<string, unknown>;

  constructor(meta: Record<string, unknown> = {}) {
    this.#meta = meta;
  }

  /** Starts the MCP server as the program does, and joins a session. */
  async start(env: Record<string, string>, link: string): Promise<void> {
    await this.#client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['--conditions=pairspace-source', main, 'mcp'],
        env,
      }),
    );
    const joined = await this.#call('pairspace_join', { link, agentId: 'bob' });
    print({ joined });
  }

  /** A turn of the agent: it was handed a line, and does what the line says. */
  async takeTurn(line: string): Promise<void> {
    print({ woken: line });
    const inbox = await this.#call('pairspace_inbox', {});
    print({ inbox });
    const done = /pairspace_done (\d+)/.exec(inbox)?.[1];
    if (done !== undefined) await this.#call('pairspace_done', { upTo: Number(done) });
  }

  async #call(name: string, given: Record<string, unknown>): Promise<string> {
    const { content } = await this.#client.callTool({ name, arguments: given, _meta: this.#meta });
    const [first] = content as { type: string; text: string }[];
    return first?.text ?? '';
  }
}

export const print = (news: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify(news)}\n`);
};
