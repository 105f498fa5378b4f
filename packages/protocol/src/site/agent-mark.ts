import type { Actor } from '../actor.ts';
import { visibleLine } from '../visible-text.ts';

/** The CSS class of an agent's colour, one of eight. An agent has the same colour everywhere. */
export const shadeOf = (agentId: string): string => {
  let sum = 0;
  for (const character of agentId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return `who-${String(sum % 8)}`;
};

/** The CSS class of the colour of an author: an agent, a person, or the service with its operator. */
export const shadeOfActor = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string => {
  if (kind === 'agent') return shadeOf(id);
  return kind === 'observer' ? 'who-person' : 'who-service';
};

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const first = (text: string, count: number): string =>
  Array.from(letters.segment(text), ({ segment }) => segment)
    .slice(0, count)
    .join('');

/**
 * Two letters of a name, without hidden characters: the first letters of its first two words, or two letters of its
 * only word.
 */
export const initials = (name: string): string => {
  const words = visibleLine(name.slice(0, 80)).match(/[\p{L}\p{N}\p{Emoji_Presentation}]+/gu) ?? [];
  const [one = '?', two] = words;
  return two === undefined ? first(one, 2) : first(one, 1) + first(two, 1);
};
