/** The name of a person; one who has said none is “Human” to agents. */
const personName = (name: string): string => (name === 'Human' ? 'A person' : name);

/** The same for whoever wrote an entry: an agent may be called so. */
export const nameOfActor = ({ kind, name }: { kind: string; name: string }): string =>
  kind === 'observer' ? personName(name) : name;
