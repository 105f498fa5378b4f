import type { BodyOf, Endpoints, JobLimits, Limits } from '@pairspace/protocol';
import { actorOf } from '../access/caller.ts';
import type { Bus } from '../events/bus.ts';
import { Answer } from '../http/dispatch/answer.ts';
import type { Bind, Call } from '../http/dispatch/call.ts';
import { StreamedAnswer, writeAll } from '../http/dispatch/streamed-answer.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Queries, Storage, Transaction } from '../storage/storage.ts';
import { appendOutput } from './append-output.ts';
import { cancelJob } from './cancel-job.ts';
import { wakeUpTopic } from './wake-up-topic.ts';
import { claimJob, type ClaimedJob } from './claim-job.ts';
import { rememberClaimed } from './claimed-types.ts';
import { configurePool } from './configure-pool.ts';
import { endJob, type JobReport } from './end-job.ts';
import { getCompute } from './get-compute.ts';
import { getJob } from './get-job.ts';
import { issueWorkerToken } from './issue-worker-token.ts';
import type { JobRow } from './job-store.ts';
import { releaseJob, renewLease } from './leases.ts';
import { claimJson, openLeaseInputs, wholeLease } from './lease-inputs.ts';
import { listJobs } from './list-jobs.ts';
import type { OutputRules } from './place-outputs.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { outputTopic } from './output-store.ts';
import { findPoolRow } from './pool-store.ts';
import { readOutput } from './read-output.ts';
import { hasEnded } from './states.ts';
import { type SteeringParts, steerSession } from './steer-session.ts';
import { submitJob } from './submit-job.ts';
import type { TurnFilter } from './scheduler.ts';
import { type Output, uploadOutput } from './upload-output.ts';
import { waitForTurn } from './wait-for-turn.ts';

export interface OutputScreen {
  /**
   * Why an output is withheld: it would show a secret. Undefined for other outputs. The check must come before the
   * transaction that stores the output.
   */
  screenOutput: (sessionId: string, output: Output) => Promise<string | undefined>;
}

interface ComputeRoutes extends OutputRules, OutputScreen, Pick<SteeringParts, 'setSession'> {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  storage: Pick<Storage, 'read' | 'write'>;
  bus: Bus;
  backend: ComputeBackend;
  limits: Limits;
  jobLeaseMs: number;
  jobQueueTtlMs: number;
  computePollMs: number;
  /** The pause before a round that any node may make; it grows with the number of nodes. */
  pollInterval: (pauseMs: number) => number;
  /** The rates of new pools and jobs for one client address. */
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

const bindPool = ({ bind, endpoints, read, backend, poolLimit, setSession }: ComputeRoutes): void => {
  bind(endpoints.configurePool, async ({ caller, body, clientAddress, write }) => {
    if (!(await findPoolRow(read, caller.sessionId))) await poolLimit.count(clientAddress);
    return write(async (tx) => {
      const { pool, isNew } = await configurePool(
        tx,
        { sessionId: caller.sessionId, actor: actorOf(caller) },
        body,
        backend,
      );
      return new Answer(pool, { status: isNew ? 201 : 200 });
    });
  });
  bind(endpoints.steerSession, ({ caller, params, body, write }) =>
    write((tx) => steerSession(tx, caller, params.sessionId, body, { backend, setSession })),
  );
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

const bindClaims = (routes: ComputeRoutes): void => {
  const { bind, endpoints, storage, bus, read, jobLeaseMs } = routes;
  const claim = async (call: ClaimCall, sessionId?: string): Promise<{ lease: null } | StreamedAnswer> => {
    const { types, worker = 'worker' } = call.body;
    // The worker of this process only takes jobs of sandbox pools.
    const host = call.caller.kind === 'operator' ? call.caller.worker : undefined;
    const choice: TurnFilter = { types, sessionId, sandboxOnly: host !== undefined };
    await rememberClaimed(storage, types, sessionId);
    const gone = call.gone();
    await waitForTurn(choice, {
      read,
      bus,
      waitMs: (call.query.wait ?? 0) * 1000,
      pollMs: host && routes.pollInterval(routes.computePollMs),
      signal: gone,
      isStillAdmitted: call.isStillAdmitted,
    });
    let tooLarge: string | undefined;
    const hasRoom = ({ type, limits }: JobRow): boolean => {
      tooLarge = !host || host.hasRoom(type, (JSON.parse(limits) as JobLimits).memoryMb) ? undefined : type;
      return tooLarge === undefined;
    };
    const wanted = { ...choice, worker, holder: host?.holder ?? null, leaseMs: jobLeaseMs, hasRoom };
    const take = async (tx: Transaction): Promise<ClaimedJob | null> =>
      gone.aborted ? null : ((await claimJob(tx, wanted)) ?? null);
    /**
     * The stored answer for an Idempotency-Key is small: it holds only the claim, and a repetition reads the inputs
     * anew.
     */
    const claimed = await call.writeValue(take, turnsFirst);
    // Another node may have room for the job.
    if (tooLarge !== undefined) bus.notify(wakeUpTopic({ provider: 'sandbox', type: tooLarge }));
    if (!claimed) return { lease: null };
    const inputs = await openLeaseInputs(read, claimed);
    return StreamedAnswer.data(writeAll(claimJson(claimed, inputs)), async () => ({
      lease: await wholeLease(claimed, inputs),
    }));
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

/** The endpoints with which a worker uploads the outputs of a job and reports its end. */
const bindReports = (routes: ComputeRoutes): void => {
  const { bind, endpoints } = routes;
  bind(endpoints.uploadJobOutput, async ({ params, body, write }) => {
    const output = { path: params.path, ...body };
    const secret = await routes.screenOutput(params.sessionId, output);
    const kept = secret === undefined ? output : { ...output, error: secret, bytes: bytesOf(body) };
    return write((tx) => uploadOutput(tx, leaseOf(params, body), kept));
  });
  bind(endpoints.completeJob, ({ params, body, write }) => {
    const report = reportOf(body, { failure: null, result: body.result ?? null });
    return write((tx) => endJob(tx, leaseOf(params, body), report, routes));
  });
  bind(endpoints.failJob, ({ params, body, write }) => {
    const failure = { reason: body.reason, message: body.message ?? 'The worker says that it failed.' };
    const report = reportOf(body, { failure, result: null });
    return write((tx) => endJob(tx, leaseOf(params, body), report, routes));
  });
};

const bytesOf = ({ content = '', encoding }: BodyOf<Endpoints['uploadJobOutput']>): number =>
  Buffer.byteLength(content, encoding === 'base64' ? encoding : 'utf8');

/** Every claim locks the turns first and its session after them, so that two claims never deadlock. */
const turnsFirst = { session: undefined, concurrent: true };

const leaseOf = (params: { sessionId: string; jobId: string }, { leaseId }: { leaseId: string }) => ({
  sessionId: params.sessionId,
  id: params.jobId,
  leaseId,
});

type ReportBody = Omit<BodyOf<Endpoints['failJob']>, 'reason' | 'message'>;

const reportOf = (body: ReportBody, rest: Pick<JobReport, 'failure' | 'result'>): JobReport => ({
  ...rest,
  exitCode: body.exitCode ?? null,
  stdout: body.stdout ?? '',
  stderr: body.stderr ?? '',
  stdoutTruncated: body.stdoutTruncated ?? false,
  stderrTruncated: body.stderrTruncated ?? false,
  usage: body.usage ?? {},
  credits: body.credits,
});

type ClaimCall = Pick<
  Call<Endpoints['claimJob']>,
  'body' | 'caller' | 'query' | 'isStillAdmitted' | 'gone' | 'writeValue'
>;
