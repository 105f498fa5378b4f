import { McpServer } from '@modelcontextprotocol/server';
import { readConfig } from '../../../packages/server/src/config.ts';
import { createLog } from '../../../packages/server/src/create-log.ts';
import { createHttpServer } from '../../../packages/server/src/http/transport/server.ts';
import { createServiceLimits } from '../../../packages/server/src/limits/service-limits.ts';
import { serveMcp } from '../../../packages/server/src/mcp/serve-mcp.ts';
import { registerPrompts, registerResources } from './documents.ts';
import { registerInputs, roundState } from './inputs.ts';
import { registerTools } from './tools.ts';

// No list changes, as at `/mcp`.
const fixed = { listChanged: false };

/**
 * The fixtures that the conformance suite of MCP requires of a server, behind the HTTP of the service: the same
 * framework, the same checks of browsers, the same `/mcp`. `main.ts <port>`
 */
const createFixtureServer = (): McpServer => {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: {
        tools: fixed,
        prompts: fixed,
        resources: { ...fixed, subscribe: true },
        logging: {},
        completions: {},
      },
      requestState: { verify: (state, context) => roundState.verify(state, context) },
    },
  );
  registerTools(server);
  registerInputs(server);
  registerResources(server);
  registerPrompts(server);
  server.server.setRequestHandler('logging/setLevel', () => ({}));
  server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0 } }));
  return server;
};

const config = readConfig({ PORT: process.argv[2] });
const log = await createLog({ level: 'error', isTerminal: false });
const serviceLimits = createServiceLimits(config);
const http = createHttpServer({
  ...config,
  serviceLimits,
  log,
  closing: new AbortController().signal,
});
serveMcp({
  http,
  log,
  admitFace: () => Promise.resolve(),
  serverFor: createFixtureServer,
});
await http.listen({ host: config.host, port: config.port });
process.once('SIGTERM', () => process.exit(0));
