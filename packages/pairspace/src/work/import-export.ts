import { checkedSession, isAgentId, readAnswer, sendRequest, UnexpectedAnswer } from '@pairspace/client';
import { endpoints, inQuotes, type ResultOf, word } from '@pairspace/protocol';
import type { Options, Run } from '../command.ts';
import { jsonLine } from '../terminal/json-line.ts';
import { line } from '../terminal/peer-text.ts';
import { Unfinished } from '../unfinished.ts';
import { seatOf } from './keep-seat.ts';
import { identityIn, seatStoreIn } from './open-seat.ts';

export type Imported = ResultOf<typeof endpoints.importSession>;

interface Import {
  /** The service that takes the session. */
  service: string;
  /** The service that the export came from, if it is known. */
  from?: string | undefined;
  document: ReadableStream<Uint8Array>;
  /** An archive, or a JSON export. */
  form: 'jsonl' | 'json';
  /** A create key of that service. */
  createKey: string | undefined;
}

/** Sends an export piece by piece. The session must be `sessionId` if that is given. */
export const importExport = async (
  run: Run<Options>,
  { service, from, document, form, createKey }: Import,
  sessionId?: string,
): Promise<Imported> => {
  const query = from === undefined ? '' : `?${String(new URLSearchParams({ service: from }))}`;
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { 'content-type': `application/${form}`, ...(createKey && { 'x-create-key': createKey }) },
    body: document,
    duplex: 'half',
    signal: run.signal,
  };
  const response = await sendRequest(`${service}${endpoints.importSession.path}${query}`, init);
  const answer = await readAnswer(response);
  if (!('data' in answer)) throw answer.refusal;
  const imported = answer.data as Imported;
  checkedSession(imported.session, sessionId);
  const areCodes = imported.seats.every(
    ({ agentId, recoveryCode: code }) => isAgentId(agentId) && (code === null || /^rec_[\w-]{1,100}$/.test(code)),
  );
  if (!areCodes) throw new UnexpectedAnswer(response.status, { why: 'a recovery code in it is none' });
  return imported;
};

/** Keeps the token of a person who imported a session as that of an observer. */
const keepOverseer = (run: Run<Options>, service: string, { session, observerToken }: Imported): Promise<void> => {
  const { key, program } = identityIn(run);
  const taken = seatOf({ service, session, agentId: 'overseer', agentToken: observerToken }, { key, program });
  return seatStoreIn(run).take({ ...taken, kind: 'observer', agentName: 'Overseer' }, service);
};

const signedBy = ({ checkpoint, keyId }: Imported['verification'], service: string): string => {
  if (checkpoint === 'none') return 'it is not signed';
  const key = keyId ?? '';
  return checkpoint === 'valid'
    ? line`signed with the key ${key} of this service`
    : line`signed with the key ${key}, which ${service} does not know`;
};

/** Tells what was imported, and with which codes its agents come back. */
const tellImported = ({ session, seats, verification }: Imported, service: string): readonly string[] => {
  const byCode = seats.filter(({ recoveryCode }) => recoveryCode !== null);
  const byKey = seats.filter(({ recoveryCode }) => recoveryCode === null);
  return [
    `${line`Imported ${session.id} ${inQuotes(session.name)} at ${service}: ${session.lastSeq} events`}, ${signedBy(verification, service)}.`,
    ...(byCode.length === 0
      ? []
      : [
          line`Hand each agent its code. It comes back with: pairspace recover --service ${service} --session ${session.id} --code <code>`,
        ]),
    ...byCode.map(({ agentId, recoveryCode }) => `  ${word(agentId)}  ${word(recoveryCode ?? '')}`),
    ...byKey.map(({ agentId }) => line`  ${agentId}  comes back by its agent key`),
  ];
};

/**
 * Keeps the token to watch with, does the rest, and tells what was imported. A failure tells the codes, too, because
 * they are issued once.
 */
export const finishImport = async <T extends object>(
  run: Run<Options>,
  service: string,
  imported: Imported,
  rest: () => Promise<T>,
): Promise<T> => {
  const results = () => {
    const { session, seats, verification } = imported;
    return { service, session, seats, verification };
  };
  try {
    await keepOverseer(run, service, imported);
    const more = await rest();
    if (run.given.json) run.terminal.print(jsonLine({ ...results(), ...more }));
    else for (const text of tellImported(imported, service)) run.terminal.print(text);
    return more;
  } catch (error) {
    throw new Unfinished(error, results(), tellImported(imported, service));
  }
};
