import { readFile } from 'node:fs/promises';
import { type KnownKey, thumbprintOf } from '@pairspace/protocol/verify';
import * as z from 'zod/mini';
import { UsageError } from '../usage-error.ts';

const Jwk = z.object({ x: z.string() });
const Keys = z.union([z.object({ keys: z.array(Jwk) }), z.object({ data: z.object({ keys: z.array(Jwk) }) }), Jwk]);

/**
 * The keys of `--key`: an id, or a file with a JWK or a JWK Set. Ids in a file are ignored; each id is computed from
 * its key.
 */
export const keysGiven = async (given: string): Promise<KnownKey[]> => {
  if (/^[A-Za-z0-9_-]{43}$/.test(given)) return [{ kid: given }];
  const text = await readFile(given, 'utf8').catch(() => {
    throw new UsageError(`--key ${given} is no id of a key, and no file.`);
  });
  const keys = parse(text);
  if (!keys) throw new UsageError(`${given} holds no JWK and no JWK Set.`);
  return keys.map(({ x }) => ({ kid: thumbprintOf(x) }));
};

const parse = (text: string): z.output<typeof Jwk>[] | undefined => {
  try {
    const found = Keys.parse(JSON.parse(text));
    if ('x' in found) return [found];
    return 'keys' in found ? found.keys : found.data.keys;
  } catch {
    return undefined;
  }
};
