/** The import table of ARCHITECTURE.md. What a room may import is said; everything else is refused. */
const server = '^packages/server/src/';
const slices =
  '(sessions|messages|inbox|notes|files|presence|transcripts|exports|agents|webhooks|compute|onboarding|brief|checkpoints|create-keys)';
const inRoom = (room) => `${server}${room}/`;
const builtIns = { dependencyTypes: ['core'] };

const allow = (from, ...to) => to.map((path) => ({ from: { path: from, pathNot: '\\.test\\.ts$' }, to: { path } }));
const sandbox = '^packages/sandbox/src/index';
const protocol = '^packages/protocol/src/';
const testkit = '^packages/testkit/src/';
/** What the packages export. */
const entries =
  '^packages/(testkit/src/|(server|sandbox)/src/(index|inside)\\.ts$|(client|conformance)/src/index\\.ts$|protocol/src/(index|site/index|verify/index)\\.ts$)';
const installed = (...names) => `^node_modules/(${names.join('|')})/`;

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true, dependencyTypesNot: ['type-only'] } },
    {
      name: 'dispatch-knows-no-framework',
      severity: 'error',
      from: {
        path: `${server}http/(answer|answer-of|call-context|dispatch|local-dispatch|write-once|idempotency|long-poll|iterable-sink)\\.ts$`,
      },
      to: { path: '^node_modules/(fastify|find-my-way|light-my-request)/' },
    },
    { name: 'not-to-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  allowedSeverity: 'error',
  allowed: [
    { from: {}, to: builtIns },
    // Tests know the room that they test and the builders of all tests.
    { from: { path: '\\.test\\.ts$|/testing/|^packages/web/tests/' }, to: {} },
    ...allow('^packages/protocol/src/', protocol, installed('zod')),
    ...allow('^packages/sandbox/src/', '^packages/sandbox/src/', installed('pyodide', 'quickjs-wasi', 'wabt')),
    ...allow(inRoom('lib'), inRoom('lib')),
    ...allow(`${server}lib/markup\\.ts$`, protocol),
    ...allow(inRoom('storage'), inRoom('storage'), inRoom('lib'), protocol),
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
      installed('fastify', 'zod', 'pino', 'prom-client', 'negotiator', 'secure-json-parse'),
    ),
    // Work that would keep others waiting, done in a thread of its own.
    ...allow(inRoom('threads'), inRoom('threads'), inRoom('lib'), protocol),
    ...allow(inRoom('(http|edits)'), inRoom('threads')),
    ...allow(`${server}exports/site/`, inRoom('threads'), inRoom('limits')),
    ...allow(
      inRoom(slices),
      inRoom('access'),
      inRoom('events'),
      inRoom('agent-statistics'),
      inRoom('lib'),
      `${server}storage/[^/]+$`,
      protocol,
    ),
    // What notes, files, forks and jobs refer to.
    ...allow(inRoom('contents'), inRoom('contents'), inRoom('lib'), `${server}storage/[^/]+$`, protocol),
    ...allow(inRoom('(notes|files|sessions|compute)'), inRoom('contents')),
    // Edits of text are the same for notes and for files.
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
    ...allow(inRoom('viewer'), inRoom('viewer'), inRoom('lib'), protocol, installed('fastify', 'negotiator')),
    ...allow(inRoom('reference'), inRoom('reference'), inRoom('http'), inRoom('lib'), protocol, installed('zod')),
    // Who reads a message is told in its answer: as presence and positions are told everywhere.
    ...allow(
      `${server}messages/recipients\\.ts$`,
      `${server}presence/presence-store\\.ts$`,
      `${server}inbox/position-store\\.ts$`,
    ),
    { from: { path: inRoom(slices) }, to: { path: `${server}$1/` } },
    ...allow(`${server}${slices}/routes\\.ts$`, inRoom('http'), inRoom('limits')),
    ...allow(
      `${server}(${slices}|events)/slice\\.ts$`,
      inRoom('http'),
      inRoom('limits'),
      `${server}(slice|background-job)\\.ts$`,
    ),
    ...allow(`${server}(slice|background-job)\\.ts$`, server, protocol, sandbox, installed('pino')),
    ...allow(`${server}exports/site/`, installed('diff', 'sanitize-html', 'yazl')),
    ...allow(
      inRoom('tracing'),
      inRoom('tracing'),
      inRoom('lib'),
      `${server}storage/storage\\.ts$`,
      protocol,
      installed('@opentelemetry'),
    ),
    ...allow(inRoom('webhooks'), installed('undici', 'ipaddr.js')),
    ...allow(
      `${server}(config|access-settings|setting-readers|known-variables)\\.ts$`,
      `${server}(access-settings|setting-readers|known-variables)\\.ts$`,
      `${server}lib/edit-distance\\.ts$`,
      `${server}limits/rate-limit\\.ts$`,
      `${server}access/webhook-reach\\.ts$`,
      `${server}webhooks/(address-policy|secret-box)\\.ts$`,
      `${server}tracing/settings\\.ts$`,
      protocol,
    ),
    ...allow(`${server}create-log\\.ts$`, installed('pino', 'pino-pretty')),
    ...allow(`${server}write-settings\\.ts$`, `${server}setting-descriptions?\\.ts$`),
    ...allow(`${server}((compute|webhooks)/)?setting-descriptions\\.ts$`, `${server}setting-description\\.ts$`),
    ...allow(`${server}setting-descriptions\\.ts$`, `${server}(compute|webhooks)/setting-descriptions\\.ts$`),
    ...allow(inRoom('data-migration'), inRoom('data-migration'), inRoom('storage'), inRoom('lib')),
    ...allow(
      `${server}compute/(metrics|start-computing)\\.ts$`,
      inRoom('http'),
      `${server}(config|access-settings|setting-readers|known-variables)\\.ts$`,
      installed('pino'),
    ),
    ...allow(inRoom('compute'), sandbox),
    ...allow(
      `${server}(app|foundation|slices|join-nodes|open-create-keys|start-background-jobs|main|serve|index|inside)\\.[jt]s$`,
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
    ),
    ...allow('^packages/client/src/', '^packages/client/src/', protocol),
    ...allow(
      '^packages/cli/src/',
      '^packages/cli/src/',
      '^packages/server/src/(index|installation|serve|write-settings)\\.ts$',
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
    ...allow('^packages/web/build/', '^packages/(web|protocol)/build/', protocol, installed('markdown-it', 'vite')),
    ...allow('^packages/pairspace/rolldown\\.config\\.js$', '^packages/protocol/build/'),
    ...allow('^packages/conformance/src/', '^packages/conformance/src/', protocol, installed('zod')),
    // What tests, benchmarks and proofs share. All of them use the packages from outside.
    ...allow(
      testkit,
      testkit,
      '^packages/sandbox/src/index\\.ts$',
      protocol,
      installed('pg', '@types/pg', 'typescript', '@eslint-community/regexpp'),
    ),
    ...allow('^bench/', '^bench/', entries, installed('autocannon', 'playwright-core', 'prettier')),
    ...allow('^proofs/', '^proofs/', entries, installed('playwright-core', 'yaml', 'yauzl')),
    // A server of fixtures behind the service's own HTTP, for the conformance suite of MCP.
    ...allow(
      '^proofs/lib/mcp-fixtures/',
      `${server}(mcp/serve-mcp|http/server|limits/service-limits|create-log|config)\\.ts$`,
      installed('zod'),
    ),
    // They drive the page as its tests do.
    ...allow('^(bench/viewer|scripts/make-images)\\.ts$', '^packages/web/tests/', installed('playwright-core')),
    ...allow('^examples/', '^examples/', '^packages/(client|protocol)/src/index\\.ts$'),
    ...allow(
      '^scripts/',
      '^scripts/',
      testkit,
      `${server}write-settings\\.ts$`,
      protocol,
      installed('prettier', 'typescript'),
    ),
    ...allow('^scripts/keep-database\\.ts$', '^packages/client/src/index\\.ts$'),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    // A guest's program is cruised nowhere: it runs in the sandbox beside files of its session.
    exclude: { path: '/dist/|^packages/server/viewer/|^packages/pairspace/plugins/|^examples/work/guest/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['pairspace-source', 'import', 'types', 'default'],
    },
  },
};
