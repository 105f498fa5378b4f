import { readFile } from 'node:fs/promises';
import { checkedSession, createClient, pathTo, readRefusal, sendRequest, serviceAddress } from '@pairspace/client';
import { endpoints } from '@pairspace/protocol';
import { command, type Options, type Run } from '../command.ts';
import { line } from '../terminal/peer-text.ts';
import { UsageError } from '../usage-error.ts';
import { finishImport, importExport, type Imported } from '../work/import-export.ts';
import { seatOf } from '../work/keep-seat.ts';
import { type AtWork, identityIn, openSeat, seatStoreIn } from '../work/open-seat.ts';

export const move = command({
  summary: 'move the session to another service, with its whole log',
  words: '[session]',
  wordCount: [0, 1],
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
    const { given, words, terminal } = run;
    const service = serviceAddress(given.to ?? '');
    if (service === undefined) throw new UsageError('Name the service with --to, as an http or https URL.');
    const at = await openSeat(
      words[0] === undefined ? run : { ...run, given: { ...given, session: words[0] } },
      'agent',
    );
    const createKey = await readKey(given['to-key']);
    if (at.seat.service === service) throw new UsageError(`The session is at ${service} already.`);
    const imported = await copyTo(run, at, { service, createKey });
    const { left } = await finishImport(run, service, imported, async () => {
      await handOver(run, at, service, imported);
      return { left: await close(run, at, service, imported) };
    });
    if (given.json) return;
    terminal.print(line`The session at ${at.seat.service} is completed.`);
    if (left > 0) terminal.print(line`Its last ${left} events were added during the move, and exist only there.`);
  },
});

/**
 * Reads the create key of the new service from a file, because PAIRSPACE_CREATE_KEY holds the key of the old service.
 */
const readKey = async (file: string | undefined): Promise<string | undefined> => {
  if (file === undefined) return undefined;
  const key = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (!/^crk_[\w-]{43}$/.test(key)) throw new UsageError(`There is no create key in the file ${file}.`);
  return key;
};

/** Streams an archive of the session from the old service to the new one. */
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
const close = async (
  { signal }: Run<Options>,
  { client, sessionId }: AtWork,
  service: string,
  { session }: Imported,
): Promise<number> => {
  const moved = session.lastSeq - 1;
  const { status, lastSeq } = await client.getSession({ sessionId }, { signal });
  if (status === 'completed') return lastSeq - moved;
  const content = `This session has moved to ${service}. Its agents rejoin there with recovery codes, which the agent that moved the session has.`;
  const { seq } = await client.postMessage({ sessionId, content }, { signal });
  await client.updateSession({ sessionId, status: 'completed' }, { signal });
  return seq - 1 - moved;
};
