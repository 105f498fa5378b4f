import { ConnectionFailed, ServiceError, UnexpectedAnswer } from '@pairspace/client';
import { VerificationFailed } from '@pairspace/protocol/verify';
import { CommandError, type ExitCode, exitCodes, Unfinished, UsageError } from '../errors.ts';
import { inQuotes, taskRefusalWords } from '@pairspace/protocol';
import { peerLine, sizeText } from '../terminal/text.ts';

/** A failure in the words of the command: what happened, what to do next, how it exits. */
export interface Failure {
  exitCode: ExitCode;
  code: string;
  message: string;
  /** The message on one line, with the words of a service in quotation marks. */
  line: string;
  hint: string | undefined;
  details?: Record<string, unknown> | undefined;
  issued?: readonly string[];
}

/** Hints by `details.reason`, where it says more than the code. */
const hintsOfReasons: Readonly<Record<string, string>> = {
  session_completed: 'Reopen it: pairspace session --status active',
  session_full: 'Ask its creator for a seat (pairspace session --seats <n>), or watch: pairspace observe <link>',
  seats_taken: 'See who has them: pairspace session',
  agent_taken: 'Choose another name with --as, or take your seat back: pairspace recover',
  stale_version: 'Read the present version and write again: pairspace note show <note>',
  edit_not_found: 'The text to replace is not there. Read it again: pairspace note show, pairspace file get',
  edit_ambiguous: 'Give more of the text around it, or --all.',
  edit_overlaps:
    'Somebody has changed the same lines. Read them, then edit again: pairspace note show, pairspace file get',
  version_gone: 'That version is no longer kept. Read the present one and edit again.',
  create_key: 'Ask the operator for a key, and set PAIRSPACE_CREATE_KEY to it.',
  agent_key: 'The agentId is protected. Set PAIRSPACE_AGENT_KEY to its key, or choose another name with --as.',
  task_taken: 'See what is free: pairspace task list --ready',
  task_offered: 'See what is free: pairspace task list --ready',
  task_blocked: 'Do those first, or take another: pairspace task claim',
  task_ended: 'See its result: pairspace task show; its requester can open it: pairspace task reopen',
  task_state: 'See how it stands: pairspace task show',
  task_cycle: 'Leave out the --after that waits for this task.',
  ask_ended: 'See how it ended: pairspace asks <ask>',
  vouched: 'Ask the operator of the service: it answers, or vouches for you.',
  paths_taken: 'Ask the owner, or take another task; --overlap claims it all the same.',
  no_pool: 'Give the session a pool: pairspace pool --credits 1000',
  out_of_credits:
    'See what is left: pairspace pool. Cost less: pairspace run --credits 1; or enlarge it: pairspace pool --credits <n>',
  sandbox_off: 'Run it on a machine of yours (pairspace worker --help), or ask the operator.',
  runtime_refused: 'Run it on a machine of yours (pairspace worker --help), or ask the operator.',
};

const hintsOfCodes: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The token is not known any more. Take the seat back: pairspace recover, or join again.',
  FORBIDDEN: 'Ask an agent of the session, or join it: pairspace join <link>',
  NOT_FOUND: 'See what there is: pairspace note list, pairspace file ls, pairspace task list, pairspace read',
  VALIDATION_ERROR: 'pairspace <command> --help says what it takes.',
  RATE_LIMITED: 'Wait that long and repeat the command.',
  PAYLOAD_TOO_LARGE: 'Put it into several files or messages.',
  UNAVAILABLE: 'Nothing was stored. Repeat the command in a moment.',
  INTERNAL_ERROR: 'Repeat the command; if it fails again, give the request id to the operator.',
};

const exitOfStatus: Readonly<Record<number, ExitCode>> = {
  400: exitCodes.usage,
  401: exitCodes.refused,
  403: exitCodes.refused,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  413: exitCodes.limit,
  422: exitCodes.conflict,
  429: exitCodes.limit,
  503: exitCodes.unavailable,
};

/** The greatest number of characters shown of a sentence of a service. */
const mostWords = 400;

/** The words before a sentence that names something that others chose. */
const leads = [
  [ServiceError, 'The service says:'],
  [VerificationFailed, 'It is not verified:'],
] as const;

export const tellFailure = (error: unknown): Failure => {
  if (error instanceof Unfinished) {
    const failure = tellFailure(error.cause);
    return { ...failure, details: { ...failure.details, ...error.results }, issued: error.lines };
  }
  const failure = failureOf(error);
  const { message } = failure;
  const lead = leads.find(([kind]) => error instanceof kind)?.[1];
  return { ...failure, line: peerLine(lead === undefined ? message : `${lead} ${inQuotes(message, mostWords)}`) };
};

type Unworded = Omit<Failure, 'line'>;

const failureOf = (error: unknown): Unworded => {
  const { failed, unavailable, usage } = exitCodes;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof UsageError) return { exitCode: usage, code: 'USAGE', message, hint: undefined };
  if (error instanceof CommandError) {
    return { exitCode: error.exitCode, code: 'COMMAND', message, hint: error.hint };
  }
  if (error instanceof ServiceError) return ofService(error);
  if (error instanceof VerificationFailed) {
    const { reason, seq, member } = error;
    const hint =
      reason === 'unknown_key' ? 'Ask the service for its keys: pairspace verify <export> --service <url>' : undefined;
    return { exitCode: failed, code: 'VERIFICATION_FAILED', message, hint, details: { reason, seq, member } };
  }
  const hint = 'Check the address (--service, PAIRSPACE_URL) and the way there: pairspace doctor';
  if (error instanceof UnexpectedAnswer) {
    const begins = error.excerpt === '' ? '' : ` It begins: ${inQuotes(error.excerpt, 200)}`;
    return { exitCode: unavailable, code: 'NOT_PAIRSPACE', message: `${message}${begins}`, hint };
  }
  if (error instanceof ConnectionFailed) {
    const what = `The service cannot be reached. ${message}.`;
    return { exitCode: unavailable, code: 'UNREACHABLE', message: what, hint };
  }
  return ofSystem(error) ?? { exitCode: failed, code: 'FAILED', message, hint: undefined };
};

/** The faults of a file of this machine, by the error code of the operating system. */
const ofFiles: Readonly<Record<string, readonly [said: string, hint: string | undefined]>> = {
  ENOENT: ['is not there', 'Check the path; it begins in the folder where the command runs.'],
  EISDIR: ['is a folder', 'Name a file; a folder is shared file by file.'],
  ENOTDIR: ['leads through a file', 'Check the path.'],
  EEXIST: ['is there already', 'Choose another name, or replace it: --force'],
  EACCES: ['may not be read or written by you', undefined],
  EPERM: ['may not be read or written by you', undefined],
  EROFS: ['lies where nothing can be written', undefined],
  ENOSPC: ['cannot be written: the disk is full', undefined],
};

const ofSystem = (error: unknown): Unworded | undefined => {
  const { code = '', path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  const [said, hint] = (Object.hasOwn(ofFiles, code) ? ofFiles[code] : undefined) ?? [];
  if (said === undefined) return undefined;
  const name = path === undefined ? 'A file' : `"${path}"`;
  return { exitCode: exitCodes.failed, code, message: `${name} ${said}.`, hint };
};

const ofService = (error: ServiceError): Unworded => {
  const reason = error.details?.['reason'];
  const lacksRuntime = reason === 'sandbox_off' || reason === 'runtime_refused';
  // A service may send any word as its reason, even the name of a method of Object.
  const isKnown = typeof reason === 'string' && Object.hasOwn(hintsOfReasons, reason);
  const known = isKnown ? hintsOfReasons[reason] : hintsOfCodes[error.code];
  const named = taskRefusalWords(error.details);
  const hint = named === undefined || known === undefined ? known : `${named} ${known}`;
  const requestId = (error.cause as { requestId?: unknown } | undefined)?.requestId;
  const message =
    error.status === 500 && typeof requestId === 'string' ? `${error.message} (${requestId})` : plainMessage(error);
  const exitCode = lacksRuntime ? exitCodes.unavailable : (exitOfStatus[error.status] ?? exitCodes.failed);
  return { exitCode, code: error.code, message, hint, details: error.details };
};

/** The message of a refusal without prefixes such as `body.`, and with the size limit as a number. */
const plainMessage = ({ code, message, details }: ServiceError): string => {
  const said = message.replace(/(^|; )(?:body|query|path)\./g, '$1');
  const limit = code === 'PAYLOAD_TOO_LARGE' ? details?.['limitBytes'] : undefined;
  if (typeof limit !== 'number' || said.includes(String(limit))) return said;
  return `${said.replace(/\.?$/, '.')} At most ${sizeText(limit)} (${String(limit)} bytes).`;
};
