import { shownOfJob } from '@pairspace/protocol/site';
import { Picture } from '../content/file.tsx';
import { JobAbout, JobFiles, jobInput, JobProgram, JobText, JobWarnings } from '../content/job-record.tsx';
import { JobStatusTag } from '../content/job-status.tsx';
import { TargetLink } from '../content/target-link.tsx';
import { jobTitle } from '../lib/job-title.ts';
import { Named } from '../ui/who.tsx';
import { WholeSource } from './file-views.tsx';
import type { ViewOf } from './view-of.ts';

/** A job: its program and input, its output, and the files that it wrote. */
export const JobView = ({ job, program, pictures }: ViewOf<'job'>) => {
  const input = jobInput(job);
  return (
    <section class="card card-text job" id={job.id}>
      <header class="job-head">
        <Named as="h2" dir="auto" name={jobTitle(job)} />
        <JobStatusTag status={job.status} />
      </header>
      <JobAbout job={job} />
      <JobText title="Output" text={job.stdout ?? ''} most={shownOfJob} isCut={job.stdoutTruncated ?? false} />
      <JobText title="Errors" text={job.stderr ?? ''} most={shownOfJob} isCut={job.stderrTruncated ?? false} />
      <JobFiles
        job={job}
        pictures={[...pictures].map(([path, address]) => (
          <TargetLink key={path} to={{ file: path }} class="picture-button">
            <Picture address={address} alt={path} />
          </TargetLink>
        ))}
      />
      <JobWarnings job={job} />
      <JobProgram input={input} isOpen={false}>
        {program && <WholeSource of={program} label="Program" />}
        {(input.program?.text.length ?? 0) > (program?.text.length ?? 0) && (
          <p class="faint small">The rest of it is in the export as JSON.</p>
        )}
      </JobProgram>
      <JobText title="Input" text={input.given} most={shownOfJob} />
    </section>
  );
};
