import type { BodyOf, Endpoints, Job, JobSummary, Limits } from '@pairspace/protocol';
import { actorOf } from '../access/caller.ts';
import type { Bus } from '../events/bus.ts';
import { Answer, StreamedAnswer } from '../http/dispatch/answer.ts';
import type { Bind, Call } from '../http/dispatch/call.ts';
import { NothingToClaim } from '../http/dispatch/nothing-to-claim.ts';
import type { RateLimit } from '../limits/rate-limit.ts';
import type { Queries, Storage } from '../storage/storage.ts';
import { rememberClaimed } from './claimed-types.ts';
import type { ComputeBackend } from './compute-backend.ts';
import { configurePool, issueWorkerToken } from './change-pool.ts';
import { endJob, type JobReport } from './end-job.ts';
import { getCompute } from './get-compute.ts';
import { hasEnded, presentJob, readJob } from './job-store.ts';
import { openLease, renewal } from './lease-inputs.ts';
import { type Claim, claimJob, type LeaseRef, releaseJob, renewLease } from './leases.ts';
import { listJobs } from './list-jobs.ts';
import { appendOutput, outputTopic, readOutput } from './live-output.ts';
import type { OutputRules } from './place-outputs.ts';
import { findPoolRow } from './pool-store.ts';
import { type TurnFilter, waitForTurn, wakeUpTopic } from './scheduler.ts';
import { type SteeringParts, steerSession } from './steer-session.ts';
import { cancelJob } from './stop-job.ts';
import { submitJob } from './submit-job.ts';
import { type Output, uploadOutput } from './uploads.ts';

export interface ComputeRoutes extends OutputRules, Pick<SteeringParts, 'setSession'> {
  /**
   * Why an output is withheld: it would show a secret. Undefined for other outputs. The check must come before the
   * transaction that stores the output.
   */
  screenOutput: (sessionId: string, output: Output) => Promise<string | undefined>;
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  storage: Pick<Storage, 'read' | 'write'>;
  bus: Bus;
  backend: ComputeBackend;
  limits: Limits;
  now: () => number;
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
    const by = { sessionId: caller.sessionId, actor: actorOf(caller) };
    return write(async (tx) => {
      const { pool, isNew } = await configurePool(tx, by, body, backend);
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
      async () => presentJob(await readJob(read, { sessionId: params.sessionId, id: params.jobId })),
      ({ status }) => !hasEnded(status),
    );
    return result;
  });
  bind(endpoints.readJobOutput, async ({ params, query, longPoll }) => {
    const { result } = await longPoll(
      query.wait,
      () => readOutput(read, { sessionId: params.sessionId, id: params.jobId }, query),
      // If the output was restarted, the reader is told at once; otherwise the reader would miss the beginning.
      ({ since, text, ended }) => text === '' && !ended && since === (query.since ?? 0),
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
    let tooLarge: string | undefined;
    const hasRoom = ({ type, limits }: JobSummary): boolean => {
      tooLarge = !host || host.hasRoom(type, limits.memoryMb) ? undefined : type;
      return tooLarge === undefined;
    };
    const wanted = { ...choice, worker, holder: host?.holder ?? null, leaseMs: jobLeaseMs, hasRoom };
    const waitMs = (call.query.wait ?? 0) * 1000;
    // A claim that is repeated with its Idempotency-Key gets its lease at once, and does not wait for another job.
    let lease = await takeLease(call, wanted, gone);
    if (!lease && waitMs > 0) {
      await waitForTurn(choice, {
        read,
        bus,
        waitMs,
        pollMs: host && routes.pollInterval(routes.computePollMs),
        signal: gone,
        takeWaitSlot: call.takeWaitSlot,
        isStillAdmitted: call.isStillAdmitted,
      });
      lease = await takeLease(call, wanted, gone);
    }
    // Another node may have room for the job.
    if (tooLarge !== undefined) bus.notify(wakeUpTopic({ provider: 'sandbox', type: tooLarge }));
    return lease ? answerLease(routes, lease) : { lease };
  };
  bind(endpoints.claimJob, (call) => claim(call, call.params.sessionId));
  bind(endpoints.claimAnyJob, (call) => claim(call));
};

const bindLeases = ({ bind, endpoints, read, jobLeaseMs, jobQueueTtlMs }: ComputeRoutes): void => {
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
  bind(endpoints.releaseJob, async ({ params, body, writeValue }) => {
    const key = leaseOf(params, body);
    await writeValue((tx) => releaseJob(tx, key, jobQueueTtlMs));
    return presentJob(await readJob(read, key));
  });
};

/**
 * The endpoints with which a worker uploads the outputs of a job and reports its end. A job may be large, so the job is
 * not stored for the Idempotency-Key: a repetition reads the job again.
 */
const bindReports = (routes: ComputeRoutes): void => {
  const { bind, endpoints, read } = routes;
  bind(endpoints.uploadJobOutput, async ({ params, body, write }) => {
    const output = { path: params.path, ...body };
    const secret = await routes.screenOutput(params.sessionId, output);
    const kept = secret === undefined ? output : { ...output, error: secret, bytes: bytesOf(body) };
    return write((tx) => uploadOutput(tx, leaseOf(params, body), kept));
  });
  type ReportCall = Pick<Call<Endpoints['completeJob'] | Endpoints['failJob']>, 'params' | 'body' | 'writeValue'>;
  const end = async ({ params, body, writeValue }: ReportCall, report: JobReport): Promise<Job> => {
    const key = leaseOf(params, body);
    await writeValue((tx) => endJob(tx, key, report, routes));
    return presentJob(await readJob(read, key));
  };
  bind(endpoints.completeJob, (call) =>
    end(call, reportOf(call.body, { failure: null, result: call.body.result ?? null })),
  );
  bind(endpoints.failJob, (call) => {
    const { reason, message = 'The worker reported a failure.' } = call.body;
    return end(call, reportOf(call.body, { failure: { reason, message }, result: null }));
  });
};

const bytesOf = ({ content = '', encoding }: BodyOf<Endpoints['uploadJobOutput']>): number =>
  Buffer.byteLength(content, encoding === 'base64' ? encoding : 'utf8');

/** Claims a job. Returns null if there is no job, or if the caller has left. */
const takeLease = (call: ClaimCall, claim: Claim, gone: AbortSignal): Promise<LeaseRef | null> =>
  call
    .writeValue(async (tx) => {
      const claimed = gone.aborted ? undefined : await claimJob(tx, claim);
      if (!claimed) throw new NothingToClaim();
      return claimed;
    }, turnsFirst)
    .catch(NothingToClaim.asNull);

/** Streams the lease with its inputs, and renews the lease meanwhile. */
const answerLease = async ({ read, storage, now, jobLeaseMs }: ComputeRoutes, lease: LeaseRef) => {
  const { leaseId, sessionId, jobId: id } = lease;
  const renew = () =>
    storage.write((tx) => renewLease(tx, { sessionId, id, leaseId }, jobLeaseMs), {
      session: sessionId,
      durable: false,
    });
  return StreamedAnswer.data(await openLease(read, lease, renewal(lease, { now, renew })));
};

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
  'body' | 'caller' | 'query' | 'takeWaitSlot' | 'isStillAdmitted' | 'gone' | 'writeValue'
>;
