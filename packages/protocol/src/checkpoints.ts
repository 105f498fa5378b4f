import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { SessionId } from './ids.ts';
import { Timestamp } from './text.ts';

const keyId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/)
  .meta({
    description: 'The JWK thumbprint (RFC 7638) of the public key',
    examples: ['kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k'],
  });
const signature = z
  .string()
  .regex(/^[A-Za-z0-9_-]{86}$/)
  .meta({
    description: 'The Ed25519 signature, base64url',
    examples: ['hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg'],
  });

/** A public key of the service (RFC 8037). */
export const PublicKey = z
  .object({
    kty: z.literal('OKP').meta({ description: 'The key type' }),
    crv: z.literal('Ed25519').meta({ description: 'The curve' }),
    x: z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/)
      .meta({ description: 'The public key, base64url', examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'] }),
    kid: keyId,
    use: z.literal('sig').meta({ description: 'The use of the key' }),
    alg: z.literal('EdDSA').meta({ description: 'The algorithm' }),
  })
  .meta({ id: 'PublicKey', description: 'A public key of the service, as a JWK' });
export type PublicKey = z.output<typeof PublicKey>;

/** The service's signature over a session's newest event at one time (CHN-3). */
export const Checkpoint = z
  .object({
    sessionId: SessionId,
    seq: z
      .int()
      .positive()
      .meta({ description: 'The newest event', examples: [12] }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'The hash of that event, which covers the whole log up to it',
        examples: ['5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9'],
      }),
    signedAt: Timestamp.meta({ description: 'When it was signed' }),
    keyId,
    signature,
  })
  .meta({ id: 'Checkpoint', description: 'The signed end of a session’s log' });
export type Checkpoint = z.output<typeof Checkpoint>;

/** The text that is signed for a checkpoint (CHN-3). */
export const checkpointText = ({ sessionId, seq, hash, signedAt }: Omit<Checkpoint, 'keyId' | 'signature'>): string =>
  `pairspace.checkpoint.v1\n${sessionId}\n${String(seq)}\n${hash}\n${signedAt}`;

export const checkpointEndpoints = () => ({
  getCheckpoint: endpoint({
    method: 'GET',
    path: '/api/sessions/:sessionId/checkpoint',
    access: 'reader',
    summary: 'Read a checkpoint',
    description:
      'Returns the hash of the newest event, signed by the service. Keep it: no later log that fits it can differ up to there.',
    result: Checkpoint,
    status: [200],
  }),
  listKeys: endpoint({
    method: 'GET',
    path: '/api/keys',
    access: 'anyone',
    openToAll: true,
    summary: 'List the public keys',
    description: 'Returns a JWK Set of the keys that sign checkpoints, the present one first, with all earlier ones.',
    result: z
      .object({ keys: z.array(PublicKey).meta({ description: 'The keys, the newest first' }) })
      .meta({ id: 'PublicKeys', description: 'A JWK Set' }),
    status: [200],
  }),
});
