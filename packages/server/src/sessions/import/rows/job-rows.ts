import { canonicalJson, Job, jobAfterImport, type JobSummary, Pool, utf8Bytes } from '@pairspace/protocol';
import { VerificationFailed } from '@pairspace/protocol/verify';
import type { LastRows, Row } from '../staged-rows.ts';
import { refuse } from './refuse.ts';
import { parseWith, type RowBuffer, timeOf } from './row-buffer.ts';

/** Jobs and the pool. */
export class JobRows {
  readonly #buffer: RowBuffer;
  /** The jobs by id, as the log leaves them. */
  readonly #logged = new Map<string, JobSummary>();
  /** The jobs that the export has held so far. */
  readonly #held = new Set<string>();
  #pool: Pool | undefined;
  /** The newest job, whose output may still come. */
  #job: Record<string, unknown> | undefined;

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  #assertCredits(credits: number): void {
    if (credits > this.#buffer.limits.poolCredits) refuse('More credits were used than a pool may have here.');
  }

  pool(given: unknown): void {
    const pool = parseWith(Pool, given, 'The pool');
    this.#buffer.written.check('compute', pool);
    this.#assertCredits(pool.usedCredits);
    this.#pool = pool;
  }

  changed(job: JobSummary): void {
    this.#logged.set(job.id, job);
  }

  /** An import at `seq` cancels the jobs that have not ended, without events of their own (IMP-6). */
  imported(seq: number, at: string): void {
    for (const job of this.#logged.values()) {
      const after = jobAfterImport(job, at);
      if (after === job) continue;
      this.#logged.set(job.id, after);
      const state = { kind: 'job', id: job.id, endedAt: Date.parse(at), data: canonicalJson(after) } as const;
      this.#buffer.keepState(seq, state);
    }
  }

  /** Jobs come from the newest to the oldest. */
  job(given: Readonly<Record<string, unknown>>): void {
    this.#putJob();
    this.#job = { stdout: '', stderr: '', ...given };
  }

  /** A part of the output of the newest job. */
  output({ jobId, stream, text }: Readonly<Record<string, unknown>>): void {
    const job = this.#job;
    const isRight = (stream === 'stdout' || stream === 'stderr') && typeof text === 'string';
    if (!isRight || job?.['id'] !== jobId) return refuse('A part of an output does not belong to the job before it.');
    if (job) job[stream] = `${String(job[stream])}${text}`;
  }

  #putJob(): void {
    if (!this.#job) return;
    const exported = parseWith(Job, this.#job, 'A job');
    this.#job = undefined;
    const { id, seq, status, stdout, stderr } = exported;
    const logged = this.#logged.get(id);
    if (!logged || this.#held.has(id) || logged.seq !== seq || logged.status !== status) {
      throw new VerificationFailed('job', `The job ${id} is not as its newest event has it.`, { seq: logged?.seq });
    }
    this.#buffer.assertOurs(exported, 'job');
    this.#buffer.written.check('job', exported);
    const number = this.#logged.size - this.#held.size;
    this.#held.add(id);
    this.#assertCredits(logged.credits);
    const input = JSON.stringify(exported.input ?? null);
    const parts = [logged.result ?? null, logged.outputs, logged.warnings].map((part) => JSON.stringify(part));
    this.#buffer.countBytes([input, stdout, stderr, ...parts].reduce((sum, text) => sum + utf8Bytes(text), 0));
    const row = rowOf(jobAfterImport(logged, this.#buffer.importedAt));
    this.#buffer.put('job', { ...row, number, input, stdout, stderr });
  }

  /** Ends what the import at `seq` leaves open. */
  last(seq: number): LastRows {
    this.#putJob();
    const [held, logged] = [this.#held.size, this.#logged.size];
    if (held !== logged) refuse(`The export holds ${String(held)} jobs, but its log has ${String(logged)}.`);
    this.imported(seq, this.#buffer.importedAt);
    return { pool: this.#pool ? poolRow(this.#pool, logged) : null };
  }
}

const rowOf = (job: JobSummary): Row => ({
  id: job.id,
  type: job.type,
  status: job.status,
  agent_id: job.submittedBy.agentId,
  cost: Math.round(job.cost * 1000),
  credits: Math.round(job.credits * 1000),
  progress: job.progress === null ? null : JSON.stringify(job.progress),
  queued_at: Date.parse(job.createdAt),
  started_at: timeOf(job.startedAt),
});

const poolRow = (pool: Pool, jobs: number): Row => {
  const credits = (value: number): number => Math.round(value * 1000);
  return {
    provider: pool.provider,
    total_credits: credits(pool.totalCredits),
    used_credits: credits(pool.usedCredits),
    agent_credits: pool.perAgentCredits === null ? null : credits(pool.perAgentCredits),
    max_running: pool.maxConcurrentJobs,
    max_pending: pool.maxQueuedJobs,
    defaults: JSON.stringify(pool.defaults),
    last_number: jobs,
    created_at: Date.parse(pool.createdAt),
    updated_at: Date.parse(pool.updatedAt),
  };
};
