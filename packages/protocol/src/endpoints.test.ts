import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { codeMeanings, conflictReasons, statusOfCode } from './errors.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { pathIds } from './ids.ts';

interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

const table: [string, Endpoint][] = Object.entries(endpoints);
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io }) as JsonSchema;
const nameOf = (reference: string): string => reference.replace('#/$defs/', '');

/** Every field inside a schema, with its path. */
const fieldsOf = (schema: JsonSchema, place: string, defs = schema.$defs ?? {}): [string, JsonSchema][] => [
  ...Object.entries(schema.properties ?? {}).flatMap(([name, field]): [string, JsonSchema][] => [
    [`${place}.${name}`, field],
    ...fieldsOf(field, `${place}.${name}`, defs),
  ]),
  ...(schema.items ? fieldsOf(schema.items, `${place}[]`, defs) : []),
  ...(schema.anyOf ?? []).flatMap((choice) => fieldsOf(choice, place, defs)),
  ...(schema.$defs ? Object.entries(schema.$defs).flatMap(([id, definition]) => fieldsOf(definition, id, defs)) : []),
];

const schemasOf = (name: string, { params, query, body, result }: Endpoint): [string, JsonSchema][] => [
  ...(params ? [[`${name} path`, schemaOf(params, 'output')] as [string, JsonSchema]] : []),
  ...(query ? [[`${name} query`, schemaOf(query, 'output')] as [string, JsonSchema]] : []),
  ...(body ? [[`${name} body`, schemaOf(body, 'input')] as [string, JsonSchema]] : []),
  [`${name} result`, schemaOf(result, 'output')],
];

const everySchema = table.flatMap(([name, endpoint]) => schemasOf(name, endpoint));

test('[OPS-8] every parameter and field has a description', () => {
  const bare = everySchema.flatMap(([place, schema]) =>
    fieldsOf(schema, place)
      .filter(([, field]) => {
        const target = field.$ref === undefined ? undefined : schema.$defs?.[nameOf(field.$ref)];
        return !(field.description ?? target?.description);
      })
      .map(([where]) => where),
  );
  expect([...new Set(bare)]).toEqual([]);
});

/** Whether the type of the field alone tells a reader which values are valid. */
const explainsItself = (field: JsonSchema): boolean =>
  field.$ref !== undefined ||
  field.const !== undefined ||
  field.enum !== undefined ||
  field.default !== undefined ||
  field.properties !== undefined ||
  field.items !== undefined ||
  (field.anyOf ?? []).some(explainsItself);

test('[OPS-8] every parameter and field has an example, or a type that shows one', () => {
  const bare = everySchema.flatMap(([place, schema]) =>
    fieldsOf(schema, place)
      .filter(([where, field]) => !field.examples && !explainsItself(field) && !where.endsWith('.cursor'))
      .map(([where]) => where),
  );
  expect([...new Set(bare)]).toEqual([]);
});

test('[OPS-8] every path parameter that has no schema of its own is a known id', () => {
  for (const [name, { path, params }] of table) {
    const names = Array.from(path.matchAll(/[:*](\w+)/g), ([, parameter = '']) => parameter);
    for (const parameter of names) expect(params?.shape[parameter] ?? pathIds[parameter], name).toBeDefined();
  }
});

test('[OPS-8] every example of a field is a value of it', () => {
  const wrong: string[] = [];
  const walk = (schema: z.ZodType, place: string): void => {
    const meta = z.globalRegistry.get(schema);
    for (const example of (meta?.['examples'] as unknown[] | undefined) ?? [])
      if (!schema.safeParse(example).success && !schema.safeParse(String(example)).success)
        wrong.push(`${place}: ${JSON.stringify(example)}`);
    if (schema instanceof z.ZodObject)
      for (const [name, field] of Object.entries(schema.shape)) walk(field as z.ZodType, `${place}.${name}`);
    else if (schema instanceof z.ZodArray) walk(schema.element as z.ZodType, `${place}[]`);
    else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
      walk(schema.unwrap() as z.ZodType, place);
  };
  for (const [name, { params, query, body, result }] of table) {
    if (params) walk(params, `${name} path`);
    if (query) walk(query, `${name} query`);
    if (body) walk(body, `${name} body`);
    walk(result, `${name} result`);
  }
  expect([...new Set(wrong)]).toEqual([]);
});

test('[OPS-8] the example of an endpoint is a request that it takes', () => {
  for (const [name, { example, query, body }] of table) {
    if (example?.query) expect(query?.safeParse(example.query).error, name).toBeUndefined();
    if (example?.body) expect(body?.safeParse(example.body).error, name).toBeUndefined();
    expect(
      Object.keys(example?.query ?? {}).filter((key) => !(key in (query?.shape ?? {}))),
      name,
    ).toEqual([]);
    expect(
      Object.keys(example?.body ?? {}).filter((key) => !(key in (body?.shape ?? {}))),
      name,
    ).toEqual([]);
  }
});

test('[OPS-8] every endpoint with a body has an example of it', () => {
  expect(table.filter(([, { body, example }]) => body && !example?.body).map(([name]) => name)).toEqual([]);
});

test('[OPS-8] every summary is a few words, and every description ends like a sentence', () => {
  for (const [name, { summary, description }] of table) {
    expect(summary.length, name).toBeLessThanOrEqual(40);
    expect(summary, name).toMatch(/^[A-Z][^.;:]*[^.;:]$/);
    if (description !== undefined) expect(description, name).toMatch(/\.$/);
  }
});

test('[ERR-7] an endpoint that may refuse with CONFLICT names the reasons', () => {
  for (const [name, { errors = [], conflicts = [] }] of table) {
    expect(errors.includes('CONFLICT'), name).toBe(conflicts.length > 0);
  }
  expect(Object.keys(codeMeanings)).toEqual(Object.keys(statusOfCode));
  for (const meaning of Object.values(conflictReasons)) expect(meaning).toMatch(/\.$/);
});

/** A method and a path without the names of its parameters. */
const callOf = (method: string, path: string): string =>
  `${method} ${path.replace(/^…/, '/api/sessions/:sessionId').replace(/:\w+/g, ':').replace(/\*\w*/g, '*')}`;

test('[OPS-8] a rule of docs/spec.md names each endpoint', async () => {
  const spec = await readFile(new URL('../../../docs/spec.md', import.meta.url), 'utf8');
  const calls = spec.matchAll(/`(GET|POST|PUT|PATCH|DELETE) ([^`\s?]+)/g);
  const named = new Set(Array.from(calls, ([, method = '', path = '']) => callOf(method, path)));
  expect(table.filter(([, { method, path }]) => !named.has(callOf(method, path)))).toEqual([]);
});
