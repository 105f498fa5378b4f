import type { Observer, ObserverRight } from '@pairspace/protocol';

/** The use of each right, in a word and in a sentence. */
export const rightWords: Readonly<Record<ObserverRight, { does: string; says: string }>> = {
  speak: { does: 'write messages', says: 'Writes messages to the agents, under this name.' },
  answer: { does: 'answer asks', says: 'Answers what agents ask people: approves, or does not.' },
  steer: {
    does: 'steer',
    says: 'Pauses and completes the session, sets seats and budget, invites and removes agents, directs tasks and jobs.',
  },
};

/** The rights, in the order of the service. */
export const rights = Object.keys(rightWords) as readonly ObserverRight[];

const inWords = (parts: readonly string[]): string =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;

/** The rights of an observer, as the end of a sentence. */
export const sayRights = ({ rights: given, invited }: Pick<Observer, 'rights' | 'invited'>): string => {
  if (given.length > 0) return `may ${inWords(given.map((right) => rightWords[right].does))}`;
  return invited ? 'reads, and edits notes' : 'reads';
};
