import { z } from 'zod';
import { invariant } from '../../lib/invariant.ts';

/** The keywords of JSON Schema that the schemas of the contract use. */
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
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

interface Root extends JsonSchema {
  $schema?: string;
  $defs?: Record<string, JsonSchema>;
}

/** The input or the output of a schema; they differ if it has defaults or parses text. */
export type Direction = 'input' | 'output';

const componentPath = '#/components/schemas/';

/** The component that a schema refers to, if it does. */
export const componentOf = ({ $ref }: JsonSchema): string | undefined => $ref?.slice(componentPath.length);

/** Turns zod schemas into JSON Schema. Schemas with an id become components, to which the others refer. */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  convert(schema: z.ZodType, io: Direction): JsonSchema {
    const text = JSON.stringify(z.toJSONSchema(schema, { target: 'draft-2020-12', io, override: simplify }));
    const root = JSON.parse(text.replaceAll('"$ref":"#/$defs/', `"$ref":"${componentPath}`)) as Root;
    const { $defs, ...converted } = root;
    delete converted.$schema;
    for (const [id, component] of Object.entries($defs ?? {})) this.#keep(id, component);
    return converted;
  }

  #keep(id: string, component: JsonSchema): void {
    const kept = this.components[id];
    invariant(!kept || JSON.stringify(kept) === JSON.stringify(component), `the component ${id} is one and the same`);
    this.components[id] = component;
  }
}

/**
 * Removes keywords that tell a reader nothing, and the promise that responses never get new fields; describes limits in
 * bytes in words.
 */
const simplify = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  const { additionalProperties: more, format, minimum, maximum, 'x-maxBytes': maxBytes } = jsonSchema;
  if (typeof maxBytes === 'number') {
    const size = `At most ${String(maxBytes)} bytes`;
    delete jsonSchema['x-maxBytes'];
    jsonSchema.description = jsonSchema.description === undefined ? size : `${jsonSchema.description}. ${size}`;
  }
  if (more === false || (typeof more === 'object' && Object.keys(more).length === 0)) {
    delete jsonSchema.additionalProperties;
  }
  delete jsonSchema.propertyNames;
  if (format === 'date-time') delete jsonSchema.pattern;
  if (minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
};
