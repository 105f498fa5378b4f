import { fromJsonSchema, type McpServer } from '@modelcontextprotocol/server';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { png, wav } from './media.ts';

type Content = { type: 'text'; text: string } | typeof image | typeof audio | ReturnType<typeof embedded>;

const image = { type: 'image' as const, data: png, mimeType: 'image/png' };
const audio = { type: 'audio' as const, data: wav, mimeType: 'audio/wav' };
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
});

const constant: Readonly<Record<string, readonly Content[]>> = {
  test_simple_text: [{ type: 'text', text: 'This is a simple text response for testing.' }],
  test_image_content: [image],
  test_audio_content: [audio],
  test_embedded_resource: [embedded('test://embedded-resource', 'text/plain', 'An embedded resource.')],
  test_multiple_content_types: [
    { type: 'text', text: 'Several types:' },
    image,
    embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_streaming_elicitation: [{ type: 'text', text: 'The stream carries this result alone.' }],
};

const none = z.object({});

/** The tools that the suite calls by name. */
export const registerTools = (server: McpServer): void => {
  for (const [name, content] of Object.entries(constant)) {
    server.registerTool(name, { description: `Answers what ${name} asks for.` }, () => ({ content: [...content] }));
  }
  server.registerTool('test_error_handling', { description: 'Fails.' }, () => {
    throw new Error('This tool always fails.');
  });
  registerTalkingTools(server);
  registerSchemaTools(server);
};

/** Tools that send notifications before their result. */
const registerTalkingTools = (server: McpServer): void => {
  const log = (data: string) => ({
    method: 'notifications/message' as const,
    params: { level: 'info' as const, data },
  });
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Logs three lines.', inputSchema: none },
    async (_, { mcpReq }) => {
      for (const line of ['begins', 'works', 'ends']) {
        await mcpReq.notify(log(line));
        await pause(50);
      }
      return { content: [{ type: 'text', text: 'logged' }] };
    },
  );
  server.registerTool(
    'test_logging_tool',
    { description: 'Logs where the request asks for it.', inputSchema: none },
    async (_, { mcpReq }) => {
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- The suite asks for it.
      await mcpReq.log('info', 'for those who set a level');
      return { content: [{ type: 'text', text: 'logged where it was asked for' }] };
    },
  );
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Tells its progress.', inputSchema: none },
    async (_, { mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken: progressToken ?? '', progress, total: 100 },
        });
        await pause(50);
      }
      return { content: [{ type: 'text', text: String(progressToken) }] };
    },
  );
};

/** Tools whose schema must arrive unchanged. */
const registerSchemaTools = (server: McpServer): void => {
  server.registerTool(
    'test_x_mcp_header',
    {
      description: 'Takes an argument that a header repeats.',
      inputSchema: fromJsonSchema<{ region?: string }>(headerSchema),
    },
    ({ region = 'none' }) => ({ content: [{ type: 'text', text: region }] }),
  );
  server.registerTool(
    'json_schema_2020_12_tool',
    { description: 'Has what JSON Schema 2020-12 knows.', inputSchema: fromJsonSchema(schema2020) },
    (given) => ({ content: [{ type: 'text', text: JSON.stringify(given) }] }),
  );
};

const headerSchema = {
  type: 'object',
  properties: { region: { type: 'string', 'x-mcp-header': 'Region' }, level: { type: 'integer' } },
};
const text = { type: 'string' };
const schema2020 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: { address: { $anchor: 'addressDef', type: 'object', properties: { street: text, city: text } } },
  properties: {
    name: text,
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: text,
    email: text,
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};
