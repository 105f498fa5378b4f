import type { Job, JobSummary } from '@pairspace/protocol';
import { JobAbout, JobFiles, jobInput, JobProgram, JobText, JobWarnings } from '../../content/job-record.tsx';
import { JobStatusTag } from '../../content/job-status.tsx';
import { jobTitle } from '../../lib/job-title.ts';
import { useJobOutput } from '../../lib/use-job-output.ts';
import { useLoaded } from '../../lib/use-loaded.ts';
import { CodeView } from '../../ui/code-view.tsx';
import { useAction } from '../../lib/use-action.ts';
import { isInHost } from '../../model/service.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Failure } from '../../ui/failure.tsx';
import { maySteer } from './session-controls.tsx';
import { Untaken } from './untaken.tsx';
import { JobProgressBar } from './job-progress.tsx';
import { PanelHead } from './panel-head.tsx';
import { calling } from '../../lib/calling.ts';
import { Button } from '../../ui/button.tsx';
import { useFeed, useShown } from './shown.ts';
import { Picture } from '../../content/file.tsx';
import { TargetLink } from '../../content/target-link.tsx';
import { shownPicture } from '../../lib/shown-picture.ts';

const shownPictures = 6;

const isPicture = ({ path, written }: JobSummary['outputs'][number]): boolean => written && /\.png$/i.test(path);

/** A picture in its newest version. Renders nothing for a file that is no picture, or too large to be shown. */
const LoadedPicture = ({ path }: { path: string }) => {
  const feed = useFeed();
  const { value } = useLoaded((signal) => feed.client.getFile({ sessionId: feed.sessionId, path }, { signal }), [path]);
  const address = value && shownPicture(value);
  if (address === undefined) return null;
  return (
    <TargetLink to={{ file: path }} class="picture-button">
      <Picture address={address} alt={path} />
    </TargetLink>
  );
};

/** The pictures among the files that a job wrote. */
const JobPictures = ({ job }: { job: JobSummary }) => (
  <>
    {job.outputs
      .filter(isPicture)
      .slice(0, shownPictures)
      .map(({ path }) => (
        <LoadedPicture key={path} path={path} />
      ))}
  </>
);

/** The number of characters of a job's output that are laid out. */
const mostCharacters = 100_000;

interface Written {
  stdout: string;
  stderr: string;
  isCut: readonly [stdout: boolean, stderr: boolean];
}

const OutputTools = ({ text }: { text: string }) => {
  const outputOf = (button: HTMLElement): Element | null => button.closest('h3')?.nextElementSibling ?? null;
  return (
    <span class="output-tools">
      <CopyButton label="Copy the output" text={text} />
      <button
        type="button"
        class="link"
        onClick={({ currentTarget }) => {
          outputOf(currentTarget)?.classList.toggle('is-unwrapped');
        }}
      >
        Wrap
      </button>
      <button
        type="button"
        class="link"
        onClick={({ currentTarget }) => {
          const output = outputOf(currentTarget);
          output?.scrollTo({ top: output.scrollHeight });
        }}
      >
        To the end
      </button>
    </span>
  );
};

const Output = ({ of: { stdout, stderr, isCut } }: { of: Written }) => (
  <>
    <JobText
      title="Output"
      text={stdout}
      most={mostCharacters}
      isCut={isCut[0]}
      tools={<OutputTools text={stdout} />}
    />
    <JobText
      title="Errors"
      text={stderr}
      most={mostCharacters}
      isCut={isCut[1]}
      tools={<OutputTools text={stderr} />}
    />
  </>
);

/** The input of a job: its program, and the rest. */
const Given = ({ job }: { job: Job }) => {
  const input = jobInput(job);
  return (
    <>
      <JobProgram input={input} isOpen>
        {input.program && <CodeView {...input.program} label="Program" />}
      </JobProgram>
      <JobText title="Input" text={input.given} most={mostCharacters} />
    </>
  );
};

/** Ends a job, for a person who steers. */
const StopJob = ({ job }: { job: JobSummary }) => {
  const { feed, moment } = useShown();
  const { isBusy, why, run } = useAction();
  if (moment.isPast || job.finishedAt !== null || !maySteer(feed)) return null;
  return (
    <>
      <Button
        class="button danger"
        aria-disabled={isBusy}
        act={calling(run, () => feed.client.steerSession({ sessionId: feed.sessionId, cancelJobs: [job.id] }))}
      >
        Stop
      </Button>
      <Failure why={why} />
    </>
  );
};

/** A job: its program, its output and its cost. */
export const JobView = ({ job }: { job: JobSummary }) => {
  const feed = useFeed();
  const { value, why } = useLoaded(
    (signal) => feed.client.getJob({ sessionId: feed.sessionId, jobId: job.id }, { signal }),
    [job.id, job.status],
  );
  const live = useJobOutput(feed, job);
  return (
    <div class="panel-open stack">
      <PanelHead title={jobTitle(value ?? job)}>
        <JobStatusTag status={job.status} />
        <StopJob job={job} />
      </PanelHead>
      <div class="panel-scroll" tabIndex={0} role="region" aria-label="Job">
        <JobAbout job={job} />
        <Untaken job={job} offersLine={!isInHost()} />
        <Failure why={why} />
        <JobProgressBar job={job} />
        {live && (
          <div role="log" aria-label="What it writes">
            <Output of={{ ...live, isCut: [live.isCut, live.isCut] }} />
            {live.failure !== undefined && <p class="failure">{live.failure}</p>}
          </div>
        )}
        {value && !live && <Output of={{ ...value, isCut: [value.stdoutTruncated, value.stderrTruncated] }} />}
        <JobFiles job={job} pictures={<JobPictures job={job} />} />
        <JobWarnings job={job} />
        {value && <Given job={value} />}
      </div>
    </div>
  );
};
