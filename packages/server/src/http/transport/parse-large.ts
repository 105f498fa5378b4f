import { declareEndpoints, type Endpoint, type Limits, parserOf, ServiceError } from '@pairspace/protocol';
import { parseJson } from './parse-json.ts';

export interface LargeBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** Method and path of the endpoint, as its declaration has them; undefined for a route that is no endpoint. */
  endpoint: string | undefined;
  limits: Limits;
}

export type ParsedLarge = { refused: Pick<ServiceError, 'code' | 'message' | 'details'> } | { value: unknown };

/**
 * Parses a body with many values, and checks it against the schema of its endpoint. A refused body never leaves the
 * thread. Fields that the schema does not know are removed.
 */
export const parseLarge = ({ bytes, endpoint, limits }: LargeBody): ParsedLarge => {
  const schema = endpoint === undefined ? undefined : schemasUnder(limits).get(endpoint);
  try {
    const value = parseJson(bytes);
    if (schema) {
      parserOf(schema, 'body')(value);
      omitUnknown(value as Record<string, unknown>, schema.shape);
    }
    return { value };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { refused: { code: error.code, message: error.message, details: error.details } };
  }
};

type BodySchema = NonNullable<Endpoint['body']>;

let known: { key: string; schemas: Map<string, BodySchema> } | undefined;

const schemasUnder = (limits: Limits): Map<string, BodySchema> => {
  const key = JSON.stringify(limits);
  if (known?.key !== key) {
    const declared: Endpoint[] = Object.values(declareEndpoints(limits));
    const schemas = declared.flatMap(({ method, path, body }) => (body ? [[`${method} ${path}`, body] as const] : []));
    known = { key, schemas: new Map(schemas) };
  }
  return known.schemas;
};

const omitUnknown = (body: Record<string, unknown>, shape: BodySchema['shape']): void => {
  for (const key of Object.keys(body)) if (!Object.hasOwn(shape, key)) Reflect.deleteProperty(body, key);
};
