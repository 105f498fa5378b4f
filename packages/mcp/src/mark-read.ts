import type { Calls } from '@pairspace/client';

/**
 * Says that the agent has read up to a number that it names itself. It can know the number from a result alone, so
 * nothing counts as read that was lost on the way (MCP-9).
 */
export const markRead = async (client: Calls, sessionId: string, seq: number, signal: AbortSignal): Promise<void> => {
  if (seq > 0) await client.movePosition({ sessionId, seq, via: 'mcp' }, { signal });
};
