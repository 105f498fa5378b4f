import { type Endpoints, type Limits, ServiceError } from '@pairspace/protocol';
import type { Call } from '../../http/dispatch/call.ts';
import type { Queries } from '../../storage/storage.ts';
import { stepsOf } from './body-steps.ts';
import type { ImportReaders, Reader } from './import-readers.ts';
import { type Imported, type Importer, openImported } from './open-imported.ts';
import type { ExportForm, ExportPart, ReadExport, ReadPart } from './read-export.ts';
import { Staging, type StagingParts } from './staging.ts';

/** A body of fewer bytes is read in a few milliseconds. */
const smallBytes = 128 * 1024;

export interface ImportParts extends StagingParts {
  read: Queries;
  limits: Limits;
  now: () => number;
  inviteTtlMs: number;
  readers: ImportReaders;
}

interface Given extends Importer {
  body: AsyncIterable<Uint8Array>;
  form: ExportForm;
  address: string;
  /** Aborts when the caller leaves or the service shuts down. */
  gone: AbortSignal;
  /** Runs the last transaction, and checks the caller again in it. */
  write: Call<Endpoints['importSession']>['writeUnrecorded'];
}

/**
 * Imports a session from its export (IMP-1 to IMP-6). The export is read and verified part by part, and its rows are
 * stored in short transactions. The rows become visible with the row of the session, which the last transaction writes
 * after everything is verified.
 */
export const importSession = async (parts: ImportParts, given: Given): Promise<Imported> => {
  const steps = stepsOf(given.body, given.form, parts.capacity, given.gone);
  try {
    const begun = await steps.next();
    const first = begun.done ? new Uint8Array() : begun.value;
    const work = (read: Reader): Promise<Imported> => importSteps(parts, given, first, steps, read);
    return await (first.length < smallBytes ? parts.readers.small(work) : parts.readers.large(given.address, work));
  } finally {
    await steps.return(undefined);
  }
};

const importSteps = async (
  parts: ImportParts,
  given: Given,
  first: Uint8Array,
  steps: AsyncGenerator<Uint8Array, void>,
  read: Reader,
): Promise<Imported> => {
  const { limits, now } = parts;
  const ask = async (part: ExportPart): Promise<Exclude<ReadPart, { refused: unknown }>> => {
    const answer = await read(part);
    if ('refused' in answer) throw refusalOf(answer.refused);
    return answer;
  };
  await using staging = new Staging(parts);
  await ask({ begin: { form: given.form, limits, now: now() } });
  // Each part is stored while the next part is read.
  await staging.begin(await ask({ chunk: first }));
  for await (const chunk of steps) await staging.begin(await ask({ chunk }));
  let end = await ask({ end: true });
  await staging.begin(end);
  while (end.isMore === true) {
    end = await ask({ end: true });
    await staging.begin(end);
  }
  await staging.done();
  if (!end.whole) throw new Error('the end of an export tells the whole');
  const whole = end.whole;
  const [isKnown = false, ...areKnown] = await Promise.all(
    whole.signedBy.map((keyId) => isKnownKey(parts.read, keyId)),
  );
  const isProven = isKnown && areKnown.every((known) => known);
  const made = await given.write((tx) =>
    staging.finish(tx, (storedBytes) =>
      openImported(tx, { ...given, inviteTtlMs: parts.inviteTtlMs, isProven }, { whole, storedBytes }),
    ),
  );
  return { ...made, verification: verificationOf(whole, isKnown) };
};

const verificationOf = ({ verified: { signed } }: ReadExport, isKnown: boolean): Imported['verification'] => ({
  chain: 'valid',
  checkpoint: signed === null ? 'none' : isKnown ? 'valid' : 'unknown_key',
  keyId: signed?.keyId ?? null,
});

const refusalOf = ({
  reason,
  message,
  seq,
  member,
}: Extract<ReadPart, { refused: unknown }>['refused']): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `The export is not imported. ${message}`, {
    details: {
      reason,
      ...(seq !== undefined && { seq }),
      ...(member !== undefined && { member: member.slice(0, 200) }),
      issues: [{ path: 'body', message }],
    },
  });

const isKnownKey = async (read: Queries, keyId: string | undefined): Promise<boolean> =>
  keyId !== undefined && (await read.get`select 1 as known from signing_key where key_id = ${keyId}`) !== undefined;
