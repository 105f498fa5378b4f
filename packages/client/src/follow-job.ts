import { endpoints, type Job, type JobProgress, type OutputStream, type ResultOf } from '@pairspace/protocol';
import { isOutage, mayPass } from './answer.ts';
import { callEndpoint } from './call-endpoint.ts';
import type { Connection } from './connection.ts';
import { persist } from './persist.ts';
import type { AnyRequest } from './request.ts';

export interface FollowJob {
  sessionId: string;
  jobId: string;
  signal?: AbortSignal | undefined;
}

/** News of a job: new output, progress, or its end. */
export type JobNews =
  | { kind: 'output'; stream: OutputStream; since: number; text: string }
  | { kind: 'progress'; progress: JobProgress }
  | { kind: 'end'; job: Job };

/** The wait is bounded, because a job without output may still make progress. */
const waitSeconds = 10;
/** The shortest time between two requests, for a service that does not hold requests. */
const shortestWaitMs = 500;
const streams = ['stdout', 'stderr'] as const;

type OutputPage = ResultOf<typeof endpoints.readJobOutput>;

/**
 * The output of a job on both streams and its progress, live; the last item is its end (LIVE-1, LIVE-5). The iteration
 * survives outages.
 */
export async function* followJob(
  connection: Connection,
  { sessionId, jobId, signal }: FollowJob,
): AsyncGenerator<JobNews, void, undefined> {
  const over = new AbortController();
  const ended = signal ? AbortSignal.any([signal, over.signal]) : over.signal;
  const params = { sessionId, jobId };
  const persistence = { pause: connection.pause, signal: ended, isTransient: mayPass };
  const read = async (endpoint: (typeof endpoints)['getJob' | 'readJobOutput'], query: AnyRequest['query'] = {}) => {
    const call = (options: AnyRequest) => callEndpoint(connection, endpoint, { params, query, ...options });
    const answer = await persist(call, persistence);
    persistence.isTransient = isOutage;
    return answer;
  };
  const readNext = async (stream: OutputStream, since: number) => {
    const askedAt = performance.now();
    const page = (await read(endpoints.readJobOutput, { stream, since, wait: waitSeconds })) as OutputPage;
    const leftMs = shortestWaitMs - (performance.now() - askedAt);
    if (page.text === '' && !page.ended && leftMs > 0) await connection.pause(leftMs, ended);
    return page;
  };
  const readJob = async () => (await read(endpoints.getJob)) as Job;
  const reads = new Map(streams.map((stream) => [stream, readNext(stream, 0)]));
  let told = 'null';
  try {
    while (reads.size > 0) {
      const { stream, since, text, next, ended: isEnd } = await Promise.race(reads.values());
      if (isEnd) reads.delete(stream);
      else reads.set(stream, readNext(stream, next));
      if (text !== '') yield { kind: 'output', stream, since, text };
      const { progress } = await readJob();
      if (progress && JSON.stringify(progress) !== told) yield { kind: 'progress', progress };
      told = JSON.stringify(progress);
    }
    yield { kind: 'end', job: await readJob() };
  } finally {
    over.abort();
    await Promise.allSettled(reads.values());
  }
}
