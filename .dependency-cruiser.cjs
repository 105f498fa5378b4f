const { existsSync, readdirSync } = require('node:fs');

/** The import table of ARCHITECTURE.md in detail: every import that a room may have. All others are refused. */
const server = '^packages/server/src/';
/** The folders with a `slice.ts`. The log and access are the rooms below them. */
const slices = `(${readdirSync(`${__dirname}/packages/server/src`)
  .filter(
    (room) => !['access', 'events'].includes(room) && existsSync(`${__dirname}/packages/server/src/${room}/slice.ts`),
  )
  .join('|')})`;
const inRoom = (room) => `${server}${room}/`;
const builtIns = { dependencyTypes: ['core'] };

const allow = (from, ...to) => to.map((path) => ({ from: { path: from, pathNot: '\\.test\\.ts$' }, to: { path } }));
const sandbox = '^packages/sandbox/src/index';
const protocol = '^packages/protocol/src/';
const testkit = '^packages/testkit/src/';
/** The entry points of the packages. */
const entries =
  '^packages/(testkit/src/|(server|sandbox)/src/(index|inside)\\.ts$|(client|conformance)/src/index\\.ts$|protocol/src/(index|mentions|site/index|verify/index)\\.ts$)';
const installed = (...names) => `^node_modules/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'dispatch-knows-no-framework',
      severity: 'error',
      from: {
        path: `${server}http/dispatch/`,
      },
      to: { path: `^node_modules/(fastify|find-my-way|light-my-request)/|${server}http/transport/` },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  allowedSeverity: 'error',
  allowed: [
    { from: {}, to: builtIns },
    // Tests know the room that they test and the builders of all tests.
    { from: { path: '\\.test\\.ts$|/testing/|^packages/web/tests/' }, to: {} },
    ...allow('^packages/protocol/src/', protocol, installed('zod', 'markdown-it')),
    ...allow('^packages/sandbox/src/', '^packages/sandbox/src/', installed('pyodide', 'quickjs-wasi', 'wabt')),
    ...allow(inRoom('lib'), inRoom('lib')),
    ...allow(`${server}lib/markup\\.ts$`, protocol),
    ...allow(inRoom('storage'), inRoom('storage'), inRoom('lib'), protocol),
    ...allow(inRoom('(storage/sqlite|threads|exports/site)'), installed('piscina')),
    ...allow(inRoom('storage/postgres'), installed('pg', '@types/pg', 'typescript')),
    ...allow(inRoom('access'), inRoom('access'), inRoom('lib'), `${server}storage/[^/]+$`, protocol),
    ...allow(
      inRoom('agent-statistics'),
      inRoom('agent-statistics'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
    ),
    ...allow(
      inRoom('events'),
      inRoom('events'),
      inRoom('access'),
      inRoom('agent-statistics'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
    ),
    ...allow(`${server}events/nats-transport\\.ts$`, installed('@nats-io/transport-node')),
    ...allow(`${server}events/routes\\.ts$`, inRoom('http')),
    ...allow(
      inRoom('limits'),
      inRoom('limits'),
      inRoom('access'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
      installed('rate-limiter-flexible'),
    ),
    ...allow(
      inRoom('http'),
      inRoom('http'),
      inRoom('limits'),
      inRoom('access'),
      inRoom('events'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
      installed('fastify', 'zod', 'pino', 'prom-client', 'negotiator'),
    ),
    // The client's methods over the dispatcher, for tools and for the worker of this process.
    ...allow(`${server}http/dispatch/local-dispatch\\.ts$`, '^packages/client/src/index\\.ts$'),
    // Work that would keep others waiting, done in a thread of its own.
    ...allow(inRoom('threads'), inRoom('threads'), inRoom('lib'), protocol),
    ...allow(inRoom('edits'), inRoom('threads')),
    ...allow(`${server}exports/site/`, inRoom('threads')),
    // The finder opens connections of its own.
    ...allow(inRoom('search'), inRoom('threads'), inRoom('storage'), `${server}config\\.ts$`),
    ...allow(`${server}sessions/import/`, inRoom('threads'), inRoom('limits'), inRoom('http'), installed('zod')),
    ...allow(
      inRoom(slices),
      inRoom('access'),
      inRoom('events'),
      inRoom('agent-statistics'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
    ),
    // Contents are shared by notes, files, forks and jobs.
    ...allow(inRoom('contents'), inRoom('contents'), inRoom('lib'), `${server}storage/[^/]+$`, protocol),
    ...allow(inRoom('(notes|files|sessions|compute|exports)'), inRoom('contents')),
    // An import refuses what the writes refuse.
    ...allow(`${server}sessions/import/`, inRoom('secrets')),
    // Notes and files share the edits of text.
    ...allow(
      inRoom('edits'),
      inRoom('edits'),
      inRoom('access'),
      inRoom('limits'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
      installed('diff'),
    ),
    ...allow(`${server}brief/describe-change\\.ts$`, installed('diff')),
    ...allow(inRoom('(notes|files)'), inRoom('edits')),
    ...allow(
      inRoom('secrets'),
      inRoom('secrets'),
      inRoom('access'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
      installed('@secretlint/core', '@secretlint/secretlint-rule-preset-recommend'),
    ),
    ...allow(
      inRoom('mcp'),
      inRoom('mcp'),
      inRoom('access'),
      inRoom('http'),
      inRoom('limits'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      '^packages/(client|mcp)/src/index\\.ts$',
      protocol,
      installed('fastify', 'pino', '@modelcontextprotocol'),
    ),
    ...allow(
      inRoom('a2a'),
      inRoom('a2a'),
      inRoom('access'),
      inRoom('http'),
      inRoom('limits'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      '^packages/client/src/index\\.ts$',
      protocol,
      installed('fastify', 'pino', 'zod'),
    ),
    ...allow(inRoom('viewer'), inRoom('viewer'), inRoom('http'), inRoom('lib'), protocol, installed('fastify')),
    ...allow(inRoom('reference'), inRoom('reference'), inRoom('http'), inRoom('lib'), protocol, installed('zod')),
    // The answer to a message names its recipients, with the same presence and positions as everywhere.
    ...allow(
      `${server}messages/recipients\\.ts$`,
      `${server}presence/presence-store\\.ts$`,
      `${server}inbox/position-store\\.ts$`,
    ),
    { from: { path: inRoom(slices) }, to: { path: `${server}$1/` } },
    ...allow(`${server}${slices}/routes\\.ts$`, inRoom('http'), inRoom('limits')),
    ...allow(
      `${server}(${slices}|events|access)/slice\\.ts$`,
      inRoom('http'),
      inRoom('limits'),
      `${server}(slice|background-job)\\.ts$`,
    ),
    ...allow(`${server}(slice|background-job)\\.ts$`, server, protocol, sandbox, installed('pino', 'fastify')),
    ...allow(`${server}exports/site/`, installed('diff', 'sanitize-html', 'yazl')),
    ...allow(
      inRoom('tracing'),
      inRoom('(tracing|settings)'),
      inRoom('lib'),
      `${server}storage/storage\\.ts$`,
      protocol,
      installed('@opentelemetry'),
    ),
    ...allow(inRoom('webhooks'), installed('undici', 'ipaddr.js')),
    ...allow(
      inRoom('settings'),
      inRoom('settings'),
      inRoom('lib'),
      `${server}limits/rate-limit\\.ts$`,
      `${server}webhooks/address-policy\\.ts$`,
      protocol,
      installed('zod'),
    ),
    ...allow(
      `${server}config\\.ts$`,
      inRoom('(settings|lib)'),
      `${server}limits/rate-limit\\.ts$`,
      `${server}tracing/settings\\.ts$`,
      protocol,
    ),
    ...allow(
      inRoom('nodes'),
      inRoom('(nodes|events|http|lib)'),
      `${server}storage/[^/]+$`,
      protocol,
      installed('pino'),
    ),
    // The worker of this process is the loop of all workers with a sandbox.
    ...allow(inRoom('compute'), sandbox, '^packages/client/src/index\\.ts$'),
    ...allow(`${server}create-log\\.ts$`, installed('pino', 'pino-pretty')),
    ...allow(inRoom('data-migration'), inRoom('data-migration'), inRoom('storage'), inRoom('lib')),
    ...allow(`${server}compute/metrics\\.ts$`, inRoom('http'), installed('pino')),
    ...allow(
      `${server}(app|open-service|slices|open-create-keys|start-background-jobs|main|serve|index|inside)\\.[jt]s$`,
      server,
      protocol,
      sandbox,
      installed('pino', 'fastify'),
    ),
    ...allow(
      `${server}installation\\.ts$`,
      inRoom('data-migration'),
      `${server}(config|open-create-keys)\\.ts$`,
      `${server}lib/clock\\.ts$`,
      `${server}search/rebuild-index\\.ts$`,
    ),
    ...allow('^packages/client/src/', '^packages/client/src/', protocol),
    ...allow(
      '^packages/cli/src/',
      '^packages/cli/src/',
      '^packages/server/src/(index|installation|serve|settings/write-settings|compute/run-in-sandbox)\\.ts$',
      '^packages/(client|sandbox)/src/index\\.ts$',
      protocol,
    ),
    ...allow(
      '^packages/pairspace/src/',
      '^packages/pairspace/src/',
      '^packages/(client|mcp)/src/index\\.ts$',
      protocol,
      installed('zod', '@modelcontextprotocol', 'jsonc-parser'),
    ),
    ...allow(
      '^packages/mcp/src/',
      '^packages/mcp/src/',
      '^packages/client/src/index\\.ts$',
      protocol,
      installed('zod', '@modelcontextprotocol'),
    ),
    ...allow(
      '^packages/web/src/',
      '^packages/web/src/',
      '^packages/client/src/index\\.ts$',
      protocol,
      installed(
        '@tanstack/virtual-core',
        'diff',
        'dompurify',
        'highlight\\.js',
        'markdown-it',
        'preact',
        'preact-render-to-string',
        'swagger-ui-dist',
      ),
    ),
    ...allow('^packages/protocol/build/', protocol),
    ...allow(
      '^packages/python/build/',
      '^packages/python/build/',
      `${server}reference/openapi/schemas\\.ts$`,
      protocol,
      installed('yazl'),
    ),
    ...allow(
      '^packages/web/build/',
      '^packages/(web|protocol|python)/build/',
      protocol,
      installed('markdown-it', 'vite'),
    ),
    ...allow('^packages/pairspace/rolldown\\.config\\.js$', '^packages/protocol/build/'),
    ...allow('^packages/conformance/src/', '^packages/conformance/src/', protocol, installed('zod')),
    // Tests, benchmarks and proofs share the testkit. They use the packages only from outside.
    ...allow(
      testkit,
      testkit,
      '^packages/sandbox/src/index\\.ts$',
      protocol,
      installed('@a2a-js', 'pg', '@types/pg', 'typescript'),
    ),
    ...allow('^bench/', '^bench/', entries, installed('undici', 'playwright-core', 'prettier')),
    ...allow('^proofs/', '^proofs/', entries, installed('@a2a-js', 'prettier')),
    // Programs that drive the page like its tests.
    ...allow(
      '^(bench/viewer|scripts/(make-images|record-session|lib/webp-of))\\.ts$',
      '^packages/web/tests/',
      installed('playwright-core'),
    ),
    ...allow('^examples/', '^examples/', '^packages/(client|protocol)/src/index\\.ts$'),
    ...allow(
      '^scripts/',
      '^scripts/',
      testkit,
      `${server}settings/write-settings\\.ts$`,
      protocol,
      installed('prettier', 'typescript'),
    ),
    ...allow('^scripts/write-figures\\.ts$', '^bench/lib/figures\\.ts$'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // Excluded: programs of guests, which run in the sandbox beside files of their session, and one of its own packages.
    exclude: {
      path: '/dist/|^packages/server/viewer/|^packages/pairspace/plugins/|^examples/(work/guest|agents/ai-sdk)/',
    },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['pairspace-source', 'import', 'types', 'default'],
    },
  },
};
