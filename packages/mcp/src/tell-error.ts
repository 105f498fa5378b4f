import { ServiceError } from '@pairspace/client';
import { inQuotes, oneLine, taskRefusalWords, word } from '@pairspace/protocol';
import { Envelope } from './envelope.ts';

const mostCharacters = 400;

/** The next step after a refusal, by `details.reason` and then by code. */
const nextSteps: Readonly<Record<string, string>> = {
  session_completed: 'Reopen it with pairspace_session status active.',
  session_full: 'Ask its creator, who adds seats with pairspace_session seats.',
  seats_taken: 'Give a larger number of seats.',
  agent_in_session: 'Join with another agentId.',
  stale_version: 'Read it again, then write with the present version.',
  edit_not_found: 'Read the note and give text that is in it.',
  edit_ambiguous: 'Give more of the text around it.',
  edit_overlaps: 'Read the note; somebody changed the same lines.',
  create_key:
    'Ask the operator for a key; the MCP client sends it as the header X-Create-Key, pairspace mcp has it from PAIRSPACE_CREATE_KEY.',
  task_taken: 'Leave it to its owner; pairspace_task action list shows what is free.',
  task_offered: 'Leave it to that agent; pairspace_task action list shows what is free.',
  task_blocked: 'Do those first, or take another: pairspace_task action claim.',
  task_ended: 'pairspace_task action show has its result; its requester can reopen it.',
  task_state: 'See how it stands: pairspace_task action show.',
  task_cycle: 'Leave out the task of after that waits for this one.',
  ask_ended: 'pairspace_ask with its id tells how it ended.',
  paths_taken: 'Ask the owner, or take another task; overlap true claims it all the same.',
  no_pool: 'Call pairspace_run with budget.',
  out_of_credits: 'Call pairspace_run with no more credits than are left, or with the budget that would do.',
  sandbox_off: 'Do it without a job of this type, or ask your user for a worker.',
  runtime_refused: 'Do it without a job of this type, or ask your user for a worker.',
  UNAUTHORIZED: 'Join again with pairspace_join.',
  FORBIDDEN: 'Leave it to those who may; if you have no seat there, join with pairspace_join.',
  NOT_FOUND: 'List with pairspace_note_read, pairspace_file_read or pairspace_task, or ask for a new link.',
  UNAVAILABLE: 'Call again in a few seconds.',
};

/** A refusal in one or two sentences, with the next call. */
export const tellError = (error: unknown): string => {
  if (!(error instanceof ServiceError)) {
    return oneLine(error instanceof Error ? error.message : String(error), mostCharacters);
  }
  const reason = error.details?.['reason'];
  // A service may send any word as its reason, even the name of a method of Object.
  const step = typeof reason === 'string' && Object.hasOwn(nextSteps, reason) ? reason : error.code;
  const next = nextSteps[step];
  // The service may be any service that a link named, so its message is quoted.
  const sentence = `The service says: ${inQuotes(error.message, mostCharacters)}`;
  const told = [sentence, taskRefusalWords(error.details), next].filter((part) => part !== undefined).join(' ');
  return [told, ...currentText(error.details)].join('\n');
};

const mostCurrent = 4000;

/** The text that caused the refusal of a write, so that the agent needs no further call to read it. */
const currentText = (details: ServiceError['details'] = {}): string[] => {
  const { current, currentVersion } = details;
  const known = (typeof current === 'object' && current !== null ? current : { content: current }) as {
    content?: unknown;
    version?: unknown;
  };
  if (typeof known.content !== 'string') return [];
  const found = currentVersion ?? known.version;
  const version = typeof found === 'number' ? word(found) : '?';
  const rest = known.content.length - mostCurrent;
  const more = rest > 0 ? [`${String(rest)} more characters; read it for all of it`] : [];
  return [
    `version ${version} is there now:`,
    new Envelope().enclose('the present text', known.content.slice(0, mostCurrent)),
    ...more,
  ];
};
