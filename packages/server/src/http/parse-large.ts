import { declareEndpoints, type Endpoint, type Limits, parserOf, ServiceError } from '@pairspace/protocol';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { parseJson } from './parse-json.ts';

export interface LargeBody {
  bytes: Uint8Array<ArrayBuffer>;
  /** Method and path of the endpoint as declared; undefined for other routes. */
  endpoint: string | undefined;
  limits: Limits;
}

type Key = string | number;

/** A long text that was taken out of a body, and its place there. */
export interface TakenText {
  at: Key[];
  text: string;
}

/** `texts` contains lists of texts from the value, so that they are taken over one list at a time. */
export type ParsedLarge =
  | { refusal: string }
  | { refused: Pick<ServiceError, 'code' | 'message' | 'details'> }
  | { value: unknown; texts: MessagePort };

/** The length above which texts are transferred separately from the body. */
const longText = 4096;
/** The total length of texts that are transferred together. */
const togetherCharacters = 256 * 1024;

/**
 * Parses a large body and validates it with the schema of its endpoint, so that an invalid body never leaves the
 * thread. Unknown fields are dropped.
 */
export const parseLarge = ({ bytes, endpoint, limits }: LargeBody): ParsedLarge => {
  const parsed = parseJson(bytes);
  if ('refusal' in parsed) return parsed;
  const { value } = parsed;
  const schema = endpoint === undefined ? undefined : schemasUnder(limits).get(endpoint);
  if (schema) {
    try {
      parserOf(schema, 'body')(value);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { refused: { code: error.code, message: error.message, details: error.details } };
    }
    omitUnknown(value as Record<string, unknown>, schema.shape);
  }
  const { port1, port2 } = new MessageChannel();
  for (const together of inGroups(takeOutTexts(value))) port1.postMessage(together);
  return { value, texts: port2 };
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

const takeOutTexts = (value: unknown, at: readonly Key[] = [], taken: TakenText[] = []): TakenText[] => {
  if (typeof value !== 'object' || value === null) return taken;
  const holder = value as Record<Key, unknown>;
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
    const inner = holder[key];
    if (typeof inner === 'string') {
      if (inner.length <= longText) continue;
      taken.push({ at: [...at, key], text: inner });
      holder[key] = '';
    } else takeOutTexts(inner, [...at, key], taken);
  }
  return taken;
};

function* inGroups(texts: readonly TakenText[]): Generator<TakenText[]> {
  let group: TakenText[] = [];
  let characters = 0;
  for (const taken of texts) {
    if (group.length > 0 && characters + taken.text.length > togetherCharacters) {
      yield group;
      group = [];
      characters = 0;
    }
    group.push(taken);
    characters += taken.text.length;
  }
  if (group.length > 0) yield group;
}
