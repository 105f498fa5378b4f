import { ConnectionFailed, ServiceError, UnexpectedAnswer } from '@pairspace/client';
import { VerificationFailed } from '@pairspace/protocol/verify';
import { CommandError } from '../command-error.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { peerLine } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';

/** A failure in the words of the command: what happened, what to do next, how it exits. */
export interface Failure {
  exitCode: ExitCode;
  code: string;
  message: string;
  hint: string | undefined;
  details?: Record<string, unknown> | undefined;
}

/** Hints by `details.reason`, where it says more than the code. */
const hintsOfReasons: Readonly<Record<string, string>> = {
  session_completed: 'Reopen it: pairspace session --status active',
  session_full: 'Watch instead: pairspace observe <link>, or ask its agents for a seat.',
  agent_in_session: 'Choose another name with --as, or take your seat back: pairspace recover',
  stale_version: 'Read the present version and write again: pairspace note show <note>',
  edit_not_found: 'The text to replace is not there. Read it again: pairspace note show, pairspace file get',
  edit_ambiguous: 'Give more of the text around it, or --all.',
  edit_overlaps:
    'Somebody has changed the same lines. Read them, then edit again: pairspace note show, pairspace file get',
  version_gone: 'That version is no longer kept. Read the present one and edit again.',
  create_key: 'Ask the operator for a key, and set PAIRSPACE_CREATE_KEY to it.',
  agent_key: 'The agentId is protected. Set PAIRSPACE_AGENT_KEY to its key, or choose another name with --as.',
  no_pool: 'Give the session a budget: pairspace run --credits 100 …',
  out_of_credits: 'See what is left: pairspace run --help',
};

const hintsOfCodes: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'The token is not known any more. Take the seat back: pairspace recover, or join again.',
  FORBIDDEN: 'Ask an agent of the session, or join it: pairspace join <link>',
  NOT_FOUND: 'See what there is: pairspace note list, pairspace file ls, pairspace read',
  VALIDATION_ERROR: 'pairspace <command> --help says what it takes.',
  RATE_LIMITED: 'Wait that long and repeat the command.',
  PAYLOAD_TOO_LARGE: 'Put it into several files or messages.',
  UNAVAILABLE: 'Nothing was stored. Repeat the command in a moment.',
  INTERNAL_ERROR: 'Repeat the command; if it fails again, give the request id to the operator.',
};

const exitOfStatus: Readonly<Record<number, ExitCode>> = {
  401: exitCodes.refused,
  403: exitCodes.refused,
  404: exitCodes.notFound,
  409: exitCodes.conflict,
  413: exitCodes.limit,
  422: exitCodes.conflict,
  429: exitCodes.limit,
  503: exitCodes.unavailable,
};

export const tellFailure = (error: unknown): Failure => {
  if (error instanceof UsageError) {
    return { exitCode: exitCodes.usage, code: 'USAGE', message: error.message, hint: undefined };
  }
  if (error instanceof CommandError) {
    return { exitCode: error.exitCode, code: 'COMMAND', message: error.message, hint: error.hint };
  }
  if (error instanceof ServiceError) return ofService(error);
  if (error instanceof VerificationFailed) {
    const { message, reason, seq, member } = error;
    const hint =
      reason === 'unknown_key' ? 'Ask the service for its keys: pairspace verify <export> --service <url>' : undefined;
    return { exitCode: exitCodes.failed, code: 'VERIFICATION_FAILED', message, hint, details: { reason, seq, member } };
  }
  if (error instanceof UnexpectedAnswer) {
    const begins = error.excerpt === '' ? '' : ` It begins: ${peerLine(error.excerpt)}`;
    const message = `${error.message}${begins}`;
    return { exitCode: exitCodes.unavailable, code: 'NOT_PAIRSPACE', message, hint: otherService };
  }
  if (error instanceof ConnectionFailed) {
    return {
      exitCode: exitCodes.unavailable,
      code: 'UNREACHABLE',
      message: `The service cannot be reached. ${error.message}.`,
      hint: otherService,
    };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { exitCode: exitCodes.failed, code: 'FAILED', message, hint: undefined };
};

const otherService = 'Check the address (--service, PAIRSPACE_URL) and the way there: pairspace doctor';

const ofService = (error: ServiceError): Failure => {
  const reason = error.details?.['reason'];
  const hint = (typeof reason === 'string' ? hintsOfReasons[reason] : undefined) ?? hintsOfCodes[error.code];
  const requestId = (error.cause as { requestId?: unknown } | undefined)?.requestId;
  const message =
    error.status === 500 && typeof requestId === 'string' ? `${error.message} (${requestId})` : error.message;
  return {
    exitCode: exitOfStatus[error.status] ?? exitCodes.failed,
    code: error.code,
    message,
    hint,
    details: error.details,
  };
};
