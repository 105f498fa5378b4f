import type { Job, JobSummary } from '@pairspace/protocol';
import { jobTitle } from '../../lib/describe-event.ts';
import { count, duration, withUnit } from '../../lib/format.ts';
import { useJobOutput } from '../../lib/use-job-output.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { visibleText } from '../../lib/visible.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { When } from '../../ui/when.tsx';
import { Name } from '../../ui/who.tsx';
import { JobOutputs } from './job-outputs.tsx';
import { JobProgressBar } from './job-progress.tsx';
import { JobStatusTag } from './job-status.tsx';
import { PanelHead } from './panel-head.tsx';
import type { Shared } from './place.ts';

const endings: Readonly<Record<string, string>> = { javascript: 'js', python: 'py', wasm: 'wat' };

/** The program of a job, or whatever else it was given. */
const Program = ({ job }: { job: Job }) => {
  const input = job.input as { code?: unknown; file?: unknown } | null | undefined;
  if (typeof input?.code === 'string')
    return (
      <>
        <h3 class="label">Program</h3>
        <CodeView text={input.code} path={`program.${endings[job.type] ?? 'txt'}`} label="Program" />
      </>
    );
  const given = input ? JSON.stringify(input, null, 2) : undefined;
  if (given === undefined) return null;
  return (
    <>
      <h3 class="label">{typeof input?.file === 'string' ? 'Program in a file' : 'Input'}</h3>
      <CodeView text={given} path="input.json" label="Input" />
    </>
  );
};

const Output = ({ title, text, isCut }: { title: string; text: string; isCut: boolean }) =>
  text === '' ? null : (
    <>
      <h3 class="label">
        {title}
        {isCut && ', cut'}
      </h3>
      <pre class="output" tabIndex={0} aria-label={title}>
        {visibleText(text.slice(0, 100_000))}
      </pre>
    </>
  );

/** One job: what ran, what came out, and what it cost. */
export const JobView = ({ shared, job }: { shared: Shared; job: JobSummary }) => {
  const { feed } = shared;
  const { value, state, ...rest } = useLoaded(
    (signal) => feed.client.getJob({ sessionId: feed.sessionId, jobId: job.id }, { signal }),
    [job.id, job.status],
  );
  const live = useJobOutput(feed, job);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Waited', duration(job.usage.queueMs)],
    ['Ran', job.finishedAt === null ? undefined : duration(job.usage.wallMs)],
    ['Processor', duration(job.usage.cpuMs)],
    ['Memory', job.usage.peakMemoryMb > 0 ? withUnit(count(job.usage.peakMemoryMb), 'MB') : undefined],
    ['Credits', job.finishedAt === null ? `${count(job.cost)} reserved` : count(job.credits)],
    ['Exit', job.exitCode === null ? undefined : String(job.exitCode)],
  ];
  return (
    <div class="panel-open">
      <PanelHead shared={shared} title={jobTitle(job)}>
        <JobStatusTag status={job.status} />
      </PanelHead>
      <div class="panel-scroll" tabIndex={0} role="region" aria-label="Job">
        <p class="small dim by">
          <span class="mono">{job.type}</span> by <Name>{job.submittedBy.agentName}</Name>, <When at={job.createdAt} />
        </p>
        {job.error && (
          <p class="failure">
            {job.error.reason}: {visibleText(job.error.message)}
          </p>
        )}
        <dl class="facts">
          {facts.map(
            ([name, text]) =>
              text !== undefined && (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd class="num">{text}</dd>
                </div>
              ),
          )}
        </dl>
        {state === 'failed' && 'why' in rest && <p class="failure">{rest.why}</p>}
        <JobProgressBar shared={shared} job={job} />
        {live && (
          <div role="log" aria-label="What it writes">
            <Output title="Output" text={live.stdout} isCut={live.isCut} />
            <Output title="Errors" text={live.stderr} isCut={live.isCut} />
            {live.failure !== undefined && <p class="failure">{live.failure}</p>}
          </div>
        )}
        {value && !live && (
          <>
            <Output title="Output" text={value.stdout} isCut={value.stdoutTruncated} />
            <Output title="Errors" text={value.stderr} isCut={value.stderrTruncated} />
          </>
        )}
        <JobOutputs job={job} shared={shared} />
        {value && <Program job={value} />}
      </div>
    </div>
  );
};
