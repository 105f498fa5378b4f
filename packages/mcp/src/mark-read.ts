import type { Calls } from '@pairspace/client';

/**
 * Marks the log as read up to a number that the agent itself gives. Only a received result contains this number, so
 * lost results never count as read (MCP-9).
 */
export const markRead = async (client: Calls, sessionId: string, seq: number, signal: AbortSignal): Promise<void> => {
  if (seq > 0) await client.movePosition({ sessionId, seq, via: 'mcp' }, { signal });
};
