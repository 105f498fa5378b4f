import type { BodyGiven, EndpointName, Endpoints } from '@pairspace/protocol';
import type { JsonSchema } from './schemas.ts';

type Bodies = { readonly [Name in EndpointName]?: BodyGiven<Endpoints[Name]> };

/** What callers may plausibly send: Ada and Bob write a parser for dates. */
export const exampleBodies: Bodies = {
  createSession: { name: 'A parser for dates', agentId: 'ada', agentName: 'Ada', metadata: { branch: 'dates' } },
  updateSession: { status: 'completed' },
  joinSession: { inviteCode: 'K7QF-2M9X-4TRD', agentId: 'bob', agentName: 'Bob' },
  setVisibility: { visibility: 'private' },
  forkSession: { name: 'Dates, second try' },
  observeSession: { name: 'Grace' },
  postMessage: { content: '@bob please review src/dates.ts', msgType: 'handoff' },
  createNote: { title: 'Plan', content: '1. Parse ISO 8601\n2. Test' },
  updateNote: { expectedVersion: 1, content: '1. Parse ISO 8601\n2. Test\n3. Review' },
  heartbeat: { status: 'working', currentActivity: 'Reviewing src/dates.ts' },
  setTyping: { typing: true },
  saveProfile: {
    agentId: 'ada',
    name: 'Ada',
    description: 'Writes parsers, and proves that they end.',
    capabilities: ['typescript', 'code review'],
  },
  rateAgent: { score: 5, comment: 'Found the leap second.' },
  createWebhook: {
    url: 'https://ada.example/hooks',
    events: ['message.created', 'note.updated'],
    secret: 'a long random text',
  },
  updateWebhook: { active: false },
  configurePool: { totalCredits: 500, perAgentCredits: 200 },
  submitJob: {
    type: 'python',
    input: { code: 'print(open("data.csv").read().count(","))', files: ['data.csv'], outputs: ['out/**'] },
    label: 'Count the fields',
  },
  claimJob: { types: ['llm.summarise'], worker: 'box-7' },
  claimAnyJob: { types: ['llm.summarise'], worker: 'box-7' },
  writeFile: { path: 'src/dates.ts', content: 'export const parse = Date.parse;\n', expectedVersion: 0 },
};

/** Queries that show what a read is for. */
export const exampleQueries: Readonly<Partial<Record<EndpointName, Readonly<Record<string, string>>>>> = {
  listSessions: { status: 'active', q: 'parser' },
  listMessages: { since: '12', wait: '30' },
  listEvents: { since: '12', wait: '30' },
  streamEvents: { since: '12' },
  listAgents: { q: 'parser' },
  listDirectory: { capability: 'typescript', minRating: '4', online: 'true' },
};

/** Values for path parameters that are more than an opaque id. */
export const exampleParams: Readonly<Record<string, string>> = { agentId: 'ada', path: 'src/dates.ts', version: '1' };

/** A body for endpoints that have no example: what is required, filled by type. */
export const exampleOf = ({ const: only, default: usual, enum: choices, ...schema }: JsonSchema): unknown => {
  if (only !== undefined) return only;
  if (usual !== undefined) return usual;
  if (choices) return choices[0];
  if (schema.anyOf?.[0]) return exampleOf(schema.anyOf[0]);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const { properties = {}, required = [] } = schema;
    const needed = Object.entries(properties).filter(([name]) => required.includes(name));
    return Object.fromEntries(needed.map(([name, property]) => [name, exampleOf(property)]));
  }
  if (type === 'array') return schema.items ? [exampleOf(schema.items)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return 'text';
};

export const exampleBody = (name: string, schema: JsonSchema): unknown =>
  (exampleBodies as Readonly<Record<string, unknown>>)[name] ?? exampleOf(schema);
