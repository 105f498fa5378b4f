import { canonicalJson, type Note } from '@pairspace/protocol';
import { eventJson } from '../events/event-hash.ts';
import { scanLogPages } from '../events/scan-log.ts';
import type { Queries } from '../storage/storage.ts';
import { checkpointAt, type DocumentSigner } from './document-signer.ts';
import { eachOf, type ExportSections, jobsOf, type ListOf, pageOf } from './sections.ts';
import { arrayOf, SignedMembers } from './signed-members.ts';

export interface Bundle {
  /** A snapshot, so that all parts show the same moment. */
  db: Queries;
  sessionId: string;
  sections: ExportSections;
  signer: DocumentSigner;
  exportedAt: string;
}

/** The whole session as JSON text in pieces, each a page of the log or one item (EXP-1, CHN-7). */
export async function* sessionBundle(bundle: Bundle): AsyncGenerator<string> {
  const { db, sessionId, signer, exportedAt } = bundle;
  const signed = new SignedMembers();
  const session = await bundle.sections.session(db, sessionId);
  const seq = session.lastSeq;
  const head = {
    format: 'pairspace.session',
    version: 1,
    exportedAt,
    seq,
    session,
    agents: session.agents,
  };
  yield '{';
  for (const [name, value] of Object.entries(head)) yield* signed.member(name, [canonicalJson(value)]);
  for (const [name, pieces] of parts(bundle, seq)) yield* signed.member(name, pieces);
  yield ',"events":';
  yield* arrayOf(events(db, sessionId, seq));
  yield `,"checkpoint":${canonicalJson(await checkpointAt(db, { sessionId, seq, exportedAt }, signer))}`;
  const manifest = signer.manifest('export', { sessionId, seq, members: signed.hashes });
  yield `,"manifest":${canonicalJson(manifest)}}`;
}

function* parts({ db, sessionId, sections }: Bundle, seq: number): Generator<[string, AsyncIterable<string>]> {
  const { observers, ...others } = sections.lists;
  const listed = (list: ListOf<unknown>) => arrayOf(jsonOf(eachOf((page) => list(db, sessionId, page), pageOf.small)));
  yield ['observers', listed(observers)];
  yield ['messages', arrayOf(messages(db, sessionId, seq))];
  yield ['notes', notes(db, sessionId, sections)];
  yield ['files', arrayOf(files(db, sessionId, sections))];
  yield ['compute', compute(db, sessionId, sections)];
  for (const [name, list] of Object.entries(others)) yield [name, listed(list)];
}

async function* jsonOf(items: AsyncIterable<unknown>): AsyncGenerator<[string]> {
  for await (const item of items) yield [canonicalJson(item)];
}

/** A message is the entity of its event. */
async function* messages(db: Queries, sessionId: string, until: number): AsyncGenerator<string[]> {
  for await (const page of scanLogPages(db, sessionId, until)) {
    yield page.filter(({ event }) => event === 'message.created').map(({ data }) => data);
  }
}

async function* events(db: Queries, sessionId: string, until: number): AsyncGenerator<string[]> {
  for await (const page of scanLogPages(db, sessionId, until)) yield page.map((row) => eventJson(sessionId, row));
}

async function* notes(db: Queries, sessionId: string, sections: ExportSections): AsyncGenerator<string> {
  let separator = '[';
  for await (const note of eachOf((page) => sections.notes(db, sessionId, page), pageOf.large)) {
    yield separator;
    yield* noteWithHistory(db, note, sections);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The members of canonical JSON are sorted, so the history is written between two others. */
async function* noteWithHistory(db: Queries, note: Note, { noteVersions }: ExportSections): AsyncGenerator<string> {
  const history = eachOf((page) => noteVersions(db, note.sessionId, note.id, page), pageOf.large);
  const members = Object.entries(note);
  yield canonicalJson(Object.fromEntries(members.filter(([name]) => name < 'history'))).slice(0, -1);
  yield ',"history":';
  yield* arrayOf(jsonOf(history));
  yield `,${canonicalJson(Object.fromEntries(members.filter(([name]) => name > 'history'))).slice(1)}`;
}

async function* files(db: Queries, sessionId: string, sections: ExportSections): AsyncGenerator<[string]> {
  for await (const { path } of eachOf((page) => sections.files(db, sessionId, page), pageOf.small)) {
    yield [canonicalJson(await sections.file(db, sessionId, path))];
  }
}

async function* compute(db: Queries, sessionId: string, sections: ExportSections): AsyncGenerator<string> {
  const { pool, agentUsage } = await sections.compute.summary(db, sessionId);
  yield `{"agentUsage":${canonicalJson(agentUsage)},"jobs":`;
  yield* arrayOf(jsonOf(jobsOf(sections, db, sessionId)));
  yield `,"pool":${canonicalJson(pool)}}`;
}
