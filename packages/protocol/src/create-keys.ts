import { z } from 'zod';
import { deletedOf } from './deleted.ts';
import { endpoint } from './endpoint.ts';
import { CreateKeyId } from './ids.ts';
import type { Limits } from './limits.ts';
import { pageOf, pageQuery } from './page.ts';
import { nameUpTo, Timestamp } from './text.ts';

const nameMeta = { description: 'For whom the key is', examples: ['Ada’s team'] };

export const CreateKey = z
  .object({
    id: CreateKeyId,
    name: z.string().meta(nameMeta),
    createdAt: Timestamp.meta({ description: 'When the key was made' }),
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

export const createKeyEndpoints = (limits: Limits) => ({
  makeCreateKey: endpoint({
    method: 'POST',
    path,
    access: 'operator',
    summary: 'Make a create key',
    description: 'Makes a key with which sessions and the like are made where `PAIRSPACE_CREATE` is `key`.',
    body: z.object({ name: nameUpTo(limits.nameCharacters).meta(nameMeta).default('') }),
    result: NewCreateKey,
    status: [201],
    example: { body: { name: 'Ada’s team' } },
  }),
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
    description: 'Ends a key at once. What was made with it stays.',
    result: deletedOf(CreateKeyId),
    status: [200],
  }),
});
