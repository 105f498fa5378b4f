import { randomUUID } from 'node:crypto';
import { AssertionError } from 'node:assert';
import { type Endpoint, type EndpointName, endpoints, type Lease } from '@pairspace/protocol';
import type { Caller, CallInput } from './caller.ts';
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
  listSessions: () => ({ query: { scope: 'public', status: 'active', agentId: 'ada', q: 'sess', limit: 3 } }),
  getInvitation: ({ inviteCode }) => ({ params: { inviteCode } }),
  getSession: () => ({}),
  updateSession: ({ session: { maxAgents } }) => ({
    body: { status: 'paused', name: 'Renamed', metadata, mode: 'realtime', maxAgents },
  }),
  deleteSession: () => ({}),
  joinSession: ({ inviteCode }) => ({ body: { ...identity(), inviteCode } }),
  setVisibility: ({ session }) => ({ body: { visibility: session.visibility === 'public' ? 'private' : 'public' } }),
  reinvite: () => ({}),
  whoami: () => ({}),
  forkSession: () => ({ body: { ...identity(), name: 'A fork', visibility: 'public', seq: 1, files: true } }),
  getCheckpoint: () => ({}),
  listKeys: () => ({}),
  getState: () => ({ query: { seq: 1 } }),
  observeSession: ({ inviteCode }) => ({ body: { name: 'Olga', inviteCode } }),
  listObservers: () => ({ query: { limit: 3 } }),
  recoverAgent: ({ recoveryCode }) => ({ body: { recoveryCode } }),
  revokeToken: () => ({}),
  removeAgent: () => ({ params: { agentId: 'bob' } }),
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
  getMessage: ({ message }) => ({ params: { messageId: message.id } }),
  listReceipts: ({ message }) => ({ params: { messageId: message.id }, query: { limit: 3 } }),
  getBrief: () => ({ query: { since: 0, maxChars: 1000 } }),
  listMessages: () => ({ query: { since: 0, msgType: 'chat', limit: 3 } }),
  createNote: () => ({ body: { title: 'A note', content: 'Text' } }),
  listNotes: () => ({ query: { limit: 3 } }),
  getNote: ({ note }) => ({ params: { noteId: note.id } }),
  updateNote: ({ note }) => ({
    params: { noteId: note.id },
    body: { expectedVersion: note.version, version: note.version, title: 'Better', content: 'Next' },
  }),
  editNote: ({ note }) => ({
    params: { noteId: note.id },
    body: { expectedVersion: note.version, edits: [{ append: 'More' }], title: 'Better', allowSecrets: false },
  }),
  deleteNote: ({ note }) => ({ params: { noteId: note.id } }),
  listNoteVersions: ({ note }) => ({ params: { noteId: note.id }, query: { limit: 3 } }),
  getNoteVersion: ({ note }) => ({ params: { noteId: note.id, version: String(note.version) } }),
  writeFile: ({ file }) => ({
    body: {
      path: file.path,
      content: 'Next',
      encoding: 'utf-8',
      mediaType: 'text/plain',
      expectedVersion: file.version,
    },
  }),
  listFiles: () => ({ query: { limit: 3 } }),
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
  getCompute: () => ({}),
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
  cancelJob: ({ job }) => ({ params: { jobId: job.id } }),
  issueWorkerToken: () => ({}),
  claimJob: () => ({ query: { wait: 0 }, body: { types: ['sample.pending'], worker: 'samples' } }),
  renewLease: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { leaseId: lease.leaseId, progress: { fraction: 0.5, message: 'Half' } },
  }),
  releaseJob: ({ lease }) => ({ params: { jobId: lease.job.id }, body: { leaseId: lease.leaseId } }),
  completeJob: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { ...report(lease), result: { answer: 42 }, outputs: [{ path: 'out.txt', content: 'Result' }] },
  }),
  failJob: ({ lease }) => ({
    params: { jobId: lease.job.id },
    body: { ...report(lease), reason: 'memory', message: 'Too little memory' },
  }),
  movePosition: () => ({ body: { seq: 1, offeredSeq: 2, via: 'samples' } }),
  listPositions: () => ({ query: { limit: 3 } }),
  readInbox: () => ({ query: { since: 0, wait: 0, limit: 3 } }),
  heartbeat: () => ({ body: { status: 'working', currentActivity: 'Reading', reach: { mode: 'idle', via: 'rules' } } }),
  listPresence: () => ({ query: { limit: 3 } }),
  setTyping: () => ({ body: { typing: true } }),
  createWebhook: () => ({
    body: { url: unreachable, events: ['session.stalled'], secret: 'a long random text', sessionId: null },
  }),
  listWebhooks: ({ id }) => ({ query: { sessionId: id, limit: 3 } }),
  getWebhook: ({ webhook }) => ({ params: { webhookId: webhook.id } }),
  updateWebhook: ({ webhook }) => ({ params: { webhookId: webhook.id }, body: { active: false } }),
  deleteWebhook: ({ webhook }) => ({ params: { webhookId: webhook.id } }),
  pingWebhook: ({ webhook }) => ({ params: { webhookId: webhook.id } }),
  listDeliveries: ({ webhook }) => ({ params: { webhookId: webhook.id }, query: { limit: 3 } }),
  redeliver: ({ webhook, delivery }) => ({ params: { webhookId: webhook.id, deliveryId: delivery.id } }),
  listEvents: () => ({ query: { since: 0, limit: 3 } }),
  getTranscript: () => ({ query: { format: 'markdown' } }),
  makeTranscript: () => ({ query: { format: 'html' } }),
  exportSession: () => ({}),
  exportSite: () => ({}),
  getExportSchema: () => ({}),
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

/** A valid call of the endpoint on this stage. */
export const sampleOf = (name: EndpointName, fixture: FullSessionFixture): Sample => {
  const given = samples[name]?.(fixture);
  if (!given) {
    throw new AssertionError({
      message: `${name} is declared, but samples.ts has no valid call of it: add one, and every generated rule covers it`,
    });
  }
  const { body: schema } = endpoints[name] as Endpoint;
  // The field means the same in every body that has it.
  const sample = schema && 'allowSecrets' in schema.shape ? withAllowSecrets(given) : given;
  const missing = Object.keys(schema?.shape ?? {}).filter((field) => sample.body?.[field] === undefined);
  if (missing.length > 0) {
    const fields = missing.join(', ');
    throw new AssertionError({ message: `the sample of ${name} in samples.ts has no value for ${fields}: add one` });
  }
  return sample;
};

const withAllowSecrets = (sample: Sample): Sample => ({ ...sample, body: { allowSecrets: false, ...sample.body } });

/** The caller of the sample call. */
export const actorOf = (
  name: EndpointName,
  { creator, observer, worker }: Pick<FullSessionFixture, 'creator' | 'observer' | 'worker'>,
): Caller => {
  const { access } = endpoints[name];
  if (access === 'worker') return worker;
  return access === 'person' ? observer : creator;
};

/** Every endpoint but those of the operator, because the suite may not have the operator's token. */
export const endpointEntries = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
  ([, { access }]) => access !== 'operator',
);

/** The endpoints whose payload is a page. */
export const listNames: EndpointName[] = endpointEntries
  .filter(([, { query }]) => query && 'cursor' in query.shape)
  .map(([name]) => name);
