import type { Event } from '@pairspace/protocol';
import { shadeOf } from '../../ui/who.tsx';
import type { Shared } from './place.ts';

/** The colour of whoever did it: of the seat, of people, or of the service. */
export const shadeOfActor = ({ actor }: Event, { moment }: Shared): string =>
  actor.kind === 'agent'
    ? shadeOf(actor.id, moment.state.seats)
    : actor.kind === 'observer'
      ? 'who-person'
      : 'who-service';
