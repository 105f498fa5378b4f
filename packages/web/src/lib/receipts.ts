import { handedOver, type Message, type Receipt } from '@pairspace/protocol';

export type ReceiptState = Receipt['state'];

interface Reading {
  readSeq: number;
  offeredSeq: number;
}

/** The recipients of a message: the mentioned agents, or all agents but the author when none is mentioned. */
export const recipientsOf = (message: Message, agentIds: readonly string[]): string[] => {
  const others = agentIds.filter((id) => id !== message.authorAgentId);
  return message.mentions.length === 0 ? others : others.filter((id) => message.mentions.includes(id));
};

export const receiptState = (seq: number, { readSeq, offeredSeq }: Reading, hasAnswered: boolean): ReceiptState => {
  if (hasAnswered) return 'answered';
  if (readSeq >= seq) return 'read';
  return offeredSeq >= seq ? 'offered' : 'queued';
};

const words: Readonly<Record<ReceiptState, (who: string) => string>> = {
  answered: (who) => `answered by ${who}`,
  read: (who) => `read by ${who}`,
  offered: (who) => handedOver(who),
  queued: (who) => `on its way to ${who}`,
};

const most = 2;

/** The receipts of a message in one line. Each state has the names of its agents, or their number if there are many. */
export const sayReceipts = (states: ReadonlyMap<string, ReceiptState>): string =>
  (Object.keys(words) as ReceiptState[])
    .flatMap((state) => {
      const names = [...states].filter(([, one]) => one === state).map(([name]) => name);
      if (names.length === 0) return [];
      return [words[state](names.length > most ? `${String(names.length)} agents` : names.join(' and '))];
    })
    .join(' · ');
