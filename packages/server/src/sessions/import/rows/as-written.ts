import { askLimits, declareEndpoints, type Event, type Limits, loggedEvents } from '@pairspace/protocol';
import { z } from 'zod';
import { readableText } from '../../../secrets/readable-text.ts';
import { holdsOwnToken } from '../../../secrets/refuse-secrets.ts';
import { refuse } from './refuse.ts';

type Json = Readonly<Record<string, unknown>>;

/** A write, the fields of its body that an entity has, and the member in which it has them. */
type Written = readonly [write: { body?: z.ZodType }, fields: readonly string[], member?: string];

/** The writes whose bodies say which values an entity may have. */
const writesOf = (limits: Limits) => {
  const writes = declareEndpoints(limits);
  const taskFields = ['title', 'description', 'dependsOn', 'paths', 'labels', 'priority', 'leaseMs'];
  const shares = ['totalCredits', 'perAgentCredits', 'maxConcurrentJobs', 'maxQueuedJobs', 'defaults'];
  return {
    session: [[writes.createSession, ['name', 'metadata', 'mode']]],
    message: [[writes.postMessage, ['content', 'metadata']]],
    note: [[writes.createNote, ['title', 'content']]],
    file: [[writes.writeFile, ['path', 'mediaType']]],
    task: [
      [writes.createTask, taskFields],
      [writes.finishTask, ['text', 'links'], 'result'],
    ],
    ask: [
      [writes.createAsk, ['title', 'details', 'options']],
      [writes.answerAsk, ['text'], 'answer'],
    ],
    compute: [[writes.configurePool, shares]],
    job: [[writes.submitJob, ['label', 'cost']]],
  } as const satisfies Record<string, readonly Written[]>;
};

const dayMs = 24 * 60 * 60_000;

/** Refuses in an export what the writes of this service refuse (IMP-2). */
export class AsWritten {
  readonly #schemas: ReadonlyMap<string, z.ZodType>;
  readonly #latest: number;

  constructor(limits: Limits, importedAt: string) {
    this.#schemas = new Map(
      Object.entries(writesOf(limits)).map(([kind, written]) => [kind, schemaOf(written)] as const),
    );
    this.#latest = Date.parse(importedAt) + dayMs;
  }

  event({ event, seq, timestamp, actor, data }: Event): void {
    const [kind = ''] = event.split('.');
    this.#checkWhole({ actor, at: timestamp }, 'event', seq);
    const isWritten = Object.hasOwn(loggedEvents, event) && event !== 'session.joined' && event !== 'message.unread';
    if (!isWritten) this.#checkWhole(data, kind, seq);
    else this.check(kind, data, seq);
  }

  /** Checks an entity, of the event `seq` if it stands in one. */
  check(kind: string, entity: Json, seq?: number): void {
    // The output of a job is no write.
    this.#checkWhole(kind === 'job' ? { ...entity, stdout: '', stderr: '', result: null } : entity, kind, seq);
    const issue = this.#schemas.get(kind)?.safeParse(entity).error?.issues[0];
    if (issue) this.#refuse(kind, `${issue.path.map(String).join('.')} ${issue.message}`, seq);
    if (kind === 'file' && String(entity['path']).normalize('NFC') !== entity['path']) {
      this.#refuse(kind, 'path must be in NFC', seq);
    }
  }

  /** Checks a content of a file. */
  content(content: Json): void {
    this.#checkWhole(content, 'file');
  }

  #checkWhole(entity: Json, kind: string, seq?: number): void {
    const { content, encoding } = entity;
    const read =
      encoding === 'base64' && typeof content === 'string'
        ? { ...entity, content: readableText(content, encoding) }
        : entity;
    if (holdsOwnToken(read)) this.#refuse(kind, 'a text holds a token, with which its readers could act', seq);
    this.#checkTimes(entity, kind, seq);
  }

  /** Refuses times after tomorrow, but for ends that a write may set further ahead. Values of clients are not times. */
  #checkTimes(value: unknown, kind: string, seq?: number): void {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, member] of Object.entries(value)) {
      if (['metadata', 'input', 'result'].includes(name)) continue;
      const ahead = name === 'expiresAt' || name === 'leaseUntil' ? askLimits.mostMs : 0;
      if (typeof member === 'string' && /^at$|At$|Until$/.test(name) && Date.parse(member) > this.#latest + ahead) {
        this.#refuse(kind, `${name} is more than a day ahead`, seq);
      }
      this.#checkTimes(member, kind, seq);
    }
  }

  #refuse(kind: string, why: string, seq?: number): never {
    const place = seq === undefined ? `A ${kind} of the export` : `Event ${String(seq)}`;
    return refuse(`${place} has what a write would refuse: ${why}.`, seq);
  }
}

/** The fields of an entity as the bodies of its writes take them. A field that has no value was not written. */
const schemaOf = (written: readonly Written[]): z.ZodType => {
  const members = written.map(([{ body }, fields, member]) => {
    const { shape } = body as z.ZodObject;
    const own = Object.fromEntries(fields.map((field) => [field, (shape[field] as z.ZodType).nullish()]));
    return member === undefined ? own : { [member]: z.object(own).nullish() };
  });
  return z.preprocess(withoutEmptyOptions, z.object(Object.assign({}, ...members) as z.ZodRawShape));
};

/** A question that wants a text alone has no options. */
const withoutEmptyOptions = (entity: unknown): unknown => {
  const { options, ...others } = entity as { options?: unknown };
  return Array.isArray(options) && options.length === 0 ? others : entity;
};
