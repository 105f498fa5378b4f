import { type Endpoint, endpoints, ServiceError, showHidden } from '@pairspace/protocol';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Envelope } from '../envelope.ts';
import type { SeatedAgent } from '../seating.ts';

const ofSession = '/api/sessions/:sessionId';
/** Endpoints whose answers are not JSON, or never end. */
const isDocument = ({ path }: Endpoint): boolean => /\/(stream|export|transcript)/.test(path);

const reads = Object.entries(endpoints as Readonly<Record<string, Endpoint>>)
  .filter(([, one]) => one.method === 'GET' && one.path.startsWith(ofSession) && !isDocument(one))
  .map(([name, { path }]) => ({ name, segments: path.slice(ofSession.length).split('/').slice(1) }));

/** A base for parsing; only the path is used. */
const base = 'https://session.invalid';

/** The path parameters that the segments of an endpoint's path match; undefined if they do not match. */
const paramsOf = (segments: readonly string[], parts: readonly string[]): Record<string, string> | undefined => {
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    // The path of a file takes all remaining segments.
    if (segment.startsWith('*')) return { ...params, [segment.slice(1)]: parts.slice(index).join('/') };
    if (segment.startsWith(':')) params[segment.slice(1)] = part;
    else if (segment !== part) return undefined;
  }
  return segments.length === parts.length ? params : undefined;
};

/** The read that a path such as `/notes/note_1?limit=2` names, with its parameters. */
const readOf = (view: string): { name: string; given: Record<string, string> } | undefined => {
  const { pathname, searchParams } = new URL(view, base);
  const parts = pathname.split('/').filter(Boolean).map(decodeURIComponent);
  for (const { name, segments } of reads) {
    const named = paramsOf(segments, parts);
    if (named) return { name, given: { ...Object.fromEntries(searchParams), ...named } };
  }
  return undefined;
};

/** The amount of text that is escaped before other work gets a turn. */
const pieceCharacters = 16 * 1024;

const escaped = (character: string): string =>
  character.replace(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** JSON without fences, and without hidden characters. Other work gets turns while a large note is converted. */
const jsonOf = async (value: unknown): Promise<string> => {
  const json = JSON.stringify(value);
  let made = '';
  for (let start = 0; start < json.length; start += pieceCharacters) {
    const piece = showHidden(json.slice(start, start + pieceCharacters), escaped);
    // A fence may begin at the end of a piece.
    made += piece.replace(/<(?=<\/?p|<?\/?$)/gi, '\\u003c');
    if (json.length > pieceCharacters) await nextTurn();
  }
  return made;
};

/** A read of the session for the view in a program, with the service's answer unchanged. */
export const readForView = async (
  { client, sessionId }: SeatedAgent,
  view: string,
  signal: AbortSignal,
): Promise<string> => {
  const isPath = /^(?:[/?]|$)/.test(view) && URL.canParse(view, base);
  const read = isPath ? readOf(view) : undefined;
  if (!read) throw new Error('The view can read nothing there.');
  const calls = client as unknown as Readonly<Record<string, (given: object, options: object) => Promise<unknown>>>;
  const fenced = async (answer: object): Promise<string> =>
    new Envelope().encloseSafe('session data, for the live view', await jsonOf(answer));
  try {
    return await fenced({ ok: true, data: await calls[read.name]?.({ ...read.given, sessionId }, { signal }) });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return fenced({ ok: false, error: { code: error.code, message: error.message } });
  }
};
