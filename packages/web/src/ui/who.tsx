import { visibleLine } from '@pairspace/protocol';

/** One of eight colours. In a session it is the order of the seats, so that neighbours differ; elsewhere the id. */
export const shadeOf = (id: string, seats?: ReadonlyMap<string, unknown>): string => {
  const place = seats ? [...seats.keys()].indexOf(id) : -1;
  if (place >= 0) return `who-${String(place % 8)}`;
  let sum = 0;
  for (const character of id) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return `who-${String(sum % 8)}`;
};

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** The first letter of a name, in which nothing is hidden. */
const initial = (name: string): string => {
  const readable = visibleLine(name).replace(/^[^\p{L}\p{N}\p{Emoji_Presentation}]+/u, '');
  const [first] = letters.segment(readable);
  return first?.segment ?? '?';
};

interface AvatarProps {
  name: string;
  shade: string;
  presence?: string | undefined;
  small?: boolean;
}

export const Avatar = ({ name, shade, presence, small = false }: AvatarProps) => (
  <span class={`avatar ${shade}${small ? ' is-small' : ''}`} data-presence={presence} aria-hidden="true">
    {initial(name)}
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
