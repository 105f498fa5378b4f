import { type Message, ServiceError } from '@pairspace/protocol';
import type { Calls } from './calls.ts';
import type { CallOptions } from './request.ts';

/** The messages of a list, and those to which they reply, by id. */
export const findParents = async (
  client: Pick<Calls, 'getMessage'>,
  sessionId: string,
  messages: readonly Message[],
  options?: CallOptions,
): Promise<Map<string, Message>> => {
  const found = new Map(messages.map((message) => [message.id, message]));
  for (const { replyTo } of messages) {
    if (replyTo === null || found.has(replyTo)) continue;
    const parent = await client.getMessage({ sessionId, messageId: replyTo }, options).catch((error: unknown) => {
      if (error instanceof ServiceError && error.code === 'NOT_FOUND') return undefined;
      throw error;
    });
    if (parent) found.set(replyTo, parent);
  }
  return found;
};
