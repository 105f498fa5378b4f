import { z } from 'zod';

/** The keywords of a JSON Schema that bound arrays and maps, or lead to their parts. */
export interface LengthShape {
  $ref?: string;
  $defs?: Record<string, LengthShape>;
  type?: string;
  maxItems?: number;
  maxProperties?: number;
  items?: LengthShape;
  properties?: Record<string, LengthShape>;
  additionalProperties?: LengthShape | boolean;
  anyOf?: LengthShape[];
  oneOf?: LengthShape[];
  allOf?: LengthShape[];
}

/** The JSON Schema of the input of a schema. */
export const shapeOf = (schema: z.ZodType): LengthShape =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as LengthShape;

/** An array or a map that holds more than its limit, with the limit. */
export interface TooMuch {
  path: string;
  message: string;
}

/**
 * Makes the check of the number of items in arrays and maps. The check runs before the schema, because the schema looks
 * at every item and reports every wrong one (NET-4).
 */
export const lengthCheck = (schema: z.ZodType): FindTooMuch => {
  // The check is made at the first value: a service has hundreds of schemas, and all checks would delay its first
  // answer.
  let find: FindTooMuch | undefined;
  return (value, place) => (find ??= findTooMuchIn(shapeOf(schema)))(value, place);
};

type FindTooMuch = (value: unknown, place: string) => TooMuch | undefined;

const findTooMuchIn = (root: LengthShape): FindTooMuch => {
  if (!holdsMany(root)) return () => undefined;
  const check = (shape: LengthShape, value: unknown, path: string): TooMuch | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    const own = resolve(root, shape);
    for (const part of [...(own.allOf ?? []), ...(own.anyOf ?? []), ...(own.oneOf ?? [])]) {
      const found = check(part, value, path);
      if (found) return found;
    }
    return Array.isArray(value) ? checkArray(own, value, path) : checkObject(own, value, path);
  };
  const checkArray = ({ items, maxItems }: LengthShape, value: unknown[], path: string): TooMuch | undefined => {
    if (maxItems !== undefined && value.length > maxItems) {
      return { path, message: `must hold at most ${String(maxItems)} items` };
    }
    // Items are only checked inside an array that has a bound itself.
    if (items && maxItems !== undefined) {
      for (const [index, item] of value.entries()) {
        const found = check(items, item, `${path}.${String(index)}`);
        if (found) return found;
      }
    }
    return undefined;
  };
  const checkObject = (shape: LengthShape, value: object, path: string): TooMuch | undefined => {
    const { properties = {}, maxProperties } = shape;
    if (maxProperties !== undefined && Object.keys(value).length > maxProperties) {
      return { path, message: `must hold at most ${String(maxProperties)} entries` };
    }
    for (const [name, inner] of Object.entries(properties)) {
      if (!Object.hasOwn(value, name)) continue;
      const found = check(inner, (value as Record<string, unknown>)[name], `${path}.${name}`);
      if (found) return found;
    }
    return undefined;
  };
  return (value, place) => check(root, value, place);
};

/**
 * Whether a value of the shape may hold many items. The check does not follow a reference, because references can be
 * circular.
 */
const holdsMany = (shape: LengthShape): boolean =>
  shape.$ref !== undefined ||
  shape.maxItems !== undefined ||
  shape.maxProperties !== undefined ||
  [shape.items ?? [], Object.values(shape.properties ?? {}), shape.allOf ?? [], shape.anyOf ?? [], shape.oneOf ?? []]
    .flat()
    .some(holdsMany);

const resolve = (root: LengthShape, shape: LengthShape): LengthShape => {
  const name = /^#\/\$defs\/(.+)$/.exec(shape.$ref ?? '')?.[1];
  return (name === undefined ? undefined : root.$defs?.[name]) ?? shape;
};
