import type { Event, File, FileWithContent, Message, Note, NoteVersion } from '@pairspace/protocol';
import { verifyExport } from '@pairspace/protocol/verify';
import type { OpenSession } from '@pairspace/testkit/service';
import type { Follower } from './follower.ts';
import { insist } from './key-world.ts';
import { readAll } from './read-all.ts';
import type { Verdict } from './verdict.ts';
import type { Ledger } from './writers.ts';

const checks = {
  listed: 'an acknowledged message is in the list and in the log',
  once: 'a retried message is there exactly once',
  inHistory: 'an acknowledged edit is in the note’s history',
  countsEdits: 'a note’s version counts the edits that succeeded',
  fileHolds: 'a file holds what was acknowledged last, or something sent later',
  fileLogged: 'an acknowledged file is in the log',
  verifies: 'the export of each session verifies: chain, contents and signatures',
} as const;
const followed = 'a follower got every event once and in order';

export const serviceChecks = (hasFollowers: boolean): string[] => [
  ...Object.values(checks),
  ...(hasFollowers ? [followed] : []),
];

interface Comparison {
  sessions: readonly OpenSession[];
  notes: readonly { session: OpenSession; noteId: string }[];
  followers: readonly Follower[];
  ledger: Ledger;
  verdict: Verdict;
}

/** Reads all data back over HTTP and compares it with the acknowledged writes. */
export const compareWithService = async (comparison: Comparison): Promise<void> => {
  const { sessions, notes, followers, ledger, verdict } = comparison;
  const contents = new Map<string, number>();
  for (const session of sessions) {
    const log = await readAll<Event>(session, 'events?since=0');
    const messages = await readAll<Message>(session, 'messages?since=0');
    for (const { content } of messages) contents.set(content, (contents.get(content) ?? 0) + 1);
    compareMessages(comparison, session, messages, log);
    await compareFiles(comparison, session, log);
    for (const follower of followers) if (follower.sessionId === session.id) compareFollower(verdict, follower, log);
    // Like its receiver would (CHN-8).
    const document = await insist(`${session.url}/export`, { token: session.token });
    await verdict.passes(checks.verifies, () => verifyExport(document));
  }
  for (const content of ledger.retried) {
    const times = contents.get(content) ?? 0;
    verdict.expect(checks.once, times === 1, () => `"${content.slice(0, 20)}" is there ${String(times)} times`);
  }
  for (const { session, noteId } of notes) await compareNote(comparison, session, noteId);
};

const compareMessages = (
  { ledger, verdict }: Comparison,
  session: OpenSession,
  messages: readonly Message[],
  log: readonly Event[],
): void => {
  const bySeq = new Map(messages.map((message) => [message.seq, message]));
  for (const { seq, id, content } of ledger.messages.filter(({ sessionId }) => sessionId === session.id)) {
    const [inList, inLog] = [bySeq.get(seq), log[seq - 1]];
    const isThere = inList?.id === id && inList.content === content && inLog?.seq === seq && inLog.data.id === id;
    verdict.expect(checks.listed, isThere, () => `${session.id} ${String(seq)}: ${id} is missing or another`);
  }
};

const compareNote = async ({ ledger, verdict }: Comparison, session: OpenSession, noteId: string): Promise<void> => {
  const { version: last } = await insist<Note>(`${session.url}/notes/${noteId}`, { token: session.token });
  const history = (await readAll<NoteVersion>(session, `notes/${noteId}/history`)).reverse();
  const edits = ledger.edits.filter((edit) => edit.noteId === noteId);
  for (const { version, content } of edits) {
    const kept = history[version - 1];
    const isKept = kept?.version === version && kept.content === content;
    verdict.expect(checks.inHistory, isKept, () => `${noteId} version ${String(version)} is not the acknowledged one`);
  }
  const unanswered = history.filter(({ content }) => ledger.unanswered.has(content)).length;
  const isCounted = last === 1 + edits.length + unanswered && history.length === last;
  verdict.expect(checks.countsEdits, isCounted, () => [noteId, last, history.length, edits.length, unanswered].join());
};

const compareFiles = async (
  { ledger, verdict }: Comparison,
  { id, url, token }: OpenSession,
  log: readonly Event[],
): Promise<void> => {
  const keyOf = ({ path, version, contentHash }: Pick<File, 'path' | 'version' | 'contentHash'>): string =>
    `${path} version ${String(version)} ${contentHash}`;
  const written = new Set(log.flatMap(({ event, data }) => (event === 'file.updated' ? [keyOf(data)] : [])));
  const acknowledged = ledger.files.filter(({ sessionId }) => sessionId === id);
  for (const file of acknowledged)
    verdict.expect(checks.fileLogged, written.has(keyOf(file)), () => `${id} ${keyOf(file)} is not in the log`);
  for (const [path, last] of new Map(acknowledged.map((file) => [file.path, file]))) {
    const { version, content } = await insist<FileWithContent>(`${url}/files/${path}`, { token });
    const isLast = version === last.version && content === last.content;
    const isLater = version > last.version && ledger.unanswered.has(content);
    verdict.expect(checks.fileHolds, isLast || isLater, () => [id, path, version, last.version].join());
  }
};

const compareFollower = (verdict: Verdict, { received, problems }: Follower, log: readonly Event[]): void => {
  for (const problem of problems) verdict.count(followed, problem);
  const differs = log.findIndex(({ seq, data }, place) => seq !== place + 1 || received[place] !== data.id);
  const isSame = differs === -1 && received.length === log.length;
  verdict.expect(
    followed,
    isSame,
    () => `${String(received.length)} of ${String(log.length)}, other at ${String(differs)}`,
  );
};
