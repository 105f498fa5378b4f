import type { SessionState } from '@pairspace/client';
import type { OpenRequest } from '@pairspace/protocol';

/** The name of a person. The service calls a person without a name “Human”. */
const personName = (name: string): string => (name === 'Human' ? 'A person' : name);

/** The name of the author of an entry. An agent that is called “Human” keeps its name. */
export const nameOfActor = ({ kind, name }: { kind: string; name: string }): string =>
  kind === 'observer' ? personName(name) : name;

/** The name of whoever asks an agent. The service tells only the name, so the seats tell whether it is an agent's. */
export const nameOfAsker = ({ from }: OpenRequest, seats: SessionState['seats']): string => {
  const isAgent = [...seats.values()].some(({ agentName }) => agentName === from);
  return nameOfActor({ kind: isAgent ? 'agent' : 'observer', name: from });
};
