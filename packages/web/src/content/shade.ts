import type { Actor } from '@pairspace/protocol';
import { shadeOf } from '../ui/who.tsx';

/** The colour of whoever did it: of the seat, of people, or of the service. */
export const shadeOfActor = ({ kind, id }: Pick<Actor, 'kind' | 'id'>): string => {
  if (kind === 'agent') return shadeOf(id);
  return kind === 'observer' ? 'who-person' : 'who-service';
};
