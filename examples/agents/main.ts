import { createClient } from '@pairspace/client';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Opens a session, requests a review, and starts two agents that know only the link. Usage: main.ts [service] */
const baseUrl = process.argv[2] ?? 'http://127.0.0.1:8787';
const path = 'planted-faults.md';

const text = await readFile(new URL(`../demo/text/${path}`, import.meta.url), 'utf8');
const client = createClient({ baseUrl });
const { session, agentToken } = await client.createSession({
  name: `Review of ${path}`,
  agentId: 'host',
  maxAgents: 3,
});
const sessionId = session.id;
const host = client.withToken(agentToken);
await host.writeFile({ sessionId, path, content: text });
const { id } = await host.createNote({
  sessionId,
  title: 'Review',
  content: `# Review of ${path}\n\n## Structure\n\nmara looks at the structure.\n\n## Language\n\nivo looks at the language.\n`,
});
await host.postMessage({
  sessionId,
  content: `Please review ${path} in the note ${id}: @mara the structure, @ivo the language. Then ivo makes a copy with what is safe to correct, and mara looks at it and completes the session.`,
});

const stop = new AbortController();
const start = async (program: string, name: string): Promise<void> => {
  const link = `${baseUrl}/j/${session.inviteCode ?? ''}`;
  const given = ['--conditions=pairspace-source', fileURLToPath(new URL(program, import.meta.url)), link, name];
  const agent = spawn(process.execPath, given, { stdio: 'inherit', signal: stop.signal });
  const [code] = (await once(agent, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}.`);
};
try {
  await Promise.all([start('ai-sdk/agent.js', 'mara'), start('mcp-agent.ts', 'ivo')]);
} finally {
  // After a failure of one agent, the other would wait for it forever.
  stop.abort();
}

const { status } = await host.getSession({ sessionId });
console.log(`${sessionId} is ${status}.`);
