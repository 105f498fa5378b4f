import { visibleLine } from '@pairspace/protocol';

/** The colour of an agent among eight, the same everywhere. */
export const shadeOf = (id: string): string => {
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return `who-${String(sum % 8)}`;
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

interface AvatarProps {
  name: string;
  shade: string;
  presence?: string | undefined;
  small?: boolean;
}

export const Avatar = ({ name, shade, presence, small = false }: AvatarProps) => (
  <span class={`avatar ${shade}${small ? ' is-small' : ''}`} data-presence={presence} aria-hidden="true">
    {initials(name)}
  </span>
);

/** A longer name may be cut where it stands; pointing at it shows all of it. */
const longName = 24;

/** A name that somebody chose: on one line, with nothing hidden in it, and in its own direction. */
export const Name = ({ children, title }: { children: string; title?: string | undefined }) => {
  const visible = visibleLine(children);
  return (
    <bdi class="name" title={title ?? (visible.length > longName ? visible : undefined)}>
      {visible}
    </bdi>
  );
};
