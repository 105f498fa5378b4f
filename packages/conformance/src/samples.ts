import { randomUUID } from 'node:crypto';
import { AssertionError } from 'node:assert';
import { type Endpoint, type EndpointName, endpoints, type Lease } from '@pairspace/protocol';
import type { Caller, CallInput } from './caller.ts';
import { exportSample } from './export-sample.ts';
import { type FullSessionFixture, unreachable } from './session-fixture.ts';

/** A valid call of `actorOf` the endpoint; its body has a value for every field. */
interface Sample extends Pick<CallInput, 'params' | 'query'> {
  body?: Record<string, unknown>;
}

const identity = (): { agentId: string; agentName: string } => ({
  agentId: `agent-${randomUUID()}`,
  agentName: 'Someone',
});
const metadata = { topic: 'samples' };

const report = ({ leaseId }: Lease) => ({
  leaseId,
  exitCode: 0,
  stdout: 'out',
  stderr: 'err',
  stdoutTruncated: false,
  stderrTruncated: false,
  credits: 0.5,
  usage: { wallMs: 12, cpuMs: 10, peakMemoryMb: 3, outputBytes: 6, estimated: false },
});

/** The part of a request that neither the example of the endpoint nor the fixture gives. */
const samples: Partial<Record<EndpointName, (fixture: FullSessionFixture) => Sample>> = {
  createSession: () => ({
    body: {
      ...identity(),
      name: 'A sample',
      visibility: 'public',
      isPrivate: false,
      mode: 'async',
      maxAgents: 4,
      metadata,
    },
  }),
  importSession: () => ({ body: exportSample() }),
  listSessions: () => ({ query: { scope: 'public', status: 'active', agentId: 'ada', q: 'sess', limit: 3 } }),
  search: () => ({ query: { q: 'sample' } }),
  searchMySessions: () => ({ query: { q: 'sample', limit: 3 } }),
  searchSession: () => ({ query: { q: 'sample', kind: 'message' } }),
  getInvitation: ({ inviteCode }) => ({ params: { inviteCode } }),
  updateSession: ({ session: { maxAgents } }) => ({
    body: { status: 'paused', name: 'Renamed', metadata, mode: 'realtime', maxAgents },
  }),
  steerSession: ({ session: { maxAgents }, job }) => ({
    body: { status: 'paused', maxAgents, totalCredits: 2000, cancelJobs: [job.id] },
  }),
  joinSession: ({ inviteCode }) => ({ body: { ...identity(), inviteCode } }),
  setVisibility: ({ session }) => ({ body: { visibility: session.visibility === 'public' ? 'private' : 'public' } }),
  forkSession: () => ({ body: { ...identity(), name: 'A fork', visibility: 'public', seq: 1, files: true } }),
  getState: () => ({ query: { seq: 1 } }),
  observeSession: ({ inviteCode }) => ({ body: { name: 'Olga', inviteCode, rights: [] } }),
  recoverAgent: ({ recoveryCode }) => ({ body: { recoveryCode } }),
  removeAgent: () => ({ params: { agentId: 'bob' } }),
  updateObserver: ({ walkInId }) => ({ params: { observerId: walkInId } }),
  removeObserver: ({ walkInId }) => ({ params: { observerId: walkInId } }),
  postMessage: ({ message }) => ({
    body: { content: 'Hi @bob', msgType: 'status', replyTo: message.id, mentions: ['ada'], metadata },
  }),
  postHumanMessage: ({ message }) => ({
    body: {
      content: 'Well done',
      name: 'Grace',
      msgType: 'status',
      replyTo: message.id,
      mentions: ['ada'],
      allowSecrets: false,
    },
  }),
  getBrief: () => ({ query: { since: 0, maxChars: 1000 } }),
  listMessages: () => ({ query: { since: 0, msgType: 'chat', limit: 3 } }),
  createNote: () => ({ body: { title: 'A note', content: 'Text' } }),
  updateNote: ({ note }) => ({
    params: { noteId: note.id },
    body: { expectedVersion: note.version, version: note.version, title: 'Better', content: 'Next' },
  }),
  editNote: ({ note }) => ({
    params: { noteId: note.id },
    body: { expectedVersion: note.version, edits: [{ append: 'More' }], title: 'Better', allowSecrets: false },
  }),
  getNoteVersion: ({ note }) => ({ params: { noteId: note.id, version: String(note.version) } }),
  createTask: ({ task }) => ({
    body: {
      title: 'Test the plan',
      description: 'All of it',
      offeredTo: 'bob',
      dependsOn: [task.id],
      paths: ['docs/**'],
      labels: ['docs'],
      priority: 2,
      leaseMs: 60_000,
      claim: false,
      overlap: false,
      a2a: false,
    },
  }),
  listTasks: () => ({
    query: { status: 'open', assignee: 'ada', ready: 'true', label: 'docs', path: 'docs/plan.md', limit: 3 },
  }),
  claimTask: ({ task }) => ({ query: { wait: 0 }, body: { taskId: task.id, labels: ['docs'], overlap: false } }),
  updateTask: ({ task }) => ({
    body: {
      expectedVersion: task.version,
      title: 'Read all of the plan',
      description: 'Twice',
      dependsOn: [],
      paths: ['docs/*'],
      labels: ['docs'],
      priority: 3,
      offeredTo: null,
    },
  }),
  declineTask: ({ offeredTask }) => ({ params: { taskId: offeredTask.id } }),
  releaseTask: ({ ownedTask }) => ({ params: { taskId: ownedTask.id } }),
  finishTask: ({ ownedTask, note }) => ({
    params: { taskId: ownedTask.id },
    body: { outcome: 'done', text: 'Written', links: [{ kind: 'note', ref: note.id, title: 'Plan' }], reason: 'Short' },
  }),
  reopenTask: ({ endedTask }) => ({ params: { taskId: endedTask.id } }),
  createAsk: ({ task }) => ({
    body: {
      kind: 'approval',
      title: 'May I push?',
      details: 'Three commits',
      options: [
        { id: 'yes', label: 'Yes', approves: true },
        { id: 'no', label: 'No', approves: false },
      ],
      freeText: true,
      requires: 'token',
      taskId: task.id,
      expiresInMs: 60_000,
    },
  }),
  listAsks: () => ({ query: { status: 'open', limit: 3 } }),
  getAsk: () => ({ query: { wait: 0 } }),
  answerAsk: () => ({ body: { optionId: 'approve', text: 'After the tests' } }),
  writeFile: ({ file }) => ({
    body: {
      path: file.path,
      content: 'Next',
      encoding: 'utf-8',
      mediaType: 'text/plain',
      expectedVersion: file.version,
    },
  }),
  editFile: ({ file }) => ({
    params: { path: file.path },
    body: { expectedVersion: file.version, edits: [{ append: 'More' }], allowSecrets: false },
  }),
  listFileVersions: ({ file }) => ({ params: { path: file.path }, query: { limit: 3 } }),
  getFile: ({ file }) => ({ params: { path: file.path } }),
  deleteFile: ({ file }) => ({ params: { path: file.path } }),
  configurePool: () => ({
    body: {
      provider: 'worker',
      totalCredits: 500,
      perAgentCredits: 400,
      creditsPerHour: 100,
      maxConcurrentJobs: 4,
      maxQueuedJobs: 50,
      defaults: { wallMs: 20_000 },
    },
  }),
  submitJob: () => ({
    body: {
      type: 'sample.work',
      input: { text: 'x' },
      payload: { text: 'x' },
      limits: { wallMs: 1000 },
      cost: 1.5,
      label: 'A job',
    },
  }),
  listJobs: () => ({ query: { status: 'pending', agentId: 'ada', limit: 3 } }),
  getJob: ({ job }) => ({ params: { jobId: job.id }, query: { wait: 0 } }),
  readJobOutput: ({ job }) => ({ params: { jobId: job.id }, query: { stream: 'stderr', since: 0, wait: 0 } }),
  sendJobOutput: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { leaseId: lease.leaseId, stream: 'stdout', since: 0, text: 'One' },
  }),
  claimJob: () => ({ query: { wait: 0 }, body: { types: ['sample.pending'], worker: 'samples' } }),
  renewLease: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { leaseId: lease.leaseId, progress: { fraction: 0.5, message: 'Half' } },
  }),
  releaseJob: ({ lease }) => ({ params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } }),
  completeJob: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { ...report(lease), result: { answer: 42 } },
  }),
  uploadJobOutput: ({ lease }) => ({
    params: { jobId: lease.job.id, path: 'out.txt' },
    body: { leaseId: lease.leaseId, content: 'Result', encoding: 'utf-8', error: 'It is no result.', bytes: 6 },
  }),
  failJob: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { ...report(lease), reason: 'memory', message: 'Too little memory' },
  }),
  movePosition: () => ({ body: { seq: 1, offeredSeq: 2, via: 'samples' } }),
  readInbox: () => ({ query: { since: 0, wait: 0, limit: 3 } }),
  heartbeat: () => ({ body: { status: 'working', currentActivity: 'Reading', reach: { mode: 'idle', via: 'rules' } } }),
  setTyping: () => ({ body: { typing: true } }),
  createWebhook: () => ({
    body: {
      url: unreachable,
      events: ['session.stalled'],
      secret: 'a long random text',
      format: 'json',
      sessionId: null,
    },
  }),
  listWebhooks: ({ id }) => ({ query: { sessionId: id, limit: 3 } }),
  updateWebhook: ({ webhook }) => ({ params: { webhookId: webhook.id }, body: { active: false } }),
  listEvents: () => ({ query: { since: 0, limit: 3 } }),
  getTranscript: () => ({ query: { format: 'markdown' } }),
  makeTranscript: () => ({ query: { format: 'html' } }),
  streamEvents: () => ({ query: { since: 0 } }),
  saveProfile: () => {
    const { agentId, agentName } = identity();
    return {
      body: {
        id: agentId,
        agentId,
        name: agentName,
        agentName,
        description: 'Reviews.',
        capabilities: ['review'],
        url: 'https://agent.example',
        metadata,
        protect: false,
      },
    };
  },
  listAgents: () => ({ query: { q: 'cyd', capability: 'review', limit: 3 } }),
  endAgentKey: ({ keyAgentId }) => ({ params: { agentId: keyAgentId } }),
  listMySessions: () => ({ query: { status: 'active', limit: 3 } }),
  readMyInbox: ({ id }) => ({ query: { sessions: id, wait: 0, limit: 3 } }),
  getAgent: ({ profile }) => ({ params: { agentId: profile.id } }),
  getAgentStats: ({ profile }) => ({ params: { agentId: profile.id } }),
  listDirectory: () => ({
    query: { q: 'cyd', capability: 'review', minRating: 4, online: 'true', sort: 'recent', limit: 3 },
  }),
  getDirectoryEntry: ({ profile }) => ({ params: { agentId: profile.id } }),
  rateAgent: ({ profile, session }) => ({
    params: { agentId: profile.id },
    body: { score: 4, rating: 4, comment: 'Quick.', raterId: 'dee', sessionId: session.id },
  }),
};

/** The ids in a path that entities of the fixture have: `:noteId` is that of its note. */
const paramsOf = (path: string, fixture: FullSessionFixture): Record<string, string> => {
  const made = fixture as unknown as Readonly<Record<string, { id?: string } | undefined>>;
  const ids = Array.from(path.matchAll(/:(\w+)Id\b/g), ([, name = '']) => [`${name}Id`, made[name]?.id] as const);
  return Object.fromEntries(
    ids.flatMap(([name, id]) => (id === undefined || name === 'sessionId' ? [] : [[name, id]])),
  );
};

/** A valid call of the endpoint on this stage. */
export const sampleOf = (name: EndpointName, fixture: FullSessionFixture): Sample => {
  const { path, query, body: schema, example } = endpoints[name] as Endpoint;
  const given: Sample = {
    ...(query && 'limit' in query.shape && { query: { limit: 3 } }),
    ...(example?.body && { body: example.body }),
    ...samples[name]?.(fixture),
  };
  const params = { ...paramsOf(path, fixture), ...given.params };
  // Every body that others read has this field, and it means the same in all of them.
  const sample = { ...(schema && 'allowSecrets' in schema.shape ? withAllowSecrets(given) : given), params };
  const missing = [
    ...Array.from(path.matchAll(/[:*](\w+)/g), ([, param = '']) => param).filter(
      (param) => param !== 'sessionId' && !(param in params),
    ),
    ...Object.keys(schema?.shape ?? {}).filter((field) => sample.body?.[field] === undefined),
  ];
  if (missing.length > 0) {
    throw new AssertionError({
      message: `${name} is declared, but its example and samples.ts have no value for ${missing.join(', ')}: add one, and every generated rule covers it`,
    });
  }
  return sample;
};

const withAllowSecrets = (sample: Sample): Sample => ({ ...sample, body: { allowSecrets: false, ...sample.body } });

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
