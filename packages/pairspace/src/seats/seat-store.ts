import { chmod, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isAgentId, isSessionId } from '@pairspace/client';
import * as z from 'zod/mini';
import { CommandError } from '../errors.ts';
import { type Env, type Identity, isOwn } from './identity.ts';
import { digestOfSeat, replaceJson } from './private-files.ts';

const Seat = z.object({
  /** The address of the service, without a slash at the end. */
  service: z.string(),
  sessionId: z.string().check(z.refine(isSessionId)),
  sessionName: z.string(),
  kind: z.enum(['agent', 'observer']),
  /** For an observer, the id of the observer. */
  agentId: z.string().check(z.refine(isAgentId)),
  agentName: z.string(),
  token: z.string(),
  recoveryCode: z.optional(z.string()),
  /** The owner: `Identity.key`. */
  identity: z.string(),
  /** The window of the program in which the seat was taken: `Identity.window`. */
  window: z.optional(z.string()),
  /** The time at which the seat was taken, ISO 8601. */
  takenAt: z.string(),
  /** The user named the service for this seat, so the session may move there from another service (DOOR-31). */
  isServiceNamed: z.optional(z.boolean()),
});

/** A seat with its credentials. The ids are validated, because texts for agents contain them. */
export type Seat = z.output<typeof Seat>;

export const seatsFolder = (env: Env): string => {
  if (env['PAIRSPACE_HOME']) return join(env['PAIRSPACE_HOME'], 'seats');
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'pairspace', 'seats');
  const config = env['XDG_CONFIG_HOME'];
  // An empty variable counts as unset.
  const base = config === undefined || config === '' ? join(homedir(), '.config') : config;
  return join(base, 'pairspace', 'seats');
};

/**
 * The seats of this user, one file each, which only its owner can read. Several processes use the store at once; each
 * change replaces a whole file.
 */
export class SeatStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** All seats, newest first. A file that is not a seat is skipped. */
  async list(): Promise<Seat[]> {
    const names = await readdir(this.folder).catch(() => []);
    const seats = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => readSeat(join(this.folder, name))),
    );
    return seats.flatMap((seat) => seat ?? []).sort((a, b) => b.takenAt.localeCompare(a.takenAt));
  }

  /** The seats of agents that an identity has taken, newest first. */
  async own(identity: Identity): Promise<Seat[]> {
    return (await this.list()).filter((seat) => seat.kind === 'agent' && isOwn(seat, identity));
  }

  /**
   * Refuses a session that is known at another service: a service that repeats the session's id would receive messages
   * meant for it. Only the user can move a session, by naming the new service (DOOR-31).
   */
  async assertNotElsewhere({ service, sessionId }: Pick<Seat, 'service' | 'sessionId'>, named?: string): Promise<void> {
    if (service === named) return;
    const known = (await this.list()).find((seat) => seat.sessionId === sessionId && seat.service !== service);
    if (!known) return;
    throw new CommandError(
      'refused',
      `${sessionId} is known at ${known.service}. ${service} says that it has it, too, and gets no seat.`,
      `Your user alone can move it, with --service ${service}`,
    );
  }

  /** Stores a new seat. `named` is the service that the user named for it. */
  async take(seat: Seat, named?: string): Promise<void> {
    await this.assertNotElsewhere(seat, named);
    // A seat that is joined again comes without the secrets that it brought the first time.
    const known = seat.recoveryCode === undefined ? await readSeat(join(this.folder, nameOf(seat))) : undefined;
    await this.save({ ...known, ...seat, ...(seat.service === named && { isServiceNamed: true }) });
  }

  /** Writes a seat and syncs it, because its token is issued only once. */
  async save(seat: Seat): Promise<void> {
    await writeWhole(this.folder, nameOf(seat), seat);
  }

  /** Stores the observer token of a creation apart from the seat, whose file the agent reads (ASK-7). */
  async keepOverseer(seat: Seat, observerToken: string): Promise<void> {
    await writeWhole(this.#overseers, nameOf(seat), { observerToken });
  }

  /** The observer token of the session's creation, if this user created it with this seat. */
  async findOverseer(seat: Seat): Promise<string | undefined> {
    const text = await readFile(join(this.#overseers, nameOf(seat)), 'utf8').catch(() => '{}');
    return Overseer.safeParse(JSON.parse(text)).data?.observerToken;
  }

  async remove(seat: Seat): Promise<void> {
    for (const folder of [this.folder, this.#overseers]) await rm(join(folder, nameOf(seat)), { force: true });
  }

  get #overseers(): string {
    return join(dirname(this.folder), 'overseers');
  }
}

const Overseer = z.object({ observerToken: z.string() });

const nameOf = (seat: Seat): string => `${digestOfSeat(seat)}.json`;

const writeWhole = async (folder: string, name: string, content: object): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  await replaceJson(join(folder, name), content);
};

const readSeat = async (path: string): Promise<Seat | undefined> => {
  try {
    return Seat.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
};
