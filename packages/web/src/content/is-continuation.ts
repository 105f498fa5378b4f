import type { Event } from '@pairspace/protocol';

const apartMs = 4 * 60_000;

/** Whether a message continues the message before: the same author and type, soon after, and no reply. */
export const isContinuation = (before: Event | undefined, event: Event): boolean => {
  if (before?.event !== 'message.created' || event.event !== 'message.created') return false;
  const { msgType, replyTo } = event.data;
  return (
    before.actor.id === event.actor.id &&
    before.actor.name === event.actor.name &&
    msgType === before.data.msgType &&
    replyTo === null &&
    Date.parse(event.timestamp) - Date.parse(before.timestamp) < apartMs
  );
};
