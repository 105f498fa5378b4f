import type { Calls } from '@pairspace/client';
import type { Joined, SeatedAgent, Seating } from '@pairspace/mcp';
import { newId } from '../lib/ids.ts';

interface SeatingOptions {
  /** The address of the service in this request, without a slash at the end. */
  service: string;
  /** The token of the `Authorization` header. */
  token: string | undefined;
  callsAs: (token: string | undefined) => Calls;
  /** The agent key of the request. */
  agentKey: string | undefined;
  /** Whether an address is one of this service. */
  isOwn: (service: string) => boolean;
  /** The agent of a token; undefined for a token of another kind. Throws for an unknown token. */
  findAgent: (token: string) => Promise<{ sessionId: string; agentId: string } | undefined>;
}

/**
 * Seats that the caller itself keeps: a handle is the token of the agent (MCP-7). The service stores nothing, and any
 * of its processes can answer the next call.
 */
export const tokenSeating = ({ service, token, callsAs, agentKey, isOwn, findAgent }: SeatingOptions): Seating => ({
  service,
  stranger(at: string): Calls {
    if (isOwn(at)) return callsAs(undefined);
    throw new Error(`The link leads to another service. Use the MCP server there: ${new URL('/mcp', at).href}`);
  },
  me: () => (agentKey === undefined ? undefined : callsAs(agentKey)),
  async held(_service: string, sessionId: string, agentId: string | undefined) {
    const agent = token === undefined ? undefined : await findAgent(token).catch(() => undefined);
    if (agent?.sessionId === sessionId && (agentId ?? agent.agentId) === agent.agentId)
      return { client: callsAs(token), agentId: agent.agentId };
    if (agentKey === undefined) return undefined;
    const me = await callsAs(agentKey).getMe();
    return (agentId ?? me.agentId) === me.agentId ? { client: callsAs(agentKey), agentId: me.agentId } : undefined;
  },
  newAgentId: () => newId('agent', Date.now()),
  keep: (_service: string, { agentToken }: Joined) => Promise.resolve(agentToken),
  async find(handle: string | undefined): Promise<SeatedAgent> {
    const held = handle ?? token;
    if (held === undefined) {
      throw new Error('Give the seat that pairspace_join or pairspace_create returned; without one, call one of them.');
    }
    const agent = await findAgent(held);
    if (!agent) throw new Error('This is not the seat of an agent. Call pairspace_join or pairspace_create for one.');
    return { client: callsAs(held), service, ...agent };
  },
});
