import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { png } from './media.ts';

/** The resources that the suite lists and reads by name. */
export const registerResources = (server: McpServer): void => {
  const texts = { 'static-text': 'A static text.', 'watched-resource': 'What can be watched.' };
  for (const [name, text] of Object.entries(texts)) {
    const uri = `test://${name}`;
    const described = { title: name, description: 'A text.', mimeType: 'text/plain' };
    server.registerResource(name, uri, described, () => ({ contents: [{ uri, mimeType: 'text/plain', text }] }));
  }
  const picture = { title: 'static-binary', description: 'A picture.', mimeType: 'image/png' };
  server.registerResource('static-binary', 'test://static-binary', picture, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }));
  server.registerResource(
    'template',
    new ResourceTemplate('test://template/{id}/data', { list: undefined }),
    { title: 'template', description: 'A resource for each id.', mimeType: 'application/json' },
    ({ href }, { id }) => ({
      contents: [
        {
          uri: href,
          mimeType: 'application/json',
          text: JSON.stringify({ id, templateTest: true, data: `Data of ${String(id)}` }),
        },
      ],
    }),
  );
  // A server without sessions cannot send later updates; the suite only requires the answer.
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
};

const userMessage = (content: PromptContent) => ({ role: 'user' as const, content });
type PromptContent =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };

/** The prompts that the suite requests by name. */
export const registerPrompts = (server: McpServer): void => {
  server.registerPrompt('test_simple_prompt', { title: 'Simple', description: 'A prompt.' }, () => ({
    messages: [userMessage({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      title: 'With arguments',
      description: 'A prompt with two arguments.',
      argsSchema: z.object({ arg1: z.string(), arg2: z.string() }),
    },
    ({ arg1, arg2 }) => ({
      messages: [userMessage({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
    }),
  );
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    {
      title: 'With a resource',
      description: 'A prompt that holds a resource.',
      argsSchema: z.object({ resourceUri: z.string() }),
    },
    ({ resourceUri: uri }) => ({
      messages: [
        userMessage({ type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'An embedded resource.' } }),
        userMessage({ type: 'text', text: 'Please read the resource.' }),
      ],
    }),
  );
  server.registerPrompt('test_prompt_with_image', { title: 'With a picture', description: 'A prompt.' }, () => ({
    messages: [
      userMessage({ type: 'image', data: png, mimeType: 'image/png' }),
      userMessage({ type: 'text', text: 'Please look at the picture.' }),
    ],
  }));
};
