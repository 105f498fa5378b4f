import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { CreateKeyId } from './ids.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { nameUpTo, screenedBody, Timestamp } from './text.ts';

const nameMeta = { description: 'For whom the key is', examples: ['Ada’s team'] };

export const CreateKey = z
  .object({
    id: CreateKeyId,
    name: z.string().meta(nameMeta),
    createdAt: Timestamp.meta({ description: 'When the key was made' }),
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When the key was used last, to the minute; null before its first use',
      examples: ['2026-11-02T09:30:00.000Z'],
    }),
    expiresAt: Timestamp.nullable().meta({
      description: 'When the key ends by itself; null: never',
      examples: ['2027-01-31T00:00:00.000Z'],
    }),
  })
  .meta({ id: 'CreateKey', description: 'A key with which sessions and the like are made on a closed service' });
export type CreateKey = z.output<typeof CreateKey>;

export const NewCreateKey = CreateKey.extend({
  key: z.string().meta({
    description: 'Sent as `X-Create-Key`; shown this once',
    examples: ['crk_M4nB7vC2xZ9lK1jH6gF3dS8aP5oI0uY-tR_eWqAzXcV'],
  }),
});
export type NewCreateKey = z.output<typeof NewCreateKey>;

const path = '/api/create-keys';

const makeCreateKey = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path,
    access: 'operator',
    summary: 'Make a create key',
    description: 'Makes a key with which sessions and the like are made where `PAIRSPACE_CREATE` is `key`.',
    body: z.object({
      name: nameUpTo(limits.nameCharacters).meta(nameMeta).default(''),
      expiresAt: z.iso
        .datetime({ offset: true })
        .meta({ description: 'When the key ends by itself; in the future', examples: ['2027-01-31T00:00:00.000Z'] })
        .optional(),
      ...screenedBody,
    }),
    screened: ['name'],
    result: NewCreateKey,
    status: [201],
    example: { body: { name: 'Ada’s team' } },
  });

export const createKeyEndpoints = (limits: Limits) => ({
  makeCreateKey: makeCreateKey(limits),
  listCreateKeys: endpoint({
    method: 'GET',
    path,
    access: 'operator',
    summary: 'List create keys',
    description: 'Returns the keys, newest first, without what is sent.',
    query: z.object(pageQuery),
    result: pageOf(CreateKey),
    status: [200],
  }),
  revokeCreateKey: endpoint({
    method: 'DELETE',
    path: `${path}/:keyId`,
    access: 'operator',
    summary: 'Revoke a create key',
    description:
      'Ends a key at once. What was made with it stays; with `everything` all that was made under it ends too, through any number of steps: tokens, codes, keys, webhooks, invite codes.',
    query: z.object({
      everything: z
        .enum(['true', 'false'])
        .meta({ description: '`true`: all that came under the key ends within 5 s', examples: ['true'] })
        .default('false'),
    }),
    result: deletedOf(CreateKeyId).extend({
      seatsOfOthers: z
        .int()
        .meta({
          description: 'With `everything`: the seats of others that stay in sessions which were made under the key',
          examples: [2],
        })
        .optional(),
    }),
    status: [200],
  }),
});
