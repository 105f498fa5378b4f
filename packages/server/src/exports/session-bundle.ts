import type { Note, SessionExport } from '@pairspace/protocol';
import { eventJson } from '../events/event-hash.ts';
import { scanLog } from '../events/scan-log.ts';
import type { Queries } from '../storage/storage.ts';
import { eachOf, type ExportSections, jobsOf, pageOf } from './sections.ts';

interface Bundle {
  /** A snapshot: all parts are of one moment. */
  db: Queries;
  sessionId: string;
  sections: ExportSections;
  exportedAt: string;
}

/** The whole session as JSON text, piece by piece, each as large as one item at most (EXP-1, EXP-3). */
export async function* sessionBundle({ db, sessionId, sections, exportedAt }: Bundle): AsyncGenerator<string> {
  const session = await sections.session(db, sessionId);
  const seq = session.lastSeq;
  const head: Partial<SessionExport> = {
    format: 'pairspace.session',
    version: 1,
    exportedAt,
    seq,
    session,
    agents: session.agents,
  };
  yield JSON.stringify(head).slice(0, -1);
  yield* arrayField('observers', jsonOf(eachOf((page) => sections.observers(db, sessionId, page), pageOf.small)));
  yield* arrayField('messages', messages(db, sessionId, seq));

  yield ',"notes":[';
  let separator = '';
  for await (const note of eachOf((page) => sections.notes(db, sessionId, page), pageOf.large)) {
    yield separator;
    yield* noteWithHistory(db, note, sections);
    separator = ',';
  }
  yield ']';
  yield* arrayField('files', files(db, sessionId, sections));

  const { pool, agentUsage } = (await sections.compute?.summary(db, sessionId)) ?? { pool: null, agentUsage: [] };
  yield `,"compute":${JSON.stringify({ pool, agentUsage }).slice(0, -1)}`;
  yield* arrayField('jobs', jsonOf(jobsOf(sections, db, sessionId)));
  yield '}';
  yield* arrayField('presence', jsonOf(eachOf((page) => sections.presence(db, sessionId, page), pageOf.small)));
  yield* arrayField('events', events(db, sessionId, seq));
  yield '}';
}

async function* arrayField(name: keyof SessionExport | 'jobs' | 'history', items: AsyncIterable<string>) {
  yield `,"${name}":[`;
  let separator = '';
  for await (const item of items) {
    yield separator + item;
    separator = ',';
  }
  yield ']';
}

async function* jsonOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  for await (const item of items) yield JSON.stringify(item);
}

/** A message is its event's entity, and stored as JSON text. */
async function* messages(db: Queries, sessionId: string, until: number): AsyncGenerator<string> {
  for await (const row of scanLog(db, sessionId, until)) if (row.event === 'message.created') yield row.data;
}

async function* events(db: Queries, sessionId: string, until: number): AsyncGenerator<string> {
  for await (const row of scanLog(db, sessionId, until)) yield eventJson(sessionId, row);
}

async function* noteWithHistory(db: Queries, note: Note, { noteVersions }: ExportSections): AsyncGenerator<string> {
  const history = eachOf((page) => noteVersions(db, note.sessionId, note.id, page), pageOf.large);
  yield JSON.stringify(note).slice(0, -1);
  yield* arrayField('history', jsonOf(history));
  yield '}';
}

async function* files(db: Queries, sessionId: string, sections: ExportSections): AsyncGenerator<string> {
  for await (const { path } of eachOf((page) => sections.files(db, sessionId, page), pageOf.small)) {
    yield JSON.stringify(await sections.file(db, sessionId, path));
  }
}
