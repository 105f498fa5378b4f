import { z } from 'zod';
import { invariant } from '../../lib/invariant.ts';
import { wordsFor } from './words.ts';

/** The part of JSON Schema that the contract's schemas come out as. */
export interface JsonSchema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

interface Root extends JsonSchema {
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
}

/** What callers send, or what they get; they differ where a schema has defaults or parses text. */
export type Direction = 'input' | 'output';

const componentPath = '#/components/schemas/';

/** The component that a schema refers to, if it does. */
export const componentOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(componentPath.length);

/** Turns zod schemas into JSON Schema. Those with an id become components, to which the others refer. */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /** `place` is where the schema stands: the words for its fields are looked up there first. */
  convert(schema: z.ZodType, io: Direction, place: string): JsonSchema {
    const text = JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12', io, override: simplify }));
    const root = JSON.parse(text.replaceAll('"$ref":"#/$defs/', `"$ref":"${componentPath}`)) as Root;
    const { $defs, ...converted } = root;
    delete converted.$schema;
    for (const [id, component] of Object.entries($defs ?? {})) this.#keep(id, explain(component, id));
    return explain(converted, place);
  }

  #keep(id: string, component: JsonSchema): void {
    const kept = this.components[id];
    invariant(!kept || JSON.stringify(kept) === JSON.stringify(component), `the component ${id} is one and the same`);
    this.components[id] = component;
  }
}

/** Leaves out what says nothing to a reader, and does not promise that answers never grow a field. */
const simplify = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  const { additionalProperties: more, format, minimum, maximum } = jsonSchema;
  if (more === false || (typeof more === 'object' && Object.keys(more).length === 0)) {
    delete jsonSchema.additionalProperties;
  }
  delete jsonSchema.propertyNames;
  if (format === 'date-time') delete jsonSchema.pattern;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};

/** Adds words to fields; those inside an object are looked up under the field that holds it. */
const explain = (schema: JsonSchema, place: string): JsonSchema => {
  if (schema.items) return { ...schema, items: explain(schema.items, place) };
  if (schema.anyOf) return { ...schema, anyOf: schema.anyOf.map((choice) => explain(choice, place)) };
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    const description = [wordsFor(place, name), property.description].filter((text) => text !== undefined).join('. ');
    return [name, { ...explain(property, name), ...(description && { description }) }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
};
