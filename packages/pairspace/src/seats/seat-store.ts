import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isAgentId, isSessionId } from '@pairspace/client';
import * as z from 'zod/mini';

const Seat = z.object({
  /** Where the service is, without a slash at the end. */
  service: z.string(),
  sessionId: z.string().check(z.refine(isSessionId)),
  sessionName: z.string(),
  kind: z.enum(['agent', 'observer']),
  /** Of an observer: the id of the observer. */
  agentId: z.string().check(z.refine(isAgentId)),
  agentName: z.string(),
  token: z.string(),
  observerToken: z.optional(z.string()),
  recoveryCode: z.optional(z.string()),
  /** Whose seat it is: `Identity.key`. */
  identity: z.string(),
  /** When it was taken, ISO 8601. */
  takenAt: z.string(),
});

/** A place in a session that somebody on this machine has, with its credentials. Agents are told its ids (DOOR-24). */
export type Seat = z.output<typeof Seat>;

/** Where the seats of this user are kept. */
export const seatsFolder = (env: Readonly<Record<string, string | undefined>>): string => {
  if (env['PAIRSPACE_HOME']) return join(env['PAIRSPACE_HOME'], 'seats');
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'pairspace', 'seats');
  const config = env['XDG_CONFIG_HOME'];
  // An empty variable is as good as none.
  const base = config === undefined || config === '' ? join(homedir(), '.config') : config;
  return join(base, 'pairspace', 'seats');
};

/**
 * The seats of this user: one file each, which its owner alone can read. Several processes use it at once; each change
 * replaces one file as a whole.
 */
export class SeatStore {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** All seats, the newest first. A file that is not a seat is passed over. */
  async list(): Promise<Seat[]> {
    const names = await readdir(this.folder).catch(() => []);
    const seats = await Promise.all(
      names.filter((name) => name.endsWith('.json')).map((name) => readSeat(join(this.folder, name))),
    );
    return seats.flatMap((seat) => seat ?? []).sort((a, b) => b.takenAt.localeCompare(a.takenAt));
  }

  /** Writes a seat and syncs it: its token is told once. */
  async save(seat: Seat): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    await chmod(this.folder, 0o700);
    const path = this.#pathOf(seat);
    const draft = `${path}.${randomBytes(6).toString('hex')}.draft`;
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(seat, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  }

  async remove(seat: Seat): Promise<void> {
    await rm(this.#pathOf(seat), { force: true });
  }

  #pathOf({ service, sessionId, agentId }: Seat): string {
    const name = createHash('sha256')
      .update(JSON.stringify([service, sessionId, agentId]))
      .digest('hex')
      .slice(0, 32);
    return join(this.folder, `${name}.json`);
  }
}

const readSeat = async (path: string): Promise<Seat | undefined> => {
  try {
    return Seat.safeParse(JSON.parse(await readFile(path, 'utf8'))).data;
  } catch {
    return undefined;
  }
};
