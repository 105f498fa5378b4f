import type { DescribedEndpoint } from '../openapi/endpoint.ts';
import { componentOf, type JsonSchema } from '../openapi/schemas.ts';
import type { Section } from './sections.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/** The objects that are described beside one another: those of one section. */
export interface ObjectGroup {
  slug: string;
  title: string;
  names: string[];
}

/** Objects that only events and webhooks hold. */
const others = { slug: 'other', title: 'Other objects' };

/** Each object belongs to the first section whose endpoints name it; what only objects name, to the first of theirs. */
export const objectGroupsOf = (sections: readonly Section[], components: Components): ObjectGroup[] => {
  const owners = new Map<string, ObjectGroup>();
  const groups = sections.map(({ slug, title }): ObjectGroup => ({ slug, title, names: [] }));
  const take = (group: ObjectGroup, name: string): boolean => {
    if (owners.has(name) || !(name in components)) return false;
    owners.set(name, group);
    group.names.push(name);
    return true;
  };
  sections.forEach(({ members }, index) => {
    const group = groups[index];
    if (group) for (const name of members.flatMap(namedBy)) take(group, name);
  });
  // An array hands out what is added to it while it is gone through: so objects of objects are found too.
  for (const group of groups)
    for (const name of group.names) for (const inner of namesIn(components[name] ?? {})) take(group, inner);
  const rest = Object.keys(components).filter((name) => !owners.has(name));
  return [...groups, { ...others, names: rest }].filter(({ names }) => names.length > 0);
};

const namedBy = ({ body, bodyKinds, result }: DescribedEndpoint): string[] => [
  ...namesIn(result ?? {}),
  ...namesIn(body ?? {}),
  ...bodyKinds.flatMap((kind) => namesIn(kind)),
];

const namesIn = (schema: JsonSchema): string[] => {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  const own = componentOf(schema);
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...[items ?? [], additionalProperties ?? []].flat()];
  return [...(own === undefined ? [] : [own]), ...inner.flatMap((one) => namesIn(one))];
};
