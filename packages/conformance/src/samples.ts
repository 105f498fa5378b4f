import { randomUUID } from 'node:crypto';
import { AssertionError } from 'node:assert';
import { type Endpoint, type EndpointName, endpoints } from '@pairspace/protocol';
import type { Caller, CallInput } from './caller.ts';
import { exportSample } from './export-sample.ts';
import { type FullSessionFixture, unreachable } from './session-fixture.ts';
import { partsOf, shapeOf } from './body-shape.ts';

/** A valid call of `actorOf` the endpoint; its body has a value for every field. */
interface Sample extends Pick<CallInput, 'params' | 'query'> {
  body?: Record<string, unknown>;
}

const identity = (): { agentId: string; agentName: string } => ({
  agentId: `agent-${randomUUID()}`,
  agentName: 'Someone',
});

const usage = { wallMs: 12, cpuMs: 10, peakMemoryMb: 3, outputBytes: 6, estimated: false };

/** The part of a request that neither the examples of the endpoint and its fields nor the fixture give. */
const samples: Partial<Record<EndpointName, (fixture: FullSessionFixture) => Sample>> = {
  createSession: () => ({ body: { ...identity(), maxAgents: 4 } }),
  importSession: () => ({ body: exportSample() }),
  listSessions: () => ({ query: { scope: 'public', status: 'active', agentId: 'ada', q: 'sess', limit: 3 } }),
  search: () => ({ query: { q: 'sample' } }),
  searchMySessions: () => ({ query: { q: 'sample', limit: 3 } }),
  searchSession: () => ({ query: { q: 'sample', kind: 'message' } }),
  getInvitation: ({ inviteCode }) => ({ params: { inviteCode } }),
  updateSession: ({ session: { maxAgents } }) => ({ body: { status: 'paused', maxAgents } }),
  steerSession: ({ session: { maxAgents }, job }) => ({
    body: { status: 'paused', maxAgents, totalCredits: 2000, cancelJobs: [job.id] },
  }),
  joinSession: ({ inviteCode }) => ({ body: { ...identity(), inviteCode } }),
  setVisibility: ({ session }) => ({ body: { visibility: session.visibility === 'public' ? 'private' : 'public' } }),
  forkSession: () => ({ body: { ...identity(), seq: 1 } }),
  getState: () => ({ query: { seq: 1 } }),
  observeSession: ({ inviteCode }) => ({ body: { inviteCode, rights: [] } }),
  recoverAgent: ({ recoveryCode }) => ({ body: { recoveryCode } }),
  removeAgent: () => ({ params: { agentId: 'bob' } }),
  updateObserver: ({ walkInId }) => ({ params: { observerId: walkInId } }),
  removeObserver: ({ walkInId }) => ({ params: { observerId: walkInId } }),
  postMessage: ({ message }) => ({ body: { replyTo: message.id } }),
  postHumanMessage: ({ message }) => ({ body: { replyTo: message.id } }),
  getBrief: () => ({ query: { since: 0, maxChars: 1000 } }),
  listMessages: () => ({ query: { since: 0, msgType: 'chat', limit: 3 } }),
  updateNote: ({ note }) => ({ body: { expectedVersion: note.version, version: note.version } }),
  editNote: ({ note }) => ({ body: { expectedVersion: note.version, edits: [{ append: 'More' }] } }),
  getNoteVersion: ({ note }) => ({ params: { version: String(note.version) } }),
  createTask: ({ task }) => ({ body: { dependsOn: [task.id], claim: false } }),
  listTasks: () => ({
    query: { status: 'open', assignee: 'ada', ready: 'true', label: 'docs', path: 'docs/plan.md', limit: 3 },
  }),
  claimTask: ({ task }) => ({ query: { wait: 0 }, body: { taskId: task.id, labels: ['docs'] } }),
  updateTask: ({ task }) => ({ body: { expectedVersion: task.version, dependsOn: [], offeredTo: null } }),
  declineTask: ({ offeredTask }) => ({ params: { taskId: offeredTask.id } }),
  releaseTask: ({ ownedTask }) => ({ params: { taskId: ownedTask.id } }),
  finishTask: ({ ownedTask, note }) => ({
    params: { taskId: ownedTask.id },
    body: { links: [{ kind: 'note', ref: note.id, title: 'Plan' }] },
  }),
  reopenTask: ({ endedTask }) => ({ params: { taskId: endedTask.id } }),
  createAsk: ({ task }) => ({
    body: {
      options: [
        { id: 'yes', label: 'Yes', approves: true },
        { id: 'no', label: 'No', approves: false },
      ],
      taskId: task.id,
    },
  }),
  listAsks: () => ({ query: { status: 'open', limit: 3 } }),
  getAsk: () => ({ query: { wait: 0 } }),
  writeFile: ({ file }) => ({ body: { path: file.path, expectedVersion: file.version } }),
  editFile: ({ file }) => ({ params: { path: file.path }, body: { expectedVersion: file.version } }),
  listFileVersions: ({ file }) => ({ params: { path: file.path }, query: { limit: 3 } }),
  getFile: ({ file: { path } }) => ({ params: { path } }),
  deleteFile: ({ file: { path } }) => ({ params: { path } }),
  configurePool: () => ({ body: { provider: 'worker', defaults: { wallMs: 20_000 } } }),
  submitJob: () => ({ body: { type: 'sample.work', limits: { wallMs: 1000 } } }),
  listJobs: () => ({ query: { status: 'pending', agentId: 'ada', limit: 3 } }),
  getJob: () => ({ query: { wait: 0 } }),
  readJobOutput: () => ({ query: { stream: 'stderr', since: 0, wait: 0 } }),
  sendJobOutput: (fixture) => leased(fixture, {}),
  claimJob: () => ({ query: { wait: 0 }, body: { types: ['sample.pending'] } }),
  renewLease: (fixture) => leased(fixture, { progress: { fraction: 0.5, message: 'Half' } }),
  releaseJob: (fixture) => leased(fixture, {}),
  completeJob: (fixture) => leased(fixture, { usage }),
  uploadJobOutput: (fixture) => leased(fixture, {}, { path: 'out.txt' }),
  failJob: (fixture) => leased(fixture, { usage }),
  movePosition: () => ({ body: { seq: 1, offeredSeq: 2 } }),
  readInbox: () => ({ query: { since: 0, wait: 0, limit: 3 } }),
  createWebhook: () => ({ body: { url: unreachable, events: ['session.stalled'], sessionId: null } }),
  listWebhooks: ({ id }) => ({ query: { sessionId: id, limit: 3 } }),
  listEvents: () => ({ query: { since: 0, limit: 3 } }),
  getTranscript: () => ({ query: { format: 'markdown' } }),
  makeTranscript: () => ({ query: { format: 'html' } }),
  streamEvents: () => ({ query: { since: 0 } }),
  saveProfile: () => {
    const { agentId, agentName } = identity();
    return { body: { id: agentId, agentId, name: agentName, agentName, protect: false } };
  },
  listAgents: () => ({ query: { q: 'cyd', capability: 'review', limit: 3 } }),
  endAgentKey: ({ keyAgentId }) => ({ params: { agentId: keyAgentId } }),
  listMySessions: () => ({ query: { status: 'active', limit: 3 } }),
  readMyInbox: ({ id }) => ({ query: { sessions: id, wait: 0, limit: 3 } }),
  listDirectory: () => ({
    query: { q: 'cyd', capability: 'review', minRating: 4, online: 'true', sort: 'recent', limit: 3 },
  }),
  rateAgent: ({ session }) => ({ body: { sessionId: session.id } }),
};

/** A call of the worker under its lease. */
const leased = ({ lease }: FullSessionFixture, body: Record<string, unknown>, params = {}): Sample => ({
  params: { jobId: lease.job.id, ...params },
  body: { leaseId: lease.leaseId, ...body },
});

/** The examples of the fields of a body. */
const examplesIn = (schema: NonNullable<Endpoint['body']>): Record<string, unknown> => {
  const fields = Object.entries(shapeOf(schema).properties ?? {});
  const exampled = fields.map(([name, shape]) => {
    const parts = partsOf(shape);
    return [name, parts.flatMap(({ examples = [] }) => examples)[0] ?? parts.flatMap((part) => part.enum ?? [])[0]];
  });
  return Object.fromEntries(exampled) as Record<string, unknown>;
};

/** The ids in a path that entities of the fixture have: `:noteId` is that of its note. */
const paramsOf = (path: string, fixture: FullSessionFixture): Record<string, string> => {
  const made = { ...fixture, agent: fixture.profile } as unknown as Readonly<
    Record<string, { id?: string } | undefined>
  >;
  const ids = Array.from(path.matchAll(/:(\w+)Id\b/g), ([, name = '']) => [`${name}Id`, made[name]?.id] as const);
  return Object.fromEntries(
    ids.flatMap(([name, id]) => (id === undefined || name === 'sessionId' ? [] : [[name, id]])),
  );
};

/** A valid call of the endpoint on this stage. */
export const sampleOf = (name: EndpointName, fixture: FullSessionFixture): Sample => {
  const { path, query, body: schema, streamsBody, example } = endpoints[name] as Endpoint;
  const given = samples[name]?.(fixture) ?? {};
  const body: Record<string, unknown> | undefined = schema && {
    ...(!streamsBody && examplesIn(schema)),
    // Every body that others read has this field, and it means the same in all of them.
    ...('allowSecrets' in schema.shape && { allowSecrets: false }),
    ...example?.body,
    ...given.body,
  };
  const params = { ...paramsOf(path, fixture), ...given.params };
  const missing = [
    ...Array.from(path.matchAll(/[:*](\w+)/g), ([, param = '']) => param).filter(
      (param) => param !== 'sessionId' && !(param in params),
    ),
    ...Object.keys(schema?.shape ?? {}).filter((field) => body?.[field] === undefined),
  ];
  if (missing.length > 0) {
    throw new AssertionError({
      message: `${name} is declared, but its examples and samples.ts have no value for ${missing.join(', ')}: add one, and every generated rule covers it`,
    });
  }
  return { ...(query && 'limit' in query.shape && { query: { limit: 3 } }), ...given, ...(body && { body }), params };
};

/** The caller of the sample call. */
export const actorOf = (
  name: EndpointName,
  { creator, observer, worker, agentKey }: Pick<FullSessionFixture, 'creator' | 'observer' | 'worker' | 'agentKey'>,
): Caller => {
  const { access } = endpoints[name];
  if (access === 'agentKey' || access === 'agentKeyOrOperator') return agentKey;
  if (access === 'worker') return worker;
  return ['person', 'speaker', 'answerer', 'steerer'].includes(access) ? observer : creator;
};

/** Every endpoint but those of the operator, because the suite may not have the operator's token. */
export const endpointEntries = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { access }]) => access !== 'operator',
);

/** The endpoints whose payload is a page. */
export const listNames: EndpointName[] = endpointEntries
  .filter(([, { query }]) => query && 'cursor' in query.shape)
  .map(([name]) => name);
