import { carriesSession, type LoggedName } from '../session-parts.ts';
import { digestOf } from './digest.ts';
import { arrayAt, type Json, objectAt } from './shape.ts';
import { VerificationFailed } from './verification-failed.ts';

/** The fields of a session that follow from its log alone. */
const told = [
  'id',
  'name',
  'status',
  'mode',
  'visibility',
  'creator',
  'agents',
  'maxAgents',
  'metadata',
  'forkedFrom',
  'createdAt',
  'completedAt',
] as const;

/** Compares the session of an export with its log. */
export class LoggedSession {
  #session: Json = {};
  #agents: readonly unknown[] = [];
  /** The seq of the newest event that changed the session or its agents. */
  #seq = 0;

  /** Takes the next event, and the hash of the event before it. */
  take({ event, seq, data }: Json, hashBefore: string): void {
    if (event === 'session.joined') {
      this.#agents = [
        ...this.#agents,
        Object.fromEntries(Object.entries(objectAt(data, 'A seat')).filter(([name]) => name !== 'id')),
      ];
      this.#seq = seq as number;
    }
    if (!carriesSession(event as LoggedName)) return;
    this.#session = objectAt(data, 'A session');
    this.#agents = arrayAt(this.#session['agents'], 'agents');
    this.#seq = seq as number;
    if (event === 'session.imported') checkOrigin(this.#session, seq as number, hashBefore);
  }

  /** The session after the newest event. */
  get now(): Json {
    return { ...this.#session, agents: this.#agents };
  }

  check(session: Json, agents: unknown): void {
    const logged = this.now;
    const other = told.find((name) => digestOf(session[name] ?? null) !== digestOf(logged[name] ?? null));
    if (other !== undefined) {
      const message = `The session has another ${other} than event ${String(this.#seq)} says.`;
      throw new VerificationFailed('member', message, { seq: this.#seq, member: 'session' });
    }
    if (digestOf(agents) === digestOf(this.#agents)) return;
    throw new VerificationFailed('member', 'The part "agents" is not as the log has it.', {
      seq: this.#seq,
      member: 'agents',
    });
  }
}

/** Checks that an import continues the log that it took over (IMP-5). */
const checkOrigin = (session: Json, seq: number, hashBefore: string): void => {
  const from = objectAt(session['importedFrom'], 'importedFrom');
  if (from['seq'] === seq - 1 && from['hash'] === hashBefore) return;
  throw new VerificationFailed(
    'hash',
    `Event ${String(seq)} says that another log was imported than stands before it.`,
    {
      seq,
    },
  );
};
