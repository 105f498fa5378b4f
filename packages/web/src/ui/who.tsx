import { visibleLine } from '@pairspace/protocol';
import { initials } from '@pairspace/protocol/site';

interface AvatarProps {
  name: string;
  shade: string;
  presence?: string | undefined;
  small?: boolean;
}

/** The meaning of the dot on an avatar. */
const dots: Readonly<Record<string, string>> = {
  online: 'online',
  working: 'working',
  idle: 'idle',
  offline: 'silent',
  unknown: 'no heartbeat',
};

export const Avatar = ({ name, shade, presence, small = false }: AvatarProps) => (
  <span
    class={`avatar ${shade}${small ? ' is-small' : ''}`}
    data-presence={presence}
    title={presence && dots[presence]}
    aria-hidden="true"
  >
    {initials(name)}
  </span>
);

/** The longest name that is surely shown whole. A longer name may be cut, so its title shows the whole name. */
const longName = 24;

interface NameProps {
  children: string;
  title?: string | undefined;
  /** The direction of a path. A name without it has the direction of its own letters. */
  dir?: 'ltr' | undefined;
}

/** A name that somebody chose: on one line, with nothing hidden in it, and apart from the direction around it. */
export const Name = ({ children, title, dir }: NameProps) => {
  const visible = visibleLine(children);
  return (
    <bdi class="name" dir={dir} title={title ?? (visible.length > longName ? visible : undefined)}>
      {visible}
    </bdi>
  );
};

interface NamedProps {
  name: string;
  title?: string | undefined;
  as: 'b' | 'dd' | 'h1' | 'h2' | 'p' | 'small' | 'span' | 'strong' | 'td';
  class?: string;
  dir?: 'auto';
}

/** An element around a name alone. The title is that of the name. */
export const Named = ({ as: Element, name, title, ...element }: NamedProps) => (
  <Element {...element}>
    <Name title={title}>{name}</Name>
  </Element>
);
