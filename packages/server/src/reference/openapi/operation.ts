import {
  accessRules,
  codeMeanings,
  conflictReasons,
  type ConflictReason,
  type ErrorCode,
  payloadSchema,
  statusOfCode,
} from '@pairspace/protocol';
import type { DescribedEndpoint, Parameter } from './endpoint.ts';
import { codesOfAll, ownCodes } from './errors.ts';
import { exampleBody, exampleOf } from './examples.ts';
import { groupOf } from './groups.ts';
import type { JsonSchema } from './schemas.ts';
import { securityOf } from './security.ts';

interface Reference {
  $ref: string;
}

interface MediaType {
  schema: JsonSchema;
  example?: unknown;
}

export interface ResponseObject {
  description: string;
  headers: Record<string, Reference>;
  content: Record<string, MediaType>;
}

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject | Reference>;
}

const json = 'application/json';

/** An endpoint as an operation of the OpenAPI document. */
export const operationOf = (
  described: DescribedEndpoint,
  components: Readonly<Record<string, JsonSchema>>,
): Operation => {
  const { name, endpoint, parameters, body, bodyKinds } = described;
  const { access, description, method, path, summary } = endpoint;
  return {
    operationId: name,
    tags: [groupOf(path)],
    summary,
    description: [description, `**Access:** ${accessRules[access]}`].filter((part) => part !== undefined).join('\n\n'),
    security: securityOf(endpoint),
    parameters,
    ...(body && {
      requestBody: {
        required: method === 'PUT' || body.required !== undefined,
        content: {
          [json]: {
            schema: bodyKinds.length === 0 ? body : { anyOf: bodyKinds },
            example: exampleBody(endpoint, body),
          },
        },
      },
    }),
    responses: { ...successesOf(described, components), ...refusalsOf(described) },
  };
};

const successesOf = (
  { endpoint, result }: DescribedEndpoint,
  components: Readonly<Record<string, JsonSchema>>,
): Record<string, ResponseObject> => {
  const { alsoAs = [], method, status, summary, tagged } = endpoint;
  const content = {
    ...(result && {
      [json]: {
        schema: envelope(payload(endpoint, result)),
        example: { ok: true, data: exampleOf(result, components) },
      },
    }),
    ...Object.fromEntries(alsoAs.map((mediaType) => [mediaType, { schema: asText(mediaType) }])),
  };
  const headers = {
    ...requestId,
    ...(method === 'POST' && headerRef('Idempotency-Replayed')),
    ...(tagged && headerRef('ETag')),
  };
  return {
    ...Object.fromEntries(status.map((number) => [number, { description: summary, headers, content }])),
    ...(tagged && { 304: { description: 'The caller has this version', headers, content: {} } }),
  };
};

/** The payload of an answer. After a request with a body it may carry warnings; a Job has a field for these already. */
const payload = (endpoint: DescribedEndpoint['endpoint'], schema: JsonSchema): JsonSchema =>
  payloadSchema(endpoint) === endpoint.result ? schema : { allOf: [schema, { $ref: '#/components/schemas/Warned' }] };

const refusalsOf = ({ endpoint }: DescribedEndpoint): Record<string, ResponseObject | Reference> =>
  Object.fromEntries(
    [...codesOfAll, ...ownCodes(endpoint)].map((code) => [
      statusOfCode[code],
      code === 'CONFLICT' && endpoint.conflicts ? conflictWith(endpoint.conflicts) : refusalReference(code),
    ]),
  );

const refusalReference = (code: ErrorCode): Reference => ({ $ref: `#/components/responses/${code}` });

/** The 409 of an endpoint, with each reason that it may have. */
const conflictWith = (reasons: readonly ConflictReason[]): ResponseObject => {
  const lines = reasons.map((reason) => `- \`${reason}\`: ${conflictReasons[reason]}`);
  const [first = 'request_in_flight'] = reasons;
  return {
    ...refusalWith('CONFLICT'),
    description: [codeMeanings.CONFLICT, '', ...lines].join('\n'),
    content: { [json]: { schema: errorSchema, example: refusalExample('CONFLICT', conflictReasons[first], first) } },
  };
};

/** The response of a refusal with this code. */
export const refusalWith = (code: ErrorCode): ResponseObject => ({
  description: codeMeanings[code],
  headers: { ...requestId, ...(code === 'RATE_LIMITED' && headerRef('Retry-After')) },
  content: { [json]: { schema: errorSchema, example: refusalExample(code, codeMeanings[code]) } },
});

const errorSchema: JsonSchema = { $ref: '#/components/schemas/Error' };

const refusalExample = (code: ErrorCode, message: string, reason?: ConflictReason): unknown => ({
  ok: false,
  error: { code, message, ...(reason && { details: { reason } }), requestId: 'req_1kqz5vb8000r1s4v7y0c3e6g9jwt' },
});

const envelope = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: { ok: { type: 'boolean', const: true }, data },
  required: ['ok', 'data'],
});

const asText = (mediaType: string): JsonSchema => ({
  type: 'string',
  ...(/^image\/|^application\/(?:octet-stream|pdf|zip)$/.test(mediaType) && { format: 'binary' }),
  ...(mediaType === 'text/event-stream' && {
    description:
      'One frame for each event: `id: <seq>`, `event: <name>`, `data: <Event>`; what no log keeps comes without an id',
  }),
});

const headerRef = (name: keyof typeof answerHeaders): Record<string, Reference> => ({
  [name]: { $ref: `#/components/headers/${name}` },
});

/** The headers of answers that the document describes. */
export const answerHeaders = {
  'X-Request-Id': { description: 'Names the request in the log of the service', schema: { type: 'string' } },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } },
  'Idempotency-Replayed': {
    description: 'This is the answer to the first request with the same key',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'The version, as a tag', schema: { type: 'string' } },
} satisfies Record<string, { description: string; schema: JsonSchema }>;

const requestId = headerRef('X-Request-Id');
