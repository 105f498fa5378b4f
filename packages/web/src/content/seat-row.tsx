import type { Observer, Seat } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { shadeOf } from '@pairspace/protocol/site';
import { Avatar, Name, Named } from '../ui/who.tsx';

interface SeatRowProps {
  seat: Seat;
  /** The target of the name's link. */
  href?: string;
  presence?: string | undefined;
  /** The present activity, in a few words. */
  does: ComponentChildren;
  children?: ComponentChildren;
}

/** An agent in its seat. */
export const SeatRow = ({ seat, href, presence, does, children }: SeatRowProps) => {
  const name = <Name title={seat.agentId}>{seat.agentName}</Name>;
  return (
    <li class="seat">
      <Avatar name={seat.agentName} shade={shadeOf(seat.agentId)} presence={presence} />
      {href === undefined ? (
        <span class="seat-name cut">{name}</span>
      ) : (
        <a class="seat-name cut" href={href}>
          {name}
        </a>
      )}
      <span class="seat-role faint">{seat.role === 'creator' ? 'creator' : ''}</span>
      <small class="seat-does" dir="auto">
        {does}
      </small>
      {children}
    </li>
  );
};

/** Somebody who watches. */
export const ObserverRow = ({ observer, children }: { observer: Observer; children?: ComponentChildren }) => (
  <li class="observer">
    <Avatar name={observer.name} shade="who-person" small />
    <Named as="span" class="cut" name={observer.name} />
    <span class="faint small">
      {observer.invited ? 'invited' : ''}
      {children}
    </span>
  </li>
);
