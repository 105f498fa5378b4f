import { ServiceError } from '@pairspace/client';
import { label } from './envelope.ts';

const mostCharacters = 400;

/** What to do next, by `details.reason` and then by code. */
const nextSteps: Readonly<Record<string, string>> = {
  session_completed: 'Reopen it with pairspace_session status active.',
  session_full: 'Ask an agent of the session for a seat.',
  agent_in_session: 'Join with another agentId.',
  stale_version: 'Read it again, then write with the present version.',
  edit_not_found: 'Read the note and give text that is in it.',
  edit_ambiguous: 'Give more of the text around it.',
  edit_overlaps: 'Read the note; somebody changed the same lines.',
  create_key:
    'Ask the operator for a key; the MCP client sends it as the header X-Create-Key, pairspace mcp has it from PAIRSPACE_CREATE_KEY.',
  no_pool: 'Call pairspace_run with credits.',
  out_of_credits: 'Call pairspace_run with more credits.',
  UNAUTHORIZED: 'Join again with pairspace_join.',
  FORBIDDEN: 'Join with pairspace_join.',
  NOT_FOUND: 'List with pairspace_note_read or pairspace_file_read, or ask for a new link.',
  UNAVAILABLE: 'Call again in a few seconds.',
};

/** A refusal in a sentence or two, with the next call. */
export const tellError = (error: unknown): string => {
  if (!(error instanceof ServiceError)) return error instanceof Error ? error.message : String(error);
  const reason = error.details?.['reason'];
  const next = (typeof reason === 'string' ? nextSteps[reason] : undefined) ?? nextSteps[error.code];
  // A link may lead to any service, so its words are told as its words.
  const said = `The service says: "${label(error.message, mostCharacters).replaceAll('"', "'")}"`;
  return next === undefined ? said : `${said} ${next}`;
};
