import type { JobSummary } from '@pairspace/protocol';
import { useEffect, useState } from 'preact/hooks';
import { sayFailure } from '../model/service.ts';
import type { SessionFeed } from '../model/session-feed.ts';

/** The output of a running job so far: the newest characters of each stream, as far as a page can show them. */
export interface JobOutput {
  stdout: string;
  stderr: string;
  /** Whether the beginning of a stream is left out. */
  isCut: boolean;
  /** Why no more output comes, if following the job failed. */
  failure?: string | undefined;
}

const shownCharacters = 100_000;
const pauseMs = 100;
const nothing: JobOutput = { stdout: '', stderr: '', isCut: false };

const isOver = ({ status }: JobSummary): boolean => status !== 'pending' && status !== 'running';

/** Follows the output of a job while the job runs. Undefined once the job has ended: its record then has the output. */
export const useJobOutput = ({ client, sessionId }: SessionFeed, job: JobSummary): JobOutput | undefined => {
  const [output, setOutput] = useState(nothing);
  const hasEnded = isOver(job);
  useEffect(() => {
    if (hasEnded) return;
    const left = new AbortController();
    let newest = nothing;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setOutput(newest);
      }, pauseMs);
    };
    const follow = async (): Promise<void> => {
      for await (const news of client.followJob({ sessionId, jobId: job.id, signal: left.signal })) {
        if (news.kind !== 'output') continue;
        const text = newest[news.stream] + news.text;
        const isCut = newest.isCut || text.length > shownCharacters;
        newest = { ...newest, [news.stream]: text.slice(-shownCharacters), isCut };
        show();
      }
    };
    follow().catch((error: unknown) => {
      if (left.signal.aborted) return;
      newest = { ...newest, failure: sayFailure(error) };
      show();
    });
    return () => {
      left.abort();
      clearTimeout(timer);
    };
  }, [job.id, hasEnded]);
  return hasEnded ? undefined : output;
};
