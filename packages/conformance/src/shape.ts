import { AssertionError, deepStrictEqual } from 'node:assert';
import { type Event, File, JobSummary, Message, Note, Observer, Pool, Seat, Session } from '@pairspace/protocol';

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** Throws unless the value has exactly this shape: nothing wrong, nothing missing, nothing undeclared. */
export const assertShape = <T>(schema: Schema<T>, value: unknown, what: string): T => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new AssertionError({ message: `${what} does not have its shape: ${issues.join('; ')}`, actual: value });
  }
  // Parsing drops what the schema does not know, so a difference is an undeclared field.
  try {
    deepStrictEqual(value, parsed.data);
  } catch {
    throw new AssertionError({
      message: `${what} holds a field that is not declared`,
      expected: parsed.data,
      actual: value,
    });
  }
  return parsed.data;
};

const SessionForStrangers = Session.omit({ inviteCode: true, inviteExpiresAt: true, observerToken: true });

/** What `data` of an event is (LOG-4). */
const entityOf = (event: Event['event']): Schema<unknown> | undefined => {
  if (event === 'message.created') return Message;
  if (event === 'observer.joined') return Observer;
  if (event === 'session.joined') return Seat.extend({ id: Seat.shape.agentId });
  if (event.startsWith('note.')) return Note;
  if (event.startsWith('file.')) return File;
  if (event === 'compute.updated') return Pool;
  if (event === 'job.updated') return JobSummary;
  if (event.startsWith('session.') && event !== 'session.deleted') return SessionForStrangers;
  return undefined;
};

/** Throws unless the event carries the entity that its name promises. */
export const assertEntity = ({ event, seq, data }: Event): void => {
  const schema = entityOf(event);
  if (schema) assertShape(schema, data, `data of ${event} (seq ${String(seq)})`);
};
