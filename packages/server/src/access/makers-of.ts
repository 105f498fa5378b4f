import type { Caller } from './caller.ts';
import { agentKeyOf, type Capability, createKeyOf, seatOf } from './origin.ts';

/** Returns what a request shows: whatever it makes remembers these as its makers (MOD-16). */
export const makersOf = (caller: Caller, createKeyId?: string): Capability[] => {
  const shown = shownBy(caller);
  return [...(shown ? [shown] : []), ...(createKeyId === undefined ? [] : [createKeyOf(createKeyId)])];
};

const shownBy = (caller: Caller): Capability | undefined => {
  switch (caller.kind) {
    case 'agent':
      return seatOf(caller.sessionId, caller.agentId);
    case 'observer':
      return { kind: 'observer', sessionId: caller.sessionId, id: caller.observerId };
    case 'worker':
      return { kind: 'worker', sessionId: caller.sessionId, id: 'worker' };
    case 'agentKey':
      return agentKeyOf(caller.agentId, caller.keyLine);
    default:
      return undefined;
  }
};
