import type { JobSummary, SandboxType } from '@pairspace/protocol';
import { whyUntaken } from '../../lib/for-you.ts';
import { useNow } from '../../lib/use-now.ts';
import { baseUrl } from '../../model/service.ts';
import { CopyBox } from '../../ui/copy-box.tsx';
import { useShown } from './shown.ts';

/**
 * The sandbox types, as in the protocol package. An import of the list there would bring all job schemas into the page.
 */
const runtimes: readonly string[] = ['javascript', 'python', 'wasm'] satisfies SandboxType[];

/**
 * The command line that takes jobs of this type. `pairspace worker` runs only the sandbox types. Other types are for a
 * program of somebody's own, which begins with a claim.
 */
const workerLine = (sessionId: string, type: string): string =>
  runtimes.includes(type)
    ? `pairspace worker --url ${baseUrl} --session ${sessionId} --types ${type}`
    : `curl '${baseUrl}/api/sessions/${sessionId}/compute/jobs/claim?wait=30' \\\n  -H "authorization: Bearer $PAIRSPACE_TOKEN" \\\n  -H 'content-type: application/json' \\\n  -d '{"types":["${type}"]}'`;

interface UntakenProps {
  job: JobSummary;
  /** Whether to show the command line that starts a worker. */
  offersLine?: boolean;
}

/** Says that nobody takes a job that waits, and when it expires. */
export const Untaken = ({ job, offersLine = false }: UntakenProps) => {
  const { feed, moment } = useShown();
  const now = useNow(5000);
  const says = moment.isPast ? undefined : whyUntaken(job, now);
  if (says === undefined) return null;
  return (
    <>
      <span class="small failure">Waits: {says}</span>
      {offersLine && (
        <>
          <p class="small dim">
            A <a href="docs/guides/workers">worker</a> takes it with this line, and the session’s worker token in
            PAIRSPACE_TOKEN:
          </p>
          <CopyBox label="Line of a worker" text={workerLine(feed.sessionId, job.type)} />
        </>
      )}
    </>
  );
};
