import type { Note, Session } from '@pairspace/protocol';
import { Refused } from '@pairspace/testkit/call';
import type { OpenSession } from '@pairspace/testkit/service';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { compareWithService, serviceChecks } from './compare-with-service.ts';
import { Follower, untilCaughtUp } from './follower.ts';
import { insist } from './key-world.ts';
import type { Verdict } from './verdict.ts';
import { emptyLedger, fileWriter, messageWriter, noteEditor, retryingWriter, type Writer } from './writers.ts';

const answersExpected = 'no writer got an answer that it has no reason to expect';
const keptAnswer = 'a retry got the answer that was kept, with the write, before';

interface NewSession {
  session: Session;
  agentToken: string;
}

interface LoadOptions {
  sessions: number;
  messages: number;
  retrying: number;
  files: number;
  /** The followers of each session. */
  followers: number;
}

/** Writers of every kind of data, and followers, on sessions of one agent; they go on whatever becomes of a request. */
export class WriteLoad {
  readonly ledger = emptyLedger();
  /** The number of answers with 503, and of others that are expected: nothing was stored, or nobody knows. */
  unavailable = 0;
  /** Whether the answer to a commit may be lost, as while a database is away. */
  isUnsettled = false;
  readonly #sessions: readonly OpenSession[];
  readonly #followers: Follower[];
  readonly #notes: { session: OpenSession; noteId: string }[] = [];
  #working: Promise<unknown> = Promise.resolve();
  #isOver = false;

  private constructor(sessions: readonly OpenSession[], followers: number) {
    this.#sessions = sessions;
    this.#followers = sessions.flatMap((session) => Array.from({ length: followers }, () => new Follower(session)));
  }

  static async begin(base: string, { sessions: count, followers, ...writers }: LoadOptions): Promise<WriteLoad> {
    const agentId = `writer-${randomUUID()}`;
    const sessions: OpenSession[] = [];
    const url = `${base}/api/sessions`;
    while (sessions.length < count) {
      const { session, agentToken: token } = await insist<NewSession>(url, { body: { agentId } });
      sessions.push({ id: session.id, url: `${url}/${session.id}`, token });
    }
    const load = new WriteLoad(sessions, followers);
    await load.#write(writers);
    return load;
  }

  sessionAt(index: number): OpenSession {
    const session = this.#sessions[index % this.#sessions.length];
    if (!session) throw new Error('There is no session.');
    return session;
  }

  async #write({ messages, retrying, files }: Pick<LoadOptions, 'messages' | 'retrying' | 'files'>): Promise<void> {
    const { ledger } = this;
    const several = (count: number, make: (index: number) => Writer): Writer[] =>
      Array.from({ length: count }, (_, index) => make(index));
    for (const index of [0, 1]) {
      const session = this.sessionAt(index);
      const { noteId } = await insist<Note>(`${session.url}/notes`, { token: session.token, body: {} });
      this.#notes.push({ session, noteId });
    }
    const named = (name: string, make: typeof messageWriter) => (index: number) =>
      make(`${name}-${String(index)}`, this.sessionAt(index), ledger);
    const editors = this.#notes.flatMap(({ session, noteId }, note) =>
      several(2, (index) => noteEditor(`edit-${String(note)}-${String(index)}`, session, noteId, ledger)),
    );
    const others = [
      ...several(messages, named('message', messageWriter)),
      ...several(files, named('file', fileWriter)),
      ...editors,
    ].map((writer) => this.#keepOn(writer));
    const retried = several(retrying, named('retry', retryingWriter)).map((writer) => this.#keepOn(writer, true));
    this.#working = Promise.all([...others, ...retried]);
  }

  /** Writes until the load is over; `toTheEnd`, until the last write is answered. */
  async #keepOn(writer: Writer, toTheEnd = false): Promise<void> {
    for (let hasFailed = false; !this.#isOver || (toTheEnd && hasFailed);) {
      try {
        await writer();
        hasFailed = false;
      } catch (error) {
        hasFailed = true;
        if (error instanceof Refused) this.#take(error);
        await pause(100);
      }
    }
  }

  #take({ status, message }: Refused): void {
    // A node that loses its database during a commit cannot know its result, and reads that wait use up the rates.
    if (status === 503 || (this.isUnsettled && (status === 500 || status === 429))) this.unavailable++;
    else this.ledger.surprises.push(message);
  }

  /** Ends the load, and compares all that was acknowledged with the service; returns the checks. */
  async judge(verdict: Verdict): Promise<string[]> {
    this.#isOver = true;
    await this.#working;
    await untilCaughtUp(this.#followers, this.#sessions);
    const [sessions, notes, followers] = [this.#sessions, this.#notes, this.#followers];
    await compareWithService({ sessions, notes, followers, ledger: this.ledger, verdict });
    for (const follower of followers) follower[Symbol.dispose]();
    verdict.count(answersExpected, ...this.ledger.surprises.slice(0, 1));
    for (let replay = 0; replay < this.ledger.replays; replay++) verdict.count(keptAnswer);
    return [...serviceChecks(followers.length > 0), keptAnswer, answersExpected];
  }

  toString(): string {
    const { messages, edits, files, unanswered } = this.ledger;
    return (
      `${String(messages.length)} messages, ${String(edits.length)} edits and ${String(files.length)} files ` +
      `acknowledged, ${String(unanswered.size)} edits and files not answered, ${String(this.unavailable)} times 503`
    );
  }
}
