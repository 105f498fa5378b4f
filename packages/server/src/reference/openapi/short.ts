import type { OpenApiDocument } from './document.ts';
import type { Operation } from './operation.ts';
import { componentOf, type JsonSchema } from './schemas.ts';

/** Keywords that a model can do without: examples, and limits that a refusal names. */
const spared = ['example', 'examples', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'];
const inBodies: ReadonlySet<string> = new Set([...spared, 'maximum', 'minimum', 'exclusiveMinimum']);
/** Answers need even fewer keywords: the names of the fields suffice. */
const inAnswers: ReadonlySet<string> = new Set([...inBodies, 'description', 'default', 'required', 'const']);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** A schema without some keywords. The keys below `properties` are names of fields, not keywords, so they stay. */
const without = (keywords: ReadonlySet<string>, value: unknown, areNames = false): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(keywords, item));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !keywords.has(key));
  return Object.fromEntries(
    kept.map(([key, inner]) => [key, without(keywords, inner, !areNames && key === 'properties')]),
  );
};

const json = 'application/json';

/** The successful answers by their status, with the payload alone, without the warnings that any answer may carry. */
const answersOf = ({ responses }: Operation): [string, object][] =>
  Object.entries(responses).flatMap(([status, response]) => {
    if (!status.startsWith('2') || !('content' in response)) return [];
    const data = response.content[json]?.schema.properties?.['data'];
    const schema = { type: 'object', properties: { data: without(inAnswers, data?.allOf?.[0] ?? data) } };
    return [[status, { description: 'ok', ...(data && { content: { [json]: { schema } } }) }]];
  });

const shortOperation = (operation: Operation): object => {
  const { operationId, description, parameters, requestBody } = operation;
  const schema = requestBody?.content[json]?.schema;
  return {
    operationId,
    description,
    parameters: parameters.filter((one) => one.in !== 'header').map((one) => without(inBodies, one)),
    ...(schema && { requestBody: { content: { [json]: { schema: without(inBodies, schema) } } } }),
    responses: Object.fromEntries(answersOf(operation)),
  };
};

/** The components to which the paths refer, directly or through other components. */
const reached = (paths: object, all: Readonly<Record<string, JsonSchema>>): Record<string, unknown> => {
  const names = new Set<string>();
  const look = (text: string): void => {
    for (const [, $ref = ''] of text.matchAll(/"\$ref":"([^"]+)"/g)) {
      const name = componentOf({ $ref }) ?? '';
      if (names.has(name)) continue;
      names.add(name);
      look(JSON.stringify(all[name]));
    }
  };
  look(JSON.stringify(paths));
  return Object.fromEntries(Array.from(names, (name) => [name, without(inAnswers, all[name])]));
};

/** The document for models: the input and the result of each operation, without repetition (OPS-8). */
export const shortOpenApi = ({ openapi, info, servers, paths, components }: OpenApiDocument): object => {
  const short = Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, shortOperation(one)])),
    ]),
  );
  const more =
    'Bodies are JSON. Send the token as `Authorization: Bearer …`. A success is `{ ok: true, data }`, and `data.warnings` may tell what you meant otherwise; a refusal is `{ ok: false, error: { code, message, details } }`. `/api/openapi.json` has all of it.';
  const description = `${info.description} ${more}`;
  return {
    openapi,
    info: { ...info, description },
    servers,
    paths: short,
    components: { schemas: reached(short, components.schemas) },
  };
};
