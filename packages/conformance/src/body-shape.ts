import type { Endpoint } from '@pairspace/protocol';

/** The keywords of a JSON Schema that bound a value, or lead to its parts. */
export interface BodyShape {
  examples?: unknown[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  'x-maxBytes'?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, BodyShape>;
  items?: BodyShape;
  anyOf?: BodyShape[];
  allOf?: BodyShape[];
}

const shapes = new WeakMap<object, BodyShape>();

/** The JSON Schema of what a client sends. */
export const shapeOf = (schema: NonNullable<Endpoint['body']>): BodyShape => {
  const shape = shapes.get(schema) ?? (schema.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as BodyShape);
  shapes.set(schema, shape);
  return shape;
};

/** A shape and its alternatives. */
export const partsOf = (shape: BodyShape): BodyShape[] => [
  shape,
  ...[...(shape.anyOf ?? []), ...(shape.allOf ?? [])].flatMap(partsOf),
];
