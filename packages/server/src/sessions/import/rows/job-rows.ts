import { AgentUsage, Job, jobAfterImport, Pool, utf8Bytes } from '@pairspace/protocol';
import { VerificationFailed } from '@pairspace/protocol/verify';
import type { LastRows, Row } from '../staged-rows.ts';
import { refuse } from './refuse.ts';
import { parseWith, type RowBuffer, timeOf } from './row-buffer.ts';

const mostOfUsage = 1e15;

/** Jobs, the pool, and its usage by agents. */
export class JobRows {
  readonly #buffer: RowBuffer;
  #jobs = 0;
  readonly #logged = new Map<string, Pick<Job, 'status' | 'seq'>>();
  /** The numbers of jobs that have not ended at this point of the log. */
  #now = { pending: 0, running: 0 };
  #pool: Pool | undefined;
  #agentUsage: AgentUsage[] = [];
  /** The newest job, whose output may still come. */
  #job: Record<string, unknown> | undefined;

  constructor(buffer: RowBuffer) {
    this.#buffer = buffer;
  }

  get #submitted(): number {
    return this.#agentUsage.reduce((sum, { jobs }) => sum + jobs, 0);
  }

  usage(given: unknown): void {
    const usage = parseWith(AgentUsage, given, 'The usage of the pool');
    this.#assertCredits(usage.credits);
    this.#agentUsage.push(usage);
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
    const logged = this.#logged.get(exported.id);
    this.#logged.delete(exported.id);
    if (logged?.seq !== exported.seq || logged.status !== exported.status) {
      throw new VerificationFailed('job', `The job ${exported.id} is not as its newest event has it.`, {
        seq: logged?.seq,
      });
    }
    this.#buffer.assertOurs(exported, 'job');
    this.#buffer.written.check('job', exported);
    const job = jobAfterImport(exported, this.#buffer.importedAt);
    const number = this.#submitted - this.#jobs++;
    if (number < 1 || job.credits > this.#buffer.limits.poolCredits) {
      refuse('The jobs do not fit the usage of the pool.');
    }
    const { texts, row } = rowOf(job, number);
    this.#buffer.countBytes([...texts, job.stdout, job.stderr].reduce((sum, text) => sum + utf8Bytes(text), 0));
    this.#buffer.put('job', row);
  }

  changed({ id, status }: Pick<Job, 'id' | 'status'>, seq: number): void {
    const before = this.#logged.get(id)?.status;
    for (const one of ['pending', 'running'] as const) {
      this.#now[one] += Number(status === one) - Number(before === one);
    }
    this.#logged.set(id, { status, seq });
    const { pending, running } = this.#now;
    this.#buffer.put('job_count', { seq, pending, running, ended: this.#logged.size - pending - running });
  }

  /** An earlier import at `seq` cancelled the jobs that had not ended, without events of their own. */
  imported(seq: number): void {
    for (const job of this.#logged.values()) {
      if (job.status === 'pending' || job.status === 'running') job.status = 'cancelled';
    }
    this.#now = { pending: 0, running: 0 };
    const ended = this.#logged.size;
    if (ended > 0) this.#buffer.put('job_count', { seq, pending: 0, running: 0, ended });
  }

  last(): LastRows {
    this.#putJob();
    if (this.#jobs !== this.#submitted || this.#logged.size > 0) {
      const [jobs, submitted] = [String(this.#jobs), String(this.#submitted)];
      refuse(`The export holds ${jobs} jobs, but its agents have submitted ${submitted}.`);
    }
    return {
      pool: this.#pool ? poolRow(this.#pool, this.#submitted) : null,
      agentUsage: this.#agentUsage.map(usageRow),
      jobs: this.#jobs,
    };
  }
}

const rowOf = (job: Job, number: number): { texts: string[]; row: Row } => {
  const texts = [job.input, job.result, job.outputs, job.warnings].map((value) => JSON.stringify(value ?? null));
  const [input = '', result = '', outputs = '', warnings = ''] = texts;
  const row = {
    id: job.id,
    number,
    seq: job.seq,
    type: job.type,
    label: job.label,
    status: job.status,
    agent_id: job.submittedBy.agentId,
    agent_name: job.submittedBy.agentName,
    input,
    limits: JSON.stringify(job.limits),
    cost: Math.round(job.cost * 1000),
    credits: Math.round(job.credits * 1000),
    attempt: job.attempt,
    max_attempts: job.maxAttempts,
    exit_code: job.exitCode,
    stdout: job.stdout,
    stderr: job.stderr,
    stdout_truncated: Number(job.stdoutTruncated),
    stderr_truncated: Number(job.stderrTruncated),
    result,
    error_reason: job.error?.reason ?? null,
    error_message: job.error?.message ?? null,
    outputs,
    warnings,
    usage: JSON.stringify(job.usage),
    worker: job.worker,
    progress: job.progress === null ? null : JSON.stringify(job.progress),
    created_at: Date.parse(job.createdAt),
    queued_at: Date.parse(job.createdAt),
    started_at: timeOf(job.startedAt),
    finished_at: timeOf(job.finishedAt),
  };
  return { texts, row };
};

const rounded = (value: number): number => Math.min(mostOfUsage, Math.round(value));

const usageRow = (agent: AgentUsage): Row => ({
  agent_id: agent.agentId,
  agent_name: agent.agentName,
  jobs: agent.jobs,
  completed: agent.completed,
  failed: agent.failed,
  cancelled: agent.cancelled + agent.pending + agent.running,
  credits: rounded(agent.credits * 1000),
  cpu_ms: rounded(agent.cpuMs),
  wall_ms: rounded(agent.wallMs),
  output_bytes: rounded(agent.outputBytes),
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
