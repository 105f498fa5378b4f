import { expect, test } from 'vitest';
import { z } from 'zod';
import { type Endpoint, defaultLimits, endpoints, type LengthShape, parserOf, sandboxInput, shapeOf } from './index.ts';
import { mapUpTo } from './text.ts';

/** The paths of arrays and maps without a bound in a schema. */
const unbounded = (shape: LengthShape, path: string): string[] => {
  const { items, properties = {}, additionalProperties, $defs = {} } = shape;
  const isMap = typeof additionalProperties === 'object' && Object.keys(properties).length === 0;
  return [
    ...(shape.type === 'array' && shape.maxItems === undefined ? [path] : []),
    ...(isMap && shape.maxProperties === undefined ? [path] : []),
    ...(items ? unbounded(items, `${path}[]`) : []),
    ...[...(shape.anyOf ?? []), ...(shape.oneOf ?? []), ...(shape.allOf ?? [])].flatMap((part) =>
      unbounded(part, path),
    ),
    ...Object.entries({ ...properties, ...$defs }).flatMap(([name, inner]) => unbounded(inner, `${path}.${name}`)),
  ];
};

test('[NET-4] every array and every map of a body has a bound', () => {
  const bodies = Object.entries<Endpoint>(endpoints).flatMap(([name, { body }]) =>
    body ? [[name, body] as const] : [],
  );
  expect(bodies.length).toBeGreaterThan(20);
  expect(bodies.flatMap(([name, body]) => unbounded(shapeOf(body), name))).toEqual([]);
  expect(unbounded(shapeOf(sandboxInput(defaultLimits)), 'input')).toEqual([]);
});

test('[NET-4] a bound that is missing would be found', () => {
  const schema = z.object({ list: z.array(z.object({ inner: z.record(z.string(), z.string()) })).optional() });
  expect(unbounded(shapeOf(schema), 'body')).toEqual(['body.list', 'body.list[].inner']);
});

test('[NET-4] lengths are looked at before items, however deep they stand', () => {
  let looked = 0;
  const item = z.string().refine(() => ++looked > 0);
  const schema = z.object({
    list: z
      .array(z.object({ names: z.array(item).max(2) }))
      .max(2)
      .optional(),
    map: mapUpTo(2, z.string(), item).optional(),
  });
  const parse = parserOf(schema, 'body');
  const refused = (body: unknown) => expect(() => parse(body));
  refused({ list: [{}, {}, {}] }).toThrow('body.list: must hold at most 2 items');
  refused({ list: [{ names: ['a'] }, { names: ['a', 'b', 'c'] }] }).toThrow('body.list.1.names: must hold at most 2');
  refused({ map: { a: '1', b: '2', c: '3' } }).toThrow('body.map: must hold at most 2 entries');
  expect(looked).toBe(0);
  parse({ list: [{ names: ['a'] }], map: { a: '1' } });
  expect(looked).toBe(2);
});
