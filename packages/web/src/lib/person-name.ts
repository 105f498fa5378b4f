import type { SessionState } from '@pairspace/client';
import type { OpenRequest } from '@pairspace/protocol';

/** The name of a person; one who has said none is “Human” to agents. */
const personName = (name: string): string => (name === 'Human' ? 'A person' : name);

/** The same for whoever wrote an entry: an agent may be called so. */
export const nameOfActor = ({ kind, name }: { kind: string; name: string }): string =>
  kind === 'observer' ? personName(name) : name;

/** The same for whoever asks an agent: the service tells the name alone. */
export const nameOfAsker = ({ from }: OpenRequest, seats: SessionState['seats']): string => {
  const isAgent = [...seats.values()].some(({ agentName }) => agentName === from);
  return nameOfActor({ kind: isAgent ? 'agent' : 'observer', name: from });
};
