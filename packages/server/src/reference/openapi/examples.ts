import type { Endpoint } from '@pairspace/protocol';
import { componentOf, type JsonSchema } from './schemas.ts';

type Components = Readonly<Record<string, JsonSchema>>;

/**
 * A value that fits a schema: its first example, else its constant, its default or its first choice. An object consists
 * of the examples of its required fields.
 */
export const exampleOf = (schema: JsonSchema, components: Components = {}): unknown => {
  const component = components[componentOf(schema) ?? ''];
  if (component) return exampleOf(component, components);
  const { const: only, default: usual, enum: choices, examples, anyOf, oneOf = anyOf, items } = schema;
  if (examples) return examples[0];
  if (only !== undefined) return only;
  if (usual !== undefined) return usual;
  if (choices) return choices[0];
  if (oneOf?.[0]) return exampleOf(oneOf[0], components);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return exampleObject(schema, components);
  if (type === 'array') return items ? [exampleOf(items, components)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return 'text';
};

const exampleObject = ({ properties = {}, required = [] }: JsonSchema, components: Components): unknown =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => required.includes(name))
      .map(([name, property]) => [name, exampleOf(property, components)]),
  );

/** The body of the endpoint's own example, else an example made from the schema. */
export const exampleBody = ({ example }: Endpoint, schema: JsonSchema): unknown => example?.body ?? exampleOf(schema);
