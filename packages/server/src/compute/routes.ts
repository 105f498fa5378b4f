import { type BodyOf, type Endpoints, type Limits, Provider } from '@pairspace/protocol';
import { actorOf } from '../access/caller.ts';
import type { Bus } from '../events/bus.ts';
import { NotificationSignal } from '../events/notification-signal.ts';
import { Answer } from '../http/answer.ts';
import type { Bind, Call } from '../http/call.ts';
import { StreamedAnswer, writeAll } from '../http/streamed-answer.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { appendOutput } from './append-output.ts';
import { cancelJob } from './cancel-job.ts';
import { WakeUps } from './wake-ups.ts';
import { claimJob, type ClaimedJob } from './claim-job.ts';
import { rememberClaimed } from './claimed-types.ts';
import { configurePool } from './configure-pool.ts';
import { endJob, type JobReport } from './end-job.ts';
import { getCompute } from './get-compute.ts';
import { getJob } from './get-job.ts';
import { issueWorkerToken } from './issue-worker-token.ts';
import { assertRunning, releaseJob, renewLease } from './leases.ts';
import { claimJson, openLeaseInputs } from './lease-inputs.ts';
import { listJobs } from './list-jobs.ts';
import type { FoundOutput, OutputRules, OutputScreen } from './place-outputs.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { outputTopic } from './output-store.ts';
import { findPoolRow } from './pool-store.ts';
import { readOutput } from './read-output.ts';
import { hasEnded } from './states.ts';
import { submitJob } from './submit-job.ts';
import { type TurnFilter, findTurn } from './scheduler.ts';

interface ComputeRoutes extends OutputRules, OutputScreen {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  storage: Pick<Storage, 'read' | 'write'>;
  bus: Bus;
  backend: ComputeBackend;
  limits: Limits;
  jobLeaseMs: number;
  jobQueueTtlMs: number;
  /** Limits on pools and jobs of one client address. */
  poolLimit: RateLimit;
  jobLimit: RateLimit;
}

export const bindCompute = (routes: ComputeRoutes): void => {
  bindPool(routes);
  bindJobs(routes);
  bindClaims(routes);
  bindLeases(routes);
  bindReports(routes);
};

const bindPool = ({ bind, endpoints, read, backend, poolLimit }: ComputeRoutes): void => {
  bind(endpoints.configurePool, async ({ caller, body, clientAddress, write }) => {
    if (!(await findPoolRow(read, caller.sessionId))) await poolLimit.count(clientAddress);
    return write(async (tx) => {
      const { pool, isNew } = await configurePool(tx, caller, body, backend);
      return new Answer(pool, { status: isNew ? 201 : 200 });
    });
  });
  bind(endpoints.getCompute, ({ params }) => getCompute(read, params.sessionId, backend));
  bind(endpoints.issueWorkerToken, ({ caller, write }) => write((tx) => issueWorkerToken(tx, caller, backend)));
};

const bindJobs = ({ bind, endpoints, read, backend, limits, jobQueueTtlMs, jobLimit }: ComputeRoutes): void => {
  bind(endpoints.submitJob, async ({ caller, body, clientAddress, write }) => {
    await jobLimit.count(clientAddress);
    return write((tx) => submitJob(tx, caller, body, { backend, limits, queueTtlMs: jobQueueTtlMs }));
  });
  bind(endpoints.listJobs, ({ params, query }) => listJobs(read, params.sessionId, query));
  bind(endpoints.getJob, async ({ params, query, longPoll }) => {
    const { result } = await longPoll(
      query.wait,
      () => getJob(read, { sessionId: params.sessionId, id: params.jobId }),
      ({ status }) => !hasEnded(status),
    );
    return result;
  });
  bind(endpoints.readJobOutput, async ({ params, query, longPoll }) => {
    const { result } = await longPoll(
      query.wait,
      () => readOutput(read, { sessionId: params.sessionId, id: params.jobId }, query),
      ({ text, ended }) => text === '' && !ended,
      { topic: outputTopic(params.jobId) },
    );
    return result;
  });
  bind(endpoints.cancelJob, ({ caller, params, write }) => {
    const { agentId, agentName, sessionId } = caller;
    const message = `${agentName} (${agentId}) cancelled it.`;
    return write((tx) => cancelJob(tx, { sessionId, id: params.jobId }, actorOf(caller), message));
  });
};

const bindClaims = ({ bind, endpoints, storage, bus, read, jobLeaseMs }: ComputeRoutes): void => {
  const claim = async (
    call: Pick<Call<Endpoints['claimJob']>, 'body' | 'query' | 'isStillAdmitted' | 'gone' | 'writeValue'>,
    sessionId?: string,
  ): Promise<{ lease: null } | StreamedAnswer> => {
    const { types, worker = 'worker' } = call.body;
    await rememberClaimed(storage, types, sessionId);
    const gone = call.gone();
    await untilClaimable(call, gone, { read, bus }, { types, sessionId });
    const wanted = { types, sessionId, worker, holder: null, leaseMs: jobLeaseMs };
    const take = async (tx: Transaction): Promise<ClaimedJob | null> =>
      gone.aborted ? null : ((await claimJob(tx, wanted)) ?? null);
    // A repetition with an Idempotency-Key only needs a small record; the inputs are read anew.
    const claimed = await call.writeValue(take, turnsFirst);
    if (!claimed) return { lease: null };
    const inputs = await openLeaseInputs(read, claimed);
    return StreamedAnswer.data(writeAll(claimJson(claimed, inputs)));
  };
  bind(endpoints.claimJob, (call) => claim(call, call.params.sessionId));
  bind(endpoints.claimAnyJob, (call) => claim(call));
};

const bindLeases = ({ bind, endpoints, jobLeaseMs, jobQueueTtlMs }: ComputeRoutes): void => {
  bind(endpoints.sendJobOutput, ({ params, body, write }) =>
    write(
      async (tx) => {
        const { stream } = body;
        return { jobId: params.jobId, stream, ...(await appendOutput(tx, leaseOf(params, body), body)) };
      },
      { durable: false },
    ),
  );
  bind(endpoints.renewLease, ({ params, body, write }) =>
    write((tx) => renewLease(tx, leaseOf(params, body), jobLeaseMs, body.progress), { durable: false }),
  );
  bind(endpoints.releaseJob, ({ params, body, write }) =>
    write((tx) => releaseJob(tx, leaseOf(params, body), jobQueueTtlMs)),
  );
};

/** How a worker tells the end of a job. */
const bindReports = (routes: ComputeRoutes): void => {
  const { bind, endpoints, read } = routes;
  const whileRunning = {
    beforeBody: async (
      { sessionId, jobId }: { sessionId: string; jobId: string },
      isReplay: () => Promise<boolean>,
    ) => {
      if (!(await isReplay())) await assertRunning(read, { sessionId, id: jobId });
    },
  };
  bind(
    endpoints.completeJob,
    async ({ params, body, write }) => {
      const outputs = await routes.screenOutputs(params.sessionId, foundOutputs(body.outputs));
      const report = reportOf(body, { failure: null, result: body.result ?? null, outputs });
      return write((tx) => endJob(tx, leaseOf(params, body), report, routes));
    },
    whileRunning,
  );
  bind(
    endpoints.failJob,
    ({ params, body, write }) => {
      const failure = { reason: body.reason, message: body.message ?? 'The worker says that it failed.' };
      const report = reportOf(body, { failure, result: null, outputs: [] });
      return write((tx) => endJob(tx, leaseOf(params, body), report, routes));
    },
    whileRunning,
  );
};

const foundOutputs = (outputs: BodyOf<Endpoints['completeJob']>['outputs'] = []): FoundOutput[] =>
  outputs.map(({ path, content, encoding }) => ({
    path,
    content,
    encoding,
    bytes: Buffer.byteLength(content, encoding === 'base64' ? encoding : 'utf8'),
    error: null,
  }));

/** A claim holds the turns first and its session after, everywhere: so two claims never wait for each other. */
const turnsFirst = { session: undefined, concurrent: true };

const leaseOf = (params: { sessionId: string; jobId: string }, { leaseId }: { leaseId: string }) => ({
  sessionId: params.sessionId,
  id: params.jobId,
  leaseId,
});

type ReportBody = Omit<BodyOf<Endpoints['failJob']>, 'reason' | 'message'>;

const reportOf = (body: ReportBody, rest: Pick<JobReport, 'failure' | 'result' | 'outputs'>): JobReport => ({
  ...rest,
  exitCode: body.exitCode ?? null,
  stdout: body.stdout ?? '',
  stderr: body.stderr ?? '',
  stdoutTruncated: body.stdoutTruncated ?? false,
  stderrTruncated: body.stderrTruncated ?? false,
  usage: body.usage ?? {},
  credits: body.credits,
});

type ClaimCall = Pick<Call<Endpoints['claimJob']>, 'query' | 'isStillAdmitted'>;

/** Waits, for as long as is asked, until there is something to claim or the worker is let in no more. */
const untilClaimable = async (
  { query, isStillAdmitted }: ClaimCall,
  signal: AbortSignal,
  { read, bus }: Pick<ComputeRoutes, 'read' | 'bus'>,
  choice: TurnFilter,
): Promise<void> => {
  if (!query.wait) return;
  const deadline = performance.now() + query.wait * 1000;
  using waits = new DisposableStack();
  // A session tells everyone of its jobs; where any session will do one of those who wait is called.
  const notifications = waits.use(
    choice.sessionId === undefined ? new NotificationSignal(bus) : new NotificationSignal(bus, choice.sessionId),
  );
  if (choice.sessionId === undefined) {
    const kinds = choice.types.flatMap((type) => Provider.options.map((provider) => ({ provider, type })));
    waits.use(new WakeUps(bus, notifications)).listenFor(kinds);
  }
  while (!signal.aborted && !(await findTurn(read, choice))) {
    const left = deadline - performance.now();
    if (left <= 0 || !(await isStillAdmitted())) return;
    await notifications.next(left, signal);
  }
};
