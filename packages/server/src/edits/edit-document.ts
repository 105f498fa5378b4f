import { conflict, type EditConflict, ServiceError } from '@pairspace/protocol';
import type { Transaction } from '../storage/storage.ts';
import { type EditOutcome, type EditTask, editText } from './edit-text.ts';
import { type EditThread, isQuick, type MakeEdits } from './edit-thread.ts';

/** A document as read by a transaction, and the edits to make. */
export interface Draft {
  /** The version that the edits replace. */
  version: number;
  task: EditTask;
  /** The details of a refusal: the present entity, and the version that the editor saw. */
  current: unknown;
  base: unknown;
}

interface EditDocument<D extends Draft, T> {
  /** The name of the document in the whole service. */
  name: string;
  write: <R>(work: (tx: Transaction) => Promise<R>) => Promise<R>;
  thread: EditThread;
  load: (tx: Transaction) => Promise<D>;
  save: (tx: Transaction, draft: D, text: string) => Promise<T>;
}

/** The number of tries: another node can change the document while a large edit is computed. */
const maxAttempts = 10;
/** The greatest number of conflicts in a refusal. */
const maxConflicts = 100;

/**
 * Makes edits in the transaction that writes them. Large edits are computed outside, from a read document, and written
 * if the document still has that version.
 */
export const editDocument = async <D extends Draft, T>(edit: EditDocument<D, T>): Promise<T> => {
  const { name, write, thread, load, save } = edit;
  const quick = await write(async (tx) => {
    const draft = await load(tx);
    return isQuick(draft.task) ? { saved: await save(tx, draft, textOf(draft, editText(draft.task))) } : undefined;
  });
  return quick ? quick.saved : thread.inTurn(name, (make) => editOutside(edit, make));
};

const editOutside = async <D extends Draft, T>(
  { write, load, save }: EditDocument<D, T>,
  make: MakeEdits,
): Promise<T> => {
  let ready: { version: number; text: string } | undefined;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const step = await write(async (tx) => {
      const draft = await load(tx);
      if (ready?.version === draft.version) return { saved: await save(tx, draft, ready.text) };
      return { draft };
    });
    if ('saved' in step) return step.saved;
    const { draft } = step;
    ready = { version: draft.version, text: textOf(draft, await make(draft.task)) };
  }
  throw new ServiceError('UNAVAILABLE', 'Others write this document too often; nothing was stored. Try again.');
};

const textOf = ({ version, task, current, base }: Draft, outcome: EditOutcome): string => {
  if (outcome.kind === 'edited') return outcome.text;
  const details = { currentVersion: version };
  if (outcome.kind === 'not_found') {
    const edit = `edits[${String(outcome.edit)}]`;
    const message = `The text of ${edit} does not occur. Read the document and try again.`;
    throw conflict('edit_not_found', message, { ...details, edit: outcome.edit });
  }
  if (outcome.kind === 'ambiguous') {
    const { edit, count } = outcome;
    const message = `What edits[${String(edit)}] names occurs ${String(count)} times. Name more of it, or replace all.`;
    throw conflict('edit_ambiguous', message, { ...details, edit, count });
  }
  if (outcome.kind === 'overlaps') throw overlaps(outcome.conflicts, { ...details, current, base });
  const message = `The edited text would be over ${String(task.limitBytes)} bytes.`;
  throw new ServiceError('PAYLOAD_TOO_LARGE', message, { details: { limitBytes: task.limitBytes } });
};

/** Refuses edits that overlap with changes of others (EDIT-8). */
export const overlaps = (conflicts: readonly EditConflict[], details: Record<string, unknown>): ServiceError =>
  conflict('edit_overlaps', 'Others have changed the same lines since. Merge with details.current and try again.', {
    ...details,
    conflicts: conflicts.slice(0, maxConflicts),
    moreConflicts: Math.max(0, conflicts.length - maxConflicts),
  });
