import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UnexpectedAnswer } from '@pairspace/client';
import { withoutEnd } from '@pairspace/protocol';
import type { KnownKey } from '@pairspace/protocol/verify';
import * as z from 'zod/mini';
import { CommandError } from '../errors.ts';
import type { Env } from '../seats/identity.ts';
import { replaceJson } from '../seats/private-files.ts';
import { seatsFolder } from '../seats/seat-store.ts';

const KeyFile = z.record(z.string(), z.array(z.object({ kid: z.string() })));

/** The id of a key (RFC 7638). */
const thumbprint = /^[\w-]{43}$/;
const mostKeys = 1000;

export class KeyStore {
  readonly file: string;

  constructor(env: Env) {
    this.file = join(dirname(seatsFolder(env)), 'known-keys.json');
  }

  async list(): Promise<KnownKey[]> {
    return Object.values(await this.#read()).flat();
  }

  async servicesOf(kid: string): Promise<string[]> {
    const known = Object.entries(await this.#read());
    return known.flatMap(([service, keys]) => (keys.some((key) => key.kid === kid) ? [service] : []));
  }

  /** Stores the keys of a service. Throws if a known key is missing, because a service never withdraws a key. */
  async remember(service: string, keys: readonly KnownKey[]): Promise<void> {
    if (keys.length > mostKeys || !keys.every(({ kid }) => thumbprint.test(kid))) {
      throw new UnexpectedAnswer(200, { why: 'a key in it is none' });
    }
    const known = await this.#read();
    const name = withoutEnd(service, '/');
    const missing = (known[name] ?? []).find(({ kid }) => !keys.some((key) => key.kid === kid));
    if (missing) {
      throw new CommandError(
        'failed',
        `${name} does not list the key ${missing.kid} any more, which it had before. It may be another service.`,
        `When its operator says that this is right, remove ${name} from ${this.file}.`,
      );
    }
    known[name] = keys.map(({ kid }) => ({ kid }));
    await replaceJson(this.file, known);
  }

  async #read(): Promise<z.output<typeof KeyFile>> {
    const text = await readFile(this.file, 'utf8').catch(() => '{}');
    try {
      return KeyFile.parse(JSON.parse(text));
    } catch {
      throw new CommandError('failed', `${this.file} is not the file of known keys any more.`, 'Remove it.');
    }
  }
}
