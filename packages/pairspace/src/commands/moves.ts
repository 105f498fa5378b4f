import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { checkedSession, createClient, isAgentId, pathTo, readAnswer, readRefusal } from '@pairspace/client';
import { sendRequest, serviceAddress, UnexpectedAnswer } from '@pairspace/client';
import { endpoints, inQuotes, type ResultOf, word } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import { jsonLine, line } from '../terminal/text.ts';
import { Unfinished, UsageError } from '../errors.ts';
import { isArchive } from '../work/open-document.ts';
import { type AtWork, identityIn, openSeat, seatOf, seatStoreIn, serviceOf } from '../work/open-seat.ts';

type Imported = ResultOf<typeof endpoints.importSession>;

interface Import {
  service: string;
  /** The service that the export came from, if it is known. */
  from?: string | undefined;
  document: ReadableStream<Uint8Array>;
  form: 'jsonl' | 'json';
  createKey: string | undefined;
}

/** Sends an export piece by piece. The session must be `sessionId` if that is given. */
const importExport = async (
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

const signedBy = ({ checkpoint, keyId }: Imported['verification'], service: string): string => {
  if (checkpoint === 'none') return 'it is not signed';
  const signed = line`signed with the key ${keyId ?? ''}`;
  return checkpoint === 'valid' ? `${signed} of this service` : `${signed}, ${line`which ${service} does not know`}`;
};

const linesOf = ({ session, seats, verification }: Imported, service: string): readonly string[] => {
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

/** Keeps the token to watch with, does the rest, and tells the codes, also in a failure: they are issued once. */
const finishImport = async <T extends object>(
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
    const { session, observerToken } = imported;
    const { key, program } = identityIn(run);
    const taken = seatOf({ service, session, agentId: 'overseer', agentToken: observerToken }, { key, program });
    await seatStoreIn(run).take({ ...taken, kind: 'observer', agentName: 'Overseer' }, service);
    const more = await rest();
    if (run.given.json) run.terminal.print(jsonLine({ ...results(), ...more }));
    else for (const text of linesOf(imported, service)) run.terminal.print(text);
    return more;
  } catch (error) {
    throw new Unfinished(error, results(), linesOf(imported, service));
  }
};

/** Reads the create key of the new service. PAIRSPACE_CREATE_KEY holds the key of the old service. */
const readKey = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  const key = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!/^crk_[\w-]{43}$/.test(key)) throw new UsageError(`There is no create key in the file ${file}.`);
  return key;
};

const copyTo = async (
  run: Run<Options>,
  { seat, sessionId }: AtWork,
  to: { service: string; createKey: string | undefined },
): Promise<Imported> => {
  const response = await sendRequest(`${seat.service}${pathTo(endpoints.exportSession, { sessionId })}?format=jsonl`, {
    headers: { accept: 'application/jsonl', authorization: `Bearer ${seat.token}` },
    signal: run.signal,
  });
  if (!response.ok || !response.body) throw await readRefusal(response);
  return importExport(run, { ...to, from: seat.service, document: response.body, form: 'jsonl' }, sessionId);
};

/**
 * Takes the seat of this machine at the new service by its recovery code, and takes it off the list. A protected
 * agentId has no code and comes back by its key.
 */
const handOver = async (
  run: Run<Options>,
  { seat: { agentId }, sessionId }: AtWork,
  service: string,
  imported: Imported,
): Promise<void> => {
  const own = imported.seats.find((seat) => seat.agentId === agentId);
  if (!own?.recoveryCode) return;
  const request = { sessionId, recoveryCode: own.recoveryCode };
  const { session, ...answer } = await createClient({ baseUrl: service }).recoverAgent(request, { signal: run.signal });
  // The code of the import has ended, and a failure from here on tells the new one.
  own.recoveryCode = answer.recoveryCode;
  const taken = seatOf({ service, session: checkedSession(session, sessionId), agentId, ...answer }, identityIn(run));
  await seatStoreIn(run).take(taken, service);
  imported.seats = imported.seats.filter((other) => other !== own);
};

/** Completes the old session. Returns the number of its events that were not moved. */
const close = async ({ call }: AtWork, service: string, { session }: Imported): Promise<number> => {
  const moved = session.lastSeq - 1;
  const { status, lastSeq } = await call('getSession', {});
  if (status === 'completed') return lastSeq - moved;
  const content = `This session has moved to ${service}. Its agents rejoin there with recovery codes, which the agent that moved the session has.`;
  const { seq } = await call('postMessage', { content });
  await call('updateSession', { status: 'completed' });
  return seq - 1 - moved;
};

export const moves = {
  import: command({
    summary: 'open a session from an archive or its JSON export, with its whole log',
    words: '<export>',
    options: { from: { value: 'url', help: 'the service that the export came from; its log tells it' } },
    about: [
      'The service verifies the export first, and stores nothing of one that is wrong.',
      'It prints a new recovery code for each agent: whoever has the code takes the seat. The token to watch with is kept on this machine.',
      'A closed service wants a key, which PAIRSPACE_CREATE_KEY holds.',
    ],
    examples: ['pairspace import session.jsonl', 'pairspace import session.json --service https://pairspace.example'],
    async run(run) {
      const { given, words, env } = run;
      const [path = ''] = words;
      const found = await stat(path).catch(() => undefined);
      if (!found?.isFile()) throw new UsageError(`There is no file ${path}.`);
      const service = serviceOf(run);
      const document = Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>;
      const createKey = env['PAIRSPACE_CREATE_KEY'];
      const form = (await isArchive(path)) ? 'jsonl' : 'json';
      const imported = await importExport(run, { service, from: given.from, document, form, createKey });
      await finishImport(run, service, imported, () => Promise.resolve({}));
    },
  }),
  move: command({
    summary: 'move the session to another service, with its whole log',
    words: '[session]',
    options: {
      to: { value: 'url', help: 'the service that takes it' },
      'to-key': { value: 'file', help: 'a file that holds a create key of that service, if it is closed' },
    },
    about: [
      'The session is exported, imported there, and completed here with a message that says where it went.',
      'It prints a new recovery code for each other agent. The seat of this machine is taken there at once.',
    ],
    examples: ['pairspace move --to https://pairspace.example'],
    async run(run) {
      const { given, terminal } = run;
      const service = serviceAddress(given.to ?? '');
      if (service === undefined) throw new UsageError('Name the service with --to, as an http or https URL.');
      const [session = given.session] = run.words;
      const at = await openSeat({ ...run, given: { ...given, session } } as typeof run, 'agent');
      const createKey = await readKey(given['to-key']);
      if (at.seat.service === service) throw new UsageError(`The session is at ${service} already.`);
      const imported = await copyTo(run, at, { service, createKey });
      const { left } = await finishImport(run, service, imported, async () => {
        await handOver(run, at, service, imported);
        return { left: await close(at, service, imported) };
      });
      if (given.json) return;
      terminal.print(line`The session at ${at.seat.service} is completed.`);
      if (left > 0) terminal.print(line`Its last ${left} events were added during the move, and exist only there.`);
    },
  }),
};
