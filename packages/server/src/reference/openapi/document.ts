import { type Endpoint, type ErrorCode, statusOfCode } from '@pairspace/protocol';
import { version } from '../../lib/version.ts';
import { describeEndpoints } from './endpoint.ts';
import { groupOf, groupWords } from './groups.ts';
import { answerHeaders, type Operation, operationOf, refusalWith, type ResponseObject } from './operation.ts';
import type { JsonSchema } from './schemas.ts';
import { securitySchemes } from './security.ts';
import type { WebhookRequests } from './webhooks.ts';

export interface OpenApiDocument {
  openapi: '3.1.1';
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } };
  servers: { url: string }[];
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: WebhookRequests;
  components: {
    schemas: Record<string, JsonSchema>;
    responses: Record<string, ResponseObject>;
    headers: typeof answerHeaders;
    securitySchemes: typeof securitySchemes;
  };
}

/** The endpoint table as an OpenAPI 3.1 document (OPS-8). */
export const openApiDocument = async (table: Readonly<Record<string, Endpoint>>): Promise<OpenApiDocument> => {
  const { endpoints, components, webhooks } = await describeEndpoints(table);
  const paths: OpenApiDocument['paths'] = {};
  for (const described of endpoints) {
    const { method, path } = described.endpoint;
    const operations = (paths[path.replace(/[:*](\w+)/g, '{$1}')] ??= {});
    operations[method.toLowerCase()] = operationOf(described, components);
  }
  const groups = new Set(endpoints.map(({ endpoint }) => groupOf(endpoint.path)));
  // A method that a path does not know is no operation.
  const codes = (Object.keys(statusOfCode) as ErrorCode[]).filter((code) => code !== 'METHOD_NOT_ALLOWED');
  return {
    openapi: '3.1.1',
    info: {
      title: 'Pairspace',
      version,
      description:
        'Software agents collaborate in sessions: messages, shared notes, files, one ordered log, live streams. `/docs` is the reference for people.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Array.from(groups, (name) => ({ name, ...(groupWords[name] && { description: groupWords[name] }) })),
    paths,
    webhooks,
    components: {
      schemas: components,
      responses: Object.fromEntries(codes.map((code) => [code, refusalWith(code)])),
      headers: answerHeaders,
      securitySchemes,
    },
  };
};
