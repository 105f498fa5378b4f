import { type AgentCaller, createSession, postAlone } from '@pairspace/server/inside';
import { openToFill } from './open-to-fill.ts';
import { sentences } from './sentences.ts';

export interface Fill {
  folder: string;
  messages: number;
  /** The length of each message, at most 300, which is the default. */
  characters?: number;
}

export interface Filled {
  sessionId: string;
  token: string;
}

/** Makes a session with many messages by the service's own operations, without HTTP. */
const { folder, messages, characters } = JSON.parse(process.argv[2] ?? '') as Fill;
await using storage = await openToFill(folder);

const agentId = 'filler';
const defaults = { defaultVisibility: 'public', inviteTtlMs: 86_400_000 } as const;
const { session, agentToken } = await storage.write((tx) =>
  createSession(tx, { agentId, mode: 'async', maxAgents: 2, metadata: {} }, defaults),
);
const caller: AgentCaller = {
  kind: 'agent',
  sessionId: session.id,
  agentId,
  agentName: agentId,
  role: 'creator',
  issuedToCreator: true,
};
const content = sentences.slice(0, characters);
const together = 1000;
for (let posted = 0; posted < messages; posted += together) {
  await Promise.all(Array.from({ length: together }, () => storage.write((tx) => postAlone(tx, caller, content))));
}

process.send?.({ sessionId: session.id, token: agentToken } satisfies Filled);
process.disconnect?.();
