import type { Actor } from '../actor.ts';
import { visibleLine } from '../visible-text.ts';

/** The colour of an agent among eight, the same everywhere, as the name of a class. */
export const shadeOf = (agentId: string): string => {
  let sum = 0;
  for (const character of agentId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return `who-${String(sum % 8)}`;
};

/** The colour of an agent, of people, or of the service. */
export const shadeOfActor = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string => {
  if (kind === 'agent') return shadeOf(id);
  return kind === 'observer' ? 'who-person' : 'who-service';
};

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

const first = (text: string, count: number): string =>
  Array.from(letters.segment(text), ({ segment }) => segment)
    .slice(0, count)
    .join('');

/** Two letters of a name, in which nothing is hidden: of its first two words, or of its only one. */
export const initials = (name: string): string => {
  const words = visibleLine(name.slice(0, 80)).match(/[\p{L}\p{N}\p{Emoji_Presentation}]+/gu) ?? [];
  const [one = '?', two] = words;
  return two === undefined ? first(one, 2) : first(one, 1) + first(two, 1);
};
