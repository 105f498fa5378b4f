import { canonicalJson, findInexactNumber, inexactMessage, shownPath } from '@pairspace/protocol';
import {
  type ArchivedContent,
  type ArchiveTaker,
  type CheckedExport,
  checkExport,
  holdsDangerousText,
  parseDocument,
  VerificationFailed,
} from '@pairspace/protocol/verify';
import { refuse } from './rows/refuse.ts';
import { isDeeper } from './rows/row-buffer.ts';

type Json = Readonly<Record<string, unknown>>;

/** An event has at most 72 levels, which the list of events, the document and its envelope hold. */
const mostLevels = 75;

/** Parses and verifies the JSON export of a session, whole. */
export const readBundle = (bytes: Uint8Array): CheckedExport => {
  const text = decoded(bytes);
  const document = parsed(text);
  if (isDeeper(document, mostLevels)) refuse('The export is nested too deep.');
  const inexact = findInexactNumber(text);
  if (inexact) refuse(`The number at ${shownPath(inexact) || 'the top'} ${inexactMessage}.`);
  if (holdsDangerousText(text, document)) {
    refuse('The export holds NUL, half of a surrogate pair, or a name that is not allowed.');
  }
  return checkExport(document);
};

const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refuse('The document is not UTF-8.');
  }
};

const parsed = (text: string): unknown => {
  try {
    return parseDocument(text);
  } catch (error) {
    if (error instanceof VerificationFailed) throw error;
    return refuse('The document is not JSON, or not whole.');
  }
};

/** Hands the parts of a verified export to a taker, which takes an archive in the same form. Yields after each part. */
export function* bundleParts({ whole, chain }: CheckedExport, taker: ArchiveTaker): Generator<void> {
  const list = (value: unknown): readonly Json[] => (value ?? []) as readonly Json[];
  const compute = whole['compute'] as Json;
  taker.begin(chain.sessionId);
  const seen = new Set<unknown>();
  for (const { contentHash: hash, encoding, content } of list(whole['files'])) {
    if (!seen.has(hash)) {
      taker.content({ hash, encoding: encoding === 'base64' ? 'base64' : 'utf8', text: content } as ArchivedContent);
    }
    seen.add(hash);
    yield;
  }
  for (const event of list(whole['events'])) {
    taker.event(event, canonicalJson(event['data']));
    yield;
  }
  const { pool } = compute;
  if (pool !== null) taker.record({ kind: 'pool', ...(pool as Json) });
  for (const usage of list(compute['agentUsage'])) taker.record({ kind: 'agentUsage', ...usage });
  for (const job of list(compute['jobs'])) {
    taker.record({ kind: 'job', ...job });
    yield;
  }
}
