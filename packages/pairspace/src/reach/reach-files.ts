import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { digestOfSeat, replaceFile } from '../seats/private-files.ts';
import type { Seat } from '../seats/seat-store.ts';

/** The state of one adapter for one seat. Only its own process writes it. Times are in milliseconds since 1970. */
const AdapterRecord = z.object({
  via: z.string(),
  mode: z.enum(['idle', 'mid-turn', 'turn-end']),
  rank: z.number(),
  /** A pointer that arrives in a turn waits for the end of the turn. */
  waitsForTurn: z.optional(z.boolean()),
  /** The process that uses it; null for a hook, which runs for a moment only. */
  pid: z.nullable(z.number()),
  /** The program that has started this process; it may live on when the process has ended. */
  programPid: z.optional(z.number()),
  /** Whether it is believed to reach the agent: it passed its test, and the agent fetched after the last wake. */
  works: z.boolean(),
  finding: z.string(),
  /** The time of the last test or wake, ISO 8601. */
  checkedAt: z.string(),
  /** The newest event that the adapter has offered to the agent, and when; 0: none. */
  offeredSeq: z.number(),
  offeredAt: z.number(),
  /** A hook asks the service no earlier than this. */
  restsUntil: z.optional(z.number()),
  /** The last test by `pairspace doctor` that the adapter carried. */
  canary: z.optional(
    z.object({ id: z.string(), sentAt: z.number(), error: z.optional(z.string()), answeredAt: z.optional(z.number()) }),
  ),
});
export type AdapterRecord = z.output<typeof AdapterRecord>;

/** The last time that the agent of a seat fetched something itself, from this machine. */
const FetchRecord = z.object({ seq: z.number(), at: z.number() });

/** The state that hooks report of an agent: whether a turn runs, and when that was seen. */
const TurnRecord = z.object({ runs: z.boolean(), at: z.number() });

/** The tasks of which an agent was told before an edit, and the time until which its hook does not ask the service. */
const HeldPathsRecord = z.object({ told: z.array(z.string()), restsUntil: z.number() });
type HeldPathsRecord = z.output<typeof HeldPathsRecord>;

const CanaryRecord = z.object({ id: z.string(), at: z.number() });
type CanaryRecord = z.output<typeof CanaryRecord>;

/** The process that tells an agent of an event, and since when. */
const ClaimRecord = z.object({ pid: z.number(), at: z.number() });
const unclaimed: z.output<typeof ClaimRecord> = { pid: 0, at: 0 };

/**
 * The turn of an agent by the reports of hooks. `silent`: it began, and no hook has said anything of it for a while, as
 * after an interruption, which no hook reports. `unheard`: no hook has ever reported.
 */
export type Turn = 'runs' | 'silent' | 'over' | 'unheard';

/** A turn of which no hook has said anything for this long may run or be over. */
const turnTrustMs = 30_000;

/** A hook that ran is believed to run again for this long. */
const hookTrustMs = 60 * 60 * 1000;

/**
 * The files about the reach of one program's agents: a folder beside that of the seats, with a small file for each seat
 * and adapter. Every file has one writer at a time and is replaced as a whole.
 */
export class ReachFiles {
  readonly folder: string;

  constructor(seatsFolder: string) {
    this.folder = join(dirname(seatsFolder), 'reach');
  }

  async keepAdapter(seat: Seat, record: AdapterRecord): Promise<void> {
    await this.#write(adapterFile(seat, record.via), record);
  }

  async adapter(seat: Seat, via: string): Promise<AdapterRecord | undefined> {
    return this.#read(adapterFile(seat, via), AdapterRecord);
  }

  /** All adapters of a seat whose process lives, or whose hook ran lately, in their order. */
  async adapters(seat: Seat): Promise<AdapterRecord[]> {
    return (await this.#everyAdapter(seat)).filter(isCurrent);
  }

  /** Whether all adapter processes of a seat have ended together with their program, which is no fault. */
  async hasEnded(seat: Seat): Promise<boolean> {
    const own = (await this.#everyAdapter(seat)).filter(({ pid }) => pid !== null);
    return own.length > 0 && own.every(({ pid, programPid = 0 }) => !isAlive(pid ?? 0) && !isAlive(programPid));
  }

  async #everyAdapter(seat: Seat): Promise<AdapterRecord[]> {
    const begin = nameOf(seat, 'adapter-');
    const names = (await this.#names()).filter((name) => name.startsWith(begin) && name.endsWith('.json'));
    const records = await Promise.all(names.map((name) => this.#read(name, AdapterRecord)));
    return records.flatMap((record) => record ?? []).sort((a, b) => a.rank - b.rank || a.via.localeCompare(b.via));
  }

  /** Records that a result with everything up to `seq` is on its way to the agent, which asked for it itself. */
  async noteFetch(seat: Seat, seq: number): Promise<void> {
    const known = await this.fetched(seat);
    await this.#write(nameOf(seat, 'fetch.json'), { seq: Math.max(seq, known.seq), at: Date.now() });
  }

  async fetched(seat: Seat): Promise<z.output<typeof FetchRecord>> {
    return (await this.#read(nameOf(seat, 'fetch.json'), FetchRecord)) ?? { seq: 0, at: 0 };
  }

  /**
   * Claims an event, so that only this process notifies the agent: hooks and wakers learn of an event at the same
   * moment. Returns false if another process claimed the event less than `graceMs` ago. Each claim creates the file of
   * the next generation, because only one process can create a given file.
   */
  async claim(seat: Seat, seq: number, graceMs: number): Promise<boolean> {
    try {
      await this.#makeFolder();
      const last = lastGeneration(seat, seq, await readdir(this.folder));
      const { pid, at } = last === 0 ? unclaimed : await this.#readClaim(claimFile(seat, seq, last));
      if (pid === process.pid) return true;
      if (Date.now() - at < graceMs) return false;
      return await this.#createClaim(seat, seq, last + 1);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      // The error codes mean that another process was faster. Any other error, such as of a read-only folder, must not
      // keep the notification from the agent.
      return code !== 'EEXIST' && code !== 'ENOENT';
    }
  }

  async #createClaim(seat: Seat, seq: number, generation: number): Promise<boolean> {
    const name = claimFile(seat, seq, generation);
    const own = JSON.stringify({ pid: process.pid, at: Date.now() });
    await writeFile(join(this.folder, name), own, { flag: 'wx', mode: 0o600 });
    const names = await readdir(this.folder);
    // A higher generation means that another process had removed the file of this generation, and that this process
    // created the file again too late.
    const isLate = lastGeneration(seat, seq, names) > generation;
    const others = names.filter((other) => other !== name && other.startsWith(nameOf(seat, 'claim-')));
    await Promise.all((isLate ? [name] : others).map((other) => rm(join(this.folder, other), { force: true })));
    return !isLate;
  }

  /** Reads a claim. A file without content was just created by another process, and counts from its creation time. */
  async #readClaim(name: string): Promise<z.output<typeof ClaimRecord>> {
    const known = await this.#read(name, ClaimRecord);
    return known ?? { pid: 0, at: (await stat(join(this.folder, name))).mtimeMs };
  }

  /** Releases a claim. The file stays, so that no process creates the same generation again. */
  async unclaim(seat: Seat, seq: number): Promise<void> {
    const name = claimFile(seat, seq, lastGeneration(seat, seq, await this.#names()));
    const known = await this.#read(name, ClaimRecord);
    if (known?.pid === process.pid) await this.#write(name, unclaimed).catch(() => undefined);
  }

  async noteTurn(seat: Seat, runs: boolean): Promise<void> {
    await this.#write(nameOf(seat, 'turn.json'), { runs, at: Date.now() });
  }

  async turn(seat: Seat): Promise<Turn> {
    const turn = await this.#read(nameOf(seat, 'turn.json'), TurnRecord);
    if (!turn?.runs) return turn ? 'over' : 'unheard';
    return Date.now() - turn.at < turnTrustMs ? 'runs' : 'silent';
  }

  /** Whether a hook has seen the agent work after a time. */
  async hasWorkedSince(seat: Seat, time: number): Promise<boolean> {
    const turn = await this.#read(nameOf(seat, 'turn.json'), TurnRecord);
    return turn !== undefined && turn.runs && turn.at > time;
  }

  async askCanary(seat: Seat): Promise<CanaryRecord> {
    const canary = { id: randomBytes(3).toString('hex'), at: Date.now() };
    await this.#write(nameOf(seat, 'canary.json'), canary);
    return canary;
  }

  async canary(seat: Seat): Promise<CanaryRecord | undefined> {
    return this.#read(nameOf(seat, 'canary.json'), CanaryRecord);
  }

  async keepHeldPaths(seat: Seat, record: HeldPathsRecord): Promise<void> {
    await this.#write(nameOf(seat, 'held.json'), record);
  }

  async heldPaths(seat: Seat): Promise<HeldPathsRecord> {
    return (await this.#read(nameOf(seat, 'held.json'), HeldPathsRecord)) ?? { told: [], restsUntil: 0 };
  }

  #names(): Promise<string[]> {
    return readdir(this.folder).catch(() => []);
  }

  async #makeFolder(): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
  }

  async #read<T>(name: string, schema: z.ZodMiniType<T>): Promise<T | undefined> {
    try {
      return schema.safeParse(JSON.parse(await readFile(join(this.folder, name), 'utf8'))).data;
    } catch {
      return undefined;
    }
  }

  async #write(name: string, value: object): Promise<void> {
    await this.#makeFolder();
    await replaceFile(join(this.folder, name), JSON.stringify(value));
  }
}

const nameOf = (seat: Seat, part: string): string => `${digestOfSeat(seat)}.${part}`;

const adapterFile = (seat: Seat, via: string): string =>
  nameOf(seat, `adapter-${via.replace(/[^a-z0-9]+/gi, '-').toLowerCase()}.json`);

const claimFile = (seat: Seat, seq: number, generation: number): string =>
  nameOf(seat, `claim-${String(seq)}.${String(generation)}.json`);

/** The newest generation of a claim among the names of files; 0: none. */
const lastGeneration = (seat: Seat, seq: number, names: readonly string[]): number => {
  const begin = nameOf(seat, `claim-${String(seq)}.`);
  const own = names.filter((name) => name.startsWith(begin));
  return Math.max(0, ...own.map((name) => Number.parseInt(name.slice(begin.length))));
};

const isCurrent = ({ pid, offeredAt, checkedAt }: AdapterRecord): boolean =>
  pid === null ? Date.now() - Math.max(offeredAt, Date.parse(checkedAt)) < hookTrustMs : isAlive(pid);

const isAlive = (pid: number): boolean => {
  // 0 would be this process's own group.
  if (pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process is alive and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};
