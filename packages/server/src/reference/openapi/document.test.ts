import {
  defaultLimits,
  Delivery,
  endpoint,
  type Endpoint,
  endpoints,
  statusOfCode,
  webhookEvents,
} from '@pairspace/protocol';
import { estimateTokens } from '@pairspace/testkit/estimate-tokens';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { type OpenApiDocument, openApiDocument } from './document.ts';
import { exampleOf } from './examples.ts';
import type { Operation } from './operation.ts';

let app: TestApp;
let document: OpenApiDocument;
beforeAll(async () => {
  app = await startTestApp({ limits: { ...defaultLimits, messageBytes: 777, nameCharacters: 42 } });
  const response = await fetch(`${app.url}/api/openapi.json`);
  document = (await response.json()) as OpenApiDocument;
});
afterAll(() => app[Symbol.asyncDispose]());

const operations = (of = document): Record<string, Operation & { method: string; path: string }> =>
  Object.fromEntries(
    Object.entries(of.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => [operation.operationId, { ...operation, method, path }]),
    ),
  );

const table: [string, Endpoint][] = Object.entries(endpoints);

test('[OPS-8] the document is served as it is, as JSON', async () => {
  const response = await fetch(`${app.url}/api/openapi.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject({ openapi: '3.1.1', info: { title: 'Pairspace' } });
});

test('[OPS-8] the document is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document) as unknown as Record<string, unknown>)).toEqual({
    valid: true,
  });
  expect(validator.version).toBe('3.1');
  expect(document.tags.filter(({ description }) => description === undefined)).toEqual([]);
});

test('[OPS-8] the short document is valid, leaves no operation out, and takes less than 42,000 tokens', async () => {
  const response = await fetch(`${app.url}/api/openapi.min.json`);
  const text = await response.text();
  const short = JSON.parse(text) as OpenApiDocument;
  // The estimate for this document is 3 % above the count.
  expect(estimateTokens(text)).toBeLessThan(1.03 * 42_000);
  expect(await new Validator().validate(JSON.parse(text) as Record<string, unknown>)).toEqual({ valid: true });
  expect(Object.keys(operations(short))).toEqual(Object.keys(operations()));
  for (const [, path = ''] of text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g))
    expect(short.components.schemas).toHaveProperty([path]);
  expect(text).not.toContain('"example');
});

test('[OPS-8] every reference leads to a component', () => {
  const references = new Set(
    Array.from(JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g), ([, path = '']) => path),
  );
  expect(references.size).toBeGreaterThan(10);
  for (const reference of references) {
    const [, , kind = '', name = ''] = reference.split('/');
    expect(document.components[kind as 'schemas'], reference).toHaveProperty([name]);
  }
});

test('[OPS-8] every endpoint of the table is in the document, and nothing else', () => {
  const all = operations();
  expect(Object.keys(all).sort()).toEqual(Object.keys(endpoints).sort());
  for (const [name, { method, path, summary }] of table) {
    expect(all[name]).toMatchObject({ method: method.toLowerCase(), summary });
    expect(all[name]?.path).toBe(path.replace(/[:*](\w+)/g, '{$1}'));
  }
});

test('[OPS-8] the parameters of a path are described, and are required', () => {
  for (const [name, { path, parameters }] of Object.entries(operations())) {
    const inPath = parameters.filter((parameter) => parameter.in === 'path');
    expect(
      inPath.map((parameter) => `{${parameter.name}}`),
      name,
    ).toEqual(path.match(/\{\w+\}/g) ?? []);
    expect(inPath.every(({ required }) => required)).toBe(true);
  }
});

test('[OPS-8] a token is optional exactly where strangers may come in', () => {
  const isOptional = (name: string): boolean | undefined =>
    operations()[name]?.security.some((way) => Object.keys(way).length === 0);
  for (const [name, { access }] of table) {
    expect(isOptional(name), name).toBe(['anyone', 'reader', 'webhookOwner'].includes(access));
  }
  expect(isOptional('getSession')).toBe(true);
  expect(isOptional('postMessage')).toBe(false);
});

test('[OPS-8] an operation names the kinds of token that it takes', () => {
  const ways = (name: string) => operations()[name]?.security.map((way) => Object.keys(way)[0] ?? 'none');
  expect(ways('claimJob')).toEqual(['worker', 'operator']);
  expect(ways('postMessage')).toEqual(['session']);
  expect(ways('getSession')).toEqual(['none', 'session', 'operator', 'createKey']);
  expect(ways('getInvitation')).not.toContain('createKey');
  expect(Object.keys(document.components.securitySchemes)).toEqual([
    'session',
    'worker',
    'operator',
    'agentKey',
    'createKey',
  ]);
  expect(ways('readMyInbox')).toEqual(['agentKey']);
  expect(ways('endAgentKey')).toEqual(['agentKey', 'operator']);
});

test('[OPS-8] the input of a job is typed by its type', () => {
  const schema = operations()['submitJob']?.requestBody?.content['application/json']?.schema;
  expect(schema).toEqual({
    anyOf: ['SandboxJob', 'WorkerJob'].map((name) => ({ $ref: `#/components/schemas/${name}` })),
  });
  expect(document.components.schemas['SandboxJob']?.properties).toMatchObject({
    type: { enum: ['javascript', 'python', 'wasm'] },
    input: { $ref: '#/components/schemas/SandboxInput' },
  });
  expect(Object.keys(document.components.schemas['SandboxInput']?.properties ?? {})).toContain('outputs');
});

test('[OPS-8] [HOOK-7] each event of a webhook is described with its entity and an example', () => {
  expect(Object.keys(document.webhooks)).toEqual([...webhookEvents, 'ping']);
  const bodyOf = (event: string) => document.webhooks[event]?.post.requestBody.content['application/json'];
  expect(bodyOf('message.created')).toMatchObject({
    schema: { properties: { event: { const: 'message.created' }, data: { $ref: '#/components/schemas/Message' } } },
  });
  for (const event of Object.keys(document.webhooks)) {
    expect(Delivery.safeParse(bodyOf(event)?.example).error, event).toBeUndefined();
  }
});

test('[OPS-8] [API-22] successes have the envelope, except where the answer is a stream', () => {
  const { createSession, streamEvents, listEvents, writeFile } = operations();
  expect(createSession?.responses).toMatchObject({
    201: {
      content: {
        'application/json': {
          schema: {
            required: ['ok', 'data'],
            properties: {
              ok: { const: true },
              data: {
                allOf: [
                  { required: ['session', 'agentToken', 'observerToken', 'recoveryCode'] },
                  { $ref: '#/components/schemas/Warned' },
                ],
              },
            },
          },
        },
      },
    },
  });
  const mediaTypes = (operation: Operation | undefined): string[] => {
    const answer = operation?.responses['200'];
    return answer && 'content' in answer ? Object.keys(answer.content) : [];
  };
  expect(mediaTypes(listEvents)).toEqual(['application/json', 'text/event-stream']);
  expect(mediaTypes(streamEvents)).toEqual(['text/event-stream']);
  expect(Object.keys(writeFile?.responses ?? {})).toEqual(expect.arrayContaining(['200', '201']));
});

test('[OPS-8] an operation names the refusals that it may answer', () => {
  const statuses = (name: string): number[] =>
    Object.keys(operations()[name]?.responses ?? {})
      .map(Number)
      .filter((status) => status >= 400);
  expect(statuses('listAgents')).toEqual([400, 401, 413, 415, 429, 500, 503]);
  expect(statuses('listSessions')).toEqual([400, 401, 403, 413, 415, 429, 500, 503]);
  expect(statuses('getSession')).toEqual([400, 401, 403, 404, 413, 415, 429, 500, 503]);
  expect(statuses('joinSession')).toEqual([400, 401, 403, 404, 409, 413, 415, 422, 429, 500, 503]);
  expect(Object.keys(document.components.responses)).toEqual(
    Object.keys(statusOfCode).filter((code) => code !== 'METHOD_NOT_ALLOWED'),
  );
});

describe('[OPS-8] parameters and bodies', () => {
  const parametersOf = (name: string) =>
    Object.fromEntries((operations()[name]?.parameters ?? []).map(({ name, ...rest }) => [name, rest]));

  test('a query value is described as what it is parsed to, with its default', () => {
    expect(parametersOf('listNotes')['limit']).toMatchObject({
      in: 'query',
      required: false,
      schema: { minimum: 1, maximum: 200, default: 50 },
    });
  });

  test('headers stand where they work', () => {
    for (const [name, { method, preconditions }] of table) {
      expect('Idempotency-Key' in parametersOf(name), name).toBe(method === 'POST');
      expect('X-Agent-Key' in parametersOf(name), name).toBe(
        ['createSession', 'joinSession', 'forkSession', 'saveProfile'].includes(name),
      );
      expect('If-Match' in parametersOf(name), name).toBe(preconditions?.includes('if-match') ?? false);
    }
    expect(parametersOf('streamEvents')).toHaveProperty('Last-Event-ID');
  });

  test('sizes are those of this service', () => {
    const text = JSON.stringify(operations()['postMessage']?.requestBody);
    expect(text).toContain('At most 777 bytes');
    expect(JSON.stringify(operations()['createNote']?.requestBody)).toContain('"maxLength":42');
  });

  test('a body is required where something in it is', () => {
    const required = (name: string): boolean | undefined => operations()[name]?.requestBody?.required;
    expect([required('postMessage'), required('createSession'), required('updateNote')]).toEqual([true, false, true]);
    expect(operations()['reinvite']?.requestBody).toBeUndefined();
  });

  test('every example is a body that the endpoint takes', () => {
    for (const [name, { body }] of table) {
      const media = operations()[name]?.requestBody?.content['application/json'];
      if (body) expect(body.safeParse(media?.example).error, name).toBeUndefined();
    }
  });

  test('an endpoint without an example gets a body of what is required', async () => {
    const invented = {
      rateThing: endpoint({
        method: 'POST',
        path: '/api/things/:thingId/rate',
        access: 'anyone',
        summary: 'Rate a thing',
        body: z.object({
          score: z.int().min(3),
          kind: z.enum(['good', 'bad']),
          tags: z.array(z.string()),
          isSure: z.boolean(),
          by: z.object({ name: z.string() }).nullable(),
          comment: z.string().optional(),
        }),
        result: z.object({ id: z.string() }),
        status: [201],
      }),
    };
    const { rateThing } = operations(await openApiDocument(invented));
    const media = rateThing?.requestBody?.content['application/json'];
    expect(rateThing?.tags).toEqual(['things']);
    expect(invented.rateThing.body.safeParse(media?.example).error).toBeUndefined();
    expect(media?.example).toEqual(exampleOf(media?.schema ?? {}));
    expect(media?.example).not.toHaveProperty('comment');
  });
});

test('[OPS-8] every response example is a result of its endpoint', () => {
  for (const [name, { result, status }] of table) {
    const response = operations()[name]?.responses[String(status[0])];
    const media = response && 'content' in response ? response.content['application/json'] : undefined;
    const { data } = (media?.example ?? {}) as { data?: unknown };
    if (name !== 'streamEvents') expect(result.safeParse(data).error, name).toBeUndefined();
  }
});

test('[OPS-8] a 409 names the reasons that its endpoint declares', () => {
  const { joinSession } = operations();
  expect(joinSession?.responses['409']).toMatchObject({
    description: expect.stringContaining('`session_full`: Every seat is taken;') as string,
  });
});

test('[OPS-8] [ERR-6] other methods are refused', async () => {
  const reply = await app.request('POST', '/api/openapi.json', { body: {} });
  expect(reply.status).toBe(405);
  expect(reply.headers.get('allow')).toBe('GET, HEAD');
  const head = await fetch(`${app.url}/api/openapi.json`, { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
