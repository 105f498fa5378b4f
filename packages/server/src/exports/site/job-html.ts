import type { ExportedJob, Job } from '@pairspace/protocol';
import { timeHtml } from '../../events/entry-html.ts';
import { type Markup, markup } from '../../lib/markup.ts';
import { countText, factList, nameHtml, sizeHtml } from './facts.ts';

/** How much of a program, an input or an output is shown. */
const shownCharacters = 16 * 1024;
/** How many files of a job are listed. */
const shownFiles = 100;

/** Where the page of a file lies, as the address from the page of the jobs. Undefined for a file that is not there. */
export type LinkToFile = (path: string) => string | undefined;

/** One job: what ran with what, what it said, and the files that it wrote. */
export const jobHtml = (job: ExportedJob, linkToFile: LinkToFile): Markup => {
  const { id, type, status, submittedBy, credits, stdout, stderr, error, createdAt, finishedAt } = job;
  const { input, outputs = [], warnings = [] } = job as Partial<Pick<Job, 'input' | 'outputs' | 'warnings'>>;
  return markup`<section class="job">
<h2>${nameHtml(titleOf(job))} <small>by ${nameHtml(submittedBy.agentName)} · ${id.slice(-shownOfId)}</small> <span class="tag status-${status}">${status}</span></h2>
${factList([
  ['Type', type],
  ['Submitted', markup`${timeHtml(createdAt)} by ${nameHtml(submittedBy.agentName)}`],
  ['Finished', finishedAt !== null && timeHtml(finishedAt)],
  ['Credits', credits],
  ['Error', error !== null && markup`${error.reason}: ${error.message}`],
  ['Id', markup`<code>${id}</code>`],
])}${inputHtml(type, input)}${textHtml('Output', stdout)}${textHtml('Errors', stderr)}${filesHtml(outputs, linkToFile)}${
    warnings.length > 0 &&
    markup`<h3>Warnings</h3>
<ul>${warnings.map((warning) => markup`<li>${warning}</li>`)}</ul>
`
  }</section>
`;
};

const shownOfId = 6;
const titleCharacters = 80;

/** What tells one job from the next: its label, or the first line of its program that says something. */
const titleOf = (job: ExportedJob): string => {
  const { input } = job as Partial<Pick<Job, 'input'>>;
  const { code } = (typeof input === 'object' && input !== null ? input : {}) as { code?: unknown };
  const lines = typeof code === 'string' && isText(job.type, input as object) ? code.split('\n', 50) : [];
  const first = lines.map((line) => line.trim()).find((line) => /[\p{L}\p{N}]/u.test(line));
  return job.label ?? first?.slice(0, titleCharacters) ?? job.type;
};

/** The program, folded up, and what else the job was given. */
const inputHtml = (type: string, input: unknown): readonly (Markup | false)[] => {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return [textHtml('Input', input === undefined || input === null ? null : JSON.stringify(input))];
  }
  const { code, ...rest } = input as { code?: unknown; codeEncoding?: unknown };
  const program = typeof code === 'string' && (isText(type, rest) ? foldedHtml('Program', code) : moduleNotice);
  const given = typeof code === 'string' ? rest : input;
  return [program, textHtml('Input', Object.keys(given).length === 0 ? null : JSON.stringify(given, null, 2))];
};

/** A module of WebAssembly is in base64 unless it says otherwise. */
const isText = (type: string, { codeEncoding }: { codeEncoding?: unknown }): boolean =>
  type !== 'wasm' || codeEncoding === 'wat';

const moduleNotice = markup`<p class="soft">The program is a WebAssembly module. The export as JSON has it.</p>\n`;

const foldedHtml = (title: string, text: string): Markup | false =>
  text !== '' &&
  markup`<details>
<summary>${title}, ${countText(text.split('\n').length, 'line')}</summary>
${preHtml(text)}</details>
`;

const textHtml = (title: string, text: string | null): Markup | false =>
  text !== null &&
  text !== '' &&
  markup`<h3>${title}</h3>
${preHtml(text)}`;

const preHtml = (text: string): Markup => markup`<pre><code>${text.slice(0, shownCharacters)}</code></pre>
${text.length > shownCharacters && markup`<p class="soft">The rest of it is in the export as JSON.</p>`}`;

const filesHtml = (outputs: Job['outputs'], linkToFile: LinkToFile): Markup | false =>
  outputs.length > 0 &&
  markup`<h3>Files it wrote</h3>
<ul>${outputs.slice(0, shownFiles).map(({ path, bytes, written, error }) => {
    const address = written ? linkToFile(path) : undefined;
    const name = nameHtml(path);
    return markup`<li>${address === undefined ? name : markup`<a href="${address}">${name}</a>`} ${sizeHtml(bytes)}${
      error !== null && `: ${error}`
    }</li>`;
  })}</ul>
${outputs.length > shownFiles && markup`<p class="soft">and ${countText(outputs.length - shownFiles, 'other')}</p>`}`;
