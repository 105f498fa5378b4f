import { type Endpoint, ErrorBody, Event as EventSchema, pathIds, Warned } from '@pairspace/protocol';
import { idempotencyTtlMs } from '../../http/dispatch/idempotency.ts';
import { Turns } from '../../lib/turns.ts';
import { type JsonSchema, JsonSchemas } from './schemas.ts';
import { describeWebhooks, type WebhookRequests } from './webhooks.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

/** An endpoint with its schemas as JSON Schema: what the OpenAPI document and the reference both say. */
export interface DescribedEndpoint {
  name: string;
  endpoint: Endpoint;
  parameters: Parameter[];
  body: JsonSchema | undefined;
  /** The schema of each kind of body; empty for an endpoint with a single kind. */
  bodyKinds: JsonSchema[];
  /** The payload under `data`; undefined where every answer is a stream. */
  result: JsonSchema | undefined;
}

export interface DescribedApi {
  endpoints: DescribedEndpoint[];
  /** The objects that schemas refer to, by name. */
  components: Record<string, JsonSchema>;
  /** The requests to receivers of webhooks, by event. */
  webhooks: WebhookRequests;
}

/** Describes all endpoints, and lets other requests run in between, because the whole takes long. */
export const describeEndpoints = async (endpoints: Readonly<Record<string, Endpoint>>): Promise<DescribedApi> => {
  const turns = new Turns();
  const schemas = new JsonSchemas();
  const described: DescribedEndpoint[] = [];
  for (const [name, endpoint] of Object.entries(endpoints)) {
    described.push(describeEndpoint(schemas, name, endpoint));
    await turns.take();
  }
  for (const schema of [ErrorBody, Warned]) schemas.convert(schema, 'output');
  await turns.take();
  return { endpoints: described, webhooks: describeWebhooks(schemas), components: schemas.components };
};

const describeEndpoint = (schemas: JsonSchemas, name: string, endpoint: Endpoint): DescribedEndpoint => {
  const result = schemas.convert(endpoint.result, 'output');
  const { body, bodyKinds = [] } = endpoint;
  return {
    name,
    endpoint,
    parameters: [...pathParameters(schemas, endpoint), ...queryParameters(schemas, endpoint), ...headers(endpoint)],
    body: body && schemas.convert(body, 'input'),
    bodyKinds: bodyKinds.map((kind) => schemas.convert(kind, 'input')),
    result: isStream(endpoint) ? undefined : result,
  };
};

/** Whether an endpoint sends a stream of events: the result of such an endpoint is an event. */
const isStream = ({ result }: Endpoint): boolean => result === EventSchema;

const pathParameters = (schemas: JsonSchemas, { path, params }: Endpoint): Parameter[] => {
  const { properties = {} } = params ? schemas.convert(params, 'output') : {};
  const idOf = (name: string): JsonSchema => {
    const schema = pathIds[name];
    return schema ? schemas.convert(schema, 'output') : { type: 'string' };
  };
  return Array.from(path.matchAll(/[:*](\w+)/g), ([, name = '']) =>
    parameter('path', name, properties[name] ?? idOf(name), true),
  );
};

/**
 * The parameters in the query. The service parses the text of such a parameter; the schema describes the parsed value.
 */
const queryParameters = (schemas: JsonSchemas, { query }: Endpoint): Parameter[] => {
  if (!query) return [];
  const { properties = {} } = schemas.convert(query, 'output');
  const { required = [] } = schemas.convert(query, 'input');
  return Object.entries(properties).map(([name, schema]) => parameter('query', name, schema, required.includes(name)));
};

/** The headers of an endpoint. A caller that sends an agentId of its own acts under it, and may need its key. */
const headers = ({ method, body, alsoAs, creates, takesCreateKey, preconditions, tagged }: Endpoint): Parameter[] => [
  ...(method === 'POST' ? [idempotencyKey] : []),
  ...(method === 'POST' && body && 'agentId' in body.shape ? [agentKey] : []),
  ...(creates || takesCreateKey ? [createKey] : []),
  ...(preconditions?.includes('if-match') ? [ifMatch] : []),
  ...(preconditions?.includes('if-none-match') ? [ifNew] : []),
  ...(tagged ? [ifNoneMatch] : []),
  ...(alsoAs?.includes('text/event-stream') ? [lastEventId] : []),
];

const parameter = (
  place: Parameter['in'],
  name: string,
  { description, ...schema }: JsonSchema,
  required = false,
): Parameter => ({ name, in: place, required, ...(description === undefined ? {} : { description }), schema });

const idempotencyKey = parameter('header', 'Idempotency-Key', {
  description: `Makes the request safe to repeat for ${String(idempotencyTtlMs / 3_600_000)} h; visible ASCII. Without a token it holds 128 random bits, such as a UUID, where the answer holds a token.`,
  type: 'string',
  minLength: 1,
  maxLength: 255,
});

const agentKey = parameter('header', 'X-Agent-Key', {
  description: 'The key of the agentId, where its profile is protected',
  type: 'string',
  pattern: '^agk_[\\w-]{43}$',
});

const createKey = parameter('header', 'X-Create-Key', {
  description: 'A key from the operator, which a closed service needs; what is made belongs to the key',
  type: 'string',
  pattern: '^crk_[\\w-]{43}$',
});

const ifMatch = parameter('header', 'If-Match', {
  description: 'Only if the version is one of these: the `ETag` that was read, a list of them, or `*`; else 409',
  type: 'string',
});

const ifNew = parameter('header', 'If-None-Match', {
  description: '`*`: only if there is no file at the path; else 409 `file_exists`',
  type: 'string',
  const: '*',
});

const ifNoneMatch = parameter('header', 'If-None-Match', {
  description: 'Only if the version is none of these, weak tags included; else 304 without a body',
  type: 'string',
});

const lastEventId = parameter('header', 'Last-Event-ID', {
  description: 'Resume a stream after this seq; it wins over `since`',
  type: 'string',
  pattern: '^\\d{1,15}$',
});
