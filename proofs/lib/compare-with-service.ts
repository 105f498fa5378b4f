import type { Event, File, FileWithContent, Message, Note, NoteVersion } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import { call } from '@pairspace/testkit/call';
import type { OpenSession } from '@pairspace/testkit/service';
import { compareStatistics, statisticsCheck } from './compare-statistics.ts';
import type { Follower } from './follower.ts';
import { readAll } from './read-all.ts';
import type { Verdict } from './verdict.ts';
import type { Ledger } from './writers.ts';

const checks = [
  'an acknowledged message is in the list and in the log',
  'a retried message is there exactly once',
  'an acknowledged edit is in the note’s history',
  'a note’s version counts the edits that succeeded',
  'a file holds what was acknowledged last, or something sent later',
  'an acknowledged file is in the log',
  'a follower got every event once and in order',
  'the export of each session verifies: chain, contents and signatures',
  statisticsCheck,
] as const;
const [listed, once, inHistory, countsEdits, fileHolds, fileLogged, followed, verifies] = checks;

export const serviceChecks = (hasFollowers: boolean): string[] =>
  checks.filter((check) => hasFollowers || check !== followed);

interface Comparison {
  sessions: readonly OpenSession[];
  notes: readonly { session: OpenSession; noteId: string }[];
  followers: readonly Follower[];
  ledger: Ledger;
  verdict: Verdict;
}

/** Reads all data back over HTTP and compares it with the acknowledged writes. */
export const compareWithService = async (comparison: Comparison): Promise<void> => {
  const logs = new Map<string, Event[]>();
  for (const session of comparison.sessions) logs.set(session.id, await readAll<Event>(session, 'events?since=0'));
  await compareMessages(comparison, logs);
  for (const note of comparison.notes) await compareNote(comparison, note.session, note.noteId);
  await compareFiles(comparison, logs);
  for (const follower of comparison.followers) compareFollower(comparison, follower, logs);
  await verifyExports(comparison);
  const [session] = comparison.sessions;
  if (session) await compareStatistics(new URL(session.url).origin, [...logs.values()], comparison.verdict);
};

/** Verifies the export of each session like its receiver would (CHN-8). */
const verifyExports = async ({ sessions, verdict }: Comparison): Promise<void> => {
  for (const { id, url, token } of sessions) {
    const problem = await call(`${url}/export`, { token })
      .then((document) => verifyExport(document))
      .then(
        () => undefined,
        (error: unknown) => `${id}: ${String(error)}`,
      );
    verdict.count(verifies, problem);
  }
};

const compareMessages = async (
  { sessions, ledger, verdict }: Comparison,
  logs: ReadonlyMap<string, readonly Event[]>,
): Promise<void> => {
  const contents = new Map<string, number>();
  for (const session of sessions) {
    const messages = await readAll<Message>(session, 'messages?since=0');
    const bySeq = new Map(messages.map((message) => [message.seq, message]));
    for (const { content } of messages) contents.set(content, (contents.get(content) ?? 0) + 1);
    for (const { seq, id, content } of ledger.messages.filter(({ sessionId }) => sessionId === session.id)) {
      const inList = bySeq.get(seq);
      const inLog = logs.get(session.id)?.[seq - 1];
      const isThere = inList?.id === id && inList.content === content && inLog?.seq === seq && inLog.data.id === id;
      verdict.expect(listed, isThere, () => `${session.id} ${String(seq)}: ${id} is missing or another`);
    }
  }
  for (const content of ledger.retried) {
    verdict.expect(
      once,
      contents.get(content) === 1,
      () => `"${content.slice(0, 20)}" is there ${String(contents.get(content) ?? 0)} times`,
    );
  }
};

const compareNote = async ({ ledger, verdict }: Comparison, session: OpenSession, noteId: string): Promise<void> => {
  const note = await call<Note>(`${session.url}/notes/${noteId}`, { token: session.token });
  const history = (await readAll<NoteVersion>(session, `notes/${noteId}/history`)).reverse();
  const edits = ledger.edits.filter((edit) => edit.noteId === noteId);
  for (const { version, content } of edits) {
    const kept = history[version - 1];
    verdict.expect(
      inHistory,
      kept?.version === version && kept.content === content,
      () =>
        `${noteId} version ${String(version)} holds "${kept?.content.slice(0, 20) ?? ''}", acknowledged was "${content.slice(0, 20)}"`,
    );
  }
  const unansweredThere = history.filter(({ content }) => ledger.unanswered.has(content)).length;
  verdict.expect(
    countsEdits,
    note.version === 1 + edits.length + unansweredThere && history.length === note.version,
    () =>
      `${noteId} has version ${String(note.version)} and ${String(history.length)} versions, after ` +
      `${String(edits.length)} acknowledged edits and ${String(unansweredThere)} others that were stored`,
  );
};

const compareFiles = async (
  { sessions, ledger, verdict }: Comparison,
  logs: ReadonlyMap<string, readonly Event[]>,
): Promise<void> => {
  for (const { id, url, token } of sessions) {
    const written = new Set(
      (logs.get(id) ?? []).filter(({ event }) => event === 'file.updated').map(({ data }) => keyOf(data as File)),
    );
    const acknowledged = ledger.files.filter(({ sessionId }) => sessionId === id);
    for (const file of acknowledged) {
      verdict.expect(fileLogged, written.has(keyOf(file)), () => `${id} ${keyOf(file)} is not in the log`);
    }
    for (const [path, last] of new Map(acknowledged.map((file) => [file.path, file]))) {
      const file = await call<FileWithContent>(`${url}/files/${path}`, { token });
      const isLast = file.version === last.version && file.content === last.content;
      const isLater = file.version > last.version && ledger.unanswered.has(file.content);
      verdict.expect(
        fileHolds,
        isLast || isLater,
        () => `${id} ${path} is at version ${String(file.version)}, acknowledged was ${String(last.version)}`,
      );
    }
  }
};

const keyOf = ({ path, version, contentHash }: Pick<File, 'path' | 'version' | 'contentHash'>): string =>
  `${path} version ${String(version)} ${contentHash}`;

const compareFollower = (
  { verdict }: Comparison,
  { sessionId, received, problems }: Follower,
  logs: ReadonlyMap<string, readonly Event[]>,
): void => {
  for (const problem of problems) verdict.count(followed, problem);
  const log = logs.get(sessionId) ?? [];
  const differs = log.findIndex(({ seq, data }, place) => seq !== place + 1 || received[place] !== data.id);
  verdict.expect(
    followed,
    differs === -1 && received.length === log.length,
    () =>
      `${sessionId}: got ${String(received.length)} of ${String(log.length)} events, the first other one at ${String(differs)}`,
  );
};
