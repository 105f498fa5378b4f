import { type Job, type JobSummary, visibleLine, visibleText } from '@pairspace/protocol';
import type { ComponentChildren } from 'preact';
import { bytes, count, creditsText, duration, plural, withUnit } from '../lib/format.ts';
import { inputOf, type Program, programOf } from '@pairspace/protocol/site';
import { readAnsi } from '../lib/ansi.ts';
import { shortId } from '../lib/job-title.ts';
import { When } from '../ui/when.tsx';
import { Name } from '../ui/who.tsx';
import { TargetLink } from './target-link.tsx';

/** The shown fields of a job. Jobs of workers may lack values that the sandbox measures. */
export type RecordedJob = Pick<
  JobSummary,
  'id' | 'type' | 'status' | 'submittedBy' | 'credits' | 'createdAt' | 'finishedAt'
> & { error: { reason: string; message: string } | null } & Partial<
    Pick<Job, 'cost' | 'usage' | 'exitCode' | 'outputs' | 'warnings' | 'input'>
  >;

type Fact = readonly [name: string, says: string | undefined];

const factsOf = ({
  usage: measured,
  status,
  cost,
  credits,
  finishedAt,
  exitCode = null,
}: RecordedJob): readonly Fact[] => {
  const hasEnded = finishedAt !== null;
  // A waiting job has used nothing, and its waiting time is measured when it begins.
  const usage = status === 'pending' ? undefined : measured;
  return [
    ['Waited', usage && duration(usage.queueMs)],
    ['Ran', usage && hasEnded ? duration(usage.wallMs) : undefined],
    ['Processor', usage && duration(usage.cpuMs)],
    ['Memory', usage && usage.peakMemoryMb > 0 ? withUnit(count(usage.peakMemoryMb), 'MB') : undefined],
    ['Credits', hasEnded || cost === undefined ? creditsText(credits) : `${creditsText(cost)} reserved`],
    ['Exit', exitCode === null ? undefined : String(exitCode)],
  ];
};

/** The submitter and the time of a job, its cost, and the reason of its failure. */
export const JobAbout = ({ job }: { job: RecordedJob }) => (
  <>
    <p class="small dim by">
      <span class="mono">{visibleLine(job.type)}</span> by <Name>{job.submittedBy.agentName}</Name>,{' '}
      <When at={job.createdAt} isWhole /> · <span class="mono">{shortId(job.id)}</span>
    </p>
    {job.error && (
      <p class="failure">
        {visibleLine(job.error.reason)}: {visibleText(job.error.message)}
      </p>
    )}
    <dl class="facts">
      {factsOf(job).map(
        ([name, says]) =>
          says !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd class="num">{says}</dd>
            </div>
          ),
      )}
    </dl>
  </>
);

interface JobTextProps {
  title: string;
  text: string;
  /** The greatest number of characters that are shown. */
  most: number;
  isCut?: boolean;
  /** The buttons beside the title. */
  tools?: ComponentChildren;
}

/** The output of a job, or its input. */
export const JobText = ({ title, text, most, isCut = false, tools }: JobTextProps) =>
  text === '' ? null : (
    <>
      <h3 class="label">
        {title}
        {(isCut || text.length > most) && ', cut'}
        {tools}
      </h3>
      <pre class="output" tabIndex={0} aria-label={title}>
        {readAnsi(text.slice(0, most)).map(({ text: piece, style }, index) =>
          style === '' ? (
            visibleText(piece)
          ) : (
            <span key={index} class={style}>
              {visibleText(piece)}
            </span>
          ),
        )}
      </pre>
    </>
  );

const shownOutputs = 100;

/** The files that a job wrote. `pictures` shows the pictures among them. */
export const JobFiles = ({ job: { outputs = [] }, pictures }: { job: RecordedJob; pictures: ComponentChildren }) =>
  outputs.length === 0 ? null : (
    <>
      <h3 class="label">Files it wrote</h3>
      {pictures}
      <ul class="plain">
        {outputs.slice(0, shownOutputs).map(({ path, bytes: size, written, error }) => (
          <li key={path}>
            <TargetLink to={written ? { file: path } : undefined} class={written ? 'link' : undefined}>
              <Name dir="ltr">{path}</Name>
            </TargetLink>{' '}
            <span class="faint small">{bytes(size)}</span>{' '}
            {error !== null && <span class="failure">{visibleText(error)}</span>}
          </li>
        ))}
      </ul>
      {outputs.length > shownOutputs && <p class="faint small">and {plural(outputs.length - shownOutputs, 'other')}</p>}
    </>
  );

/** The warnings of a job, for example about patterns without a match. */
export const JobWarnings = ({ job: { warnings = [] } }: { job: RecordedJob }) =>
  warnings.length === 0 ? null : (
    <>
      <h3 class="label">Warnings</h3>
      <ul class="plain">
        {warnings.map((warning) => (
          <li key={warning}>{visibleText(warning)}</li>
        ))}
      </ul>
    </>
  );

/** The input of a job: its program, and the rest of the input as indented JSON. */
interface JobInput {
  program: Program | undefined;
  /** Whether the program is a WebAssembly module, which is not text. */
  isModule: boolean;
  given: string;
}

export const jobInput = ({ type, input }: Pick<RecordedJob, 'type' | 'input'>): JobInput => {
  const { code, ...rest } = inputOf(input);
  const program = programOf(type, input);
  const given = typeof code === 'string' ? rest : (input ?? {});
  const isNothing = typeof given === 'object' && Object.keys(given).length === 0;
  return {
    program,
    isModule: typeof code === 'string' && !program,
    given: isNothing ? '' : JSON.stringify(given, null, 2),
  };
};

/** The program of a job, which the reader can fold. */
interface JobProgramProps {
  input: JobInput;
  isOpen: boolean;
  /** The text of the program. */
  children: ComponentChildren;
}

export const JobProgram = ({ input: { program, isModule }, isOpen, children }: JobProgramProps) => {
  if (isModule) return <p class="faint small">The program is a WebAssembly module. The export as JSON has it.</p>;
  if (!program || program.text === '') return null;
  return (
    <details class="fold" open={isOpen}>
      <summary>Program, {plural(program.text.split('\n').length, 'line')}</summary>
      {children}
    </details>
  );
};
