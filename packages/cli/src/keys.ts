import { createClient } from '@pairspace/client';
import { type CreateKeys, openCreateKeys, readConfig } from '@pairspace/server/installation';
import { needed, readCommand } from './read-options.ts';
import { UsageError } from './usage-error.ts';

export const run = async (args: string[]): Promise<void> => {
  const { words, options } = readCommand(args, ['url', 'name', 'expires'], ['everything']);
  const [what, id, ...rest] = words;
  if (what !== 'new' && what !== 'list' && what !== 'revoke')
    throw new UsageError('The subcommand is new, list or revoke.');
  if (rest.length > 0 || (what !== 'revoke' && id !== undefined)) throw new UsageError('There are too many words.');
  if (what === 'revoke' && id === undefined) throw new UsageError('The id of the key is missing.');
  await using keys = options.url === undefined ? await openHere() : openThere(options.url);
  if (what === 'new') {
    const { key } = await keys.make({ name: options.name ?? '', expiresAt: timeOf(options.expires) });
    console.log(key);
  } else if (what === 'list') {
    for await (const { id: keyId, createdAt, lastUsedAt, expiresAt, name } of keys.list()) {
      const times = [createdAt, `used ${lastUsedAt ?? 'never'}`, `ends ${expiresAt ?? 'never'}`];
      console.log([keyId, ...times, JSON.stringify(name)].join('  '));
    }
  } else {
    const everything = options.everything ?? false;
    const { seatsOfOthers = 0 } = await keys.revoke(needed('id', id), everything);
    console.log(`${String(id)} is revoked${everything ? ', with everything that was made under it' : ''}.`);
    if (seatsOfOthers > 0) console.log(`${String(seatsOfOthers)} seats of others stay in its sessions.`);
  }
};

/** A date without a time means the beginning of that day in UTC. */
const timeOf = (text: string | undefined): string | undefined => {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError('--expires is a time such as 2027-01-31 or 2027-01-31T12:00Z.');
  return time.toISOString();
};

const openHere = (): Promise<CreateKeys> =>
  openCreateKeys(readConfig(process.env)).catch((cause: unknown) => {
    throw new Error(`${(cause as Error).message}\nFor a service that runs, name it with --url.`, { cause });
  });

/** Opens the keys of a running service by its API, with the token of the operator. */
const openThere = (baseUrl: string): CreateKeys => {
  const token = needed('PAIRSPACE_ADMIN_TOKEN in the environment', process.env['PAIRSPACE_ADMIN_TOKEN']);
  const client = createClient({ baseUrl, token });
  return {
    make: ({ name, expiresAt }) => client.makeCreateKey({ name, ...(expiresAt !== undefined && { expiresAt }) }),
    revoke: (keyId, everything) => client.revokeCreateKey({ keyId, everything: everything ? 'true' : 'false' }),
    async *list() {
      let cursor: string | undefined;
      do {
        const page = await client.listCreateKeys({ limit: 200, cursor });
        yield* page.items;
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};
