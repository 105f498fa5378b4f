import type { Checkpoint, PublicKey } from '@pairspace/protocol';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { Signer } from './signer.ts';

const keysOf = async (app: TestApp): Promise<PublicKey[]> =>
  (await app.request<{ keys: PublicKey[] }>('GET', '/api/keys')).data.keys;

const seedOf = (fill: number): Buffer => Buffer.alloc(32, fill);
const kidOf = (seed: Buffer): string => new Signer(seed).publicKey.kid;

test('[CHN-5] a service that is given no key makes one, keeps it sealed, and signs with it after a restart', async () => {
  await using app = await startTestApp({ secretKey: seedOf(9) });
  const [made] = await keysOf(app);
  const restarted = await startTestApp({ secretKey: seedOf(9) }, app);
  expect(await keysOf(restarted)).toEqual([made]);
  await restarted[Symbol.asyncDispose]();
  await using beside = await openBeside(app);
  const rows = await beside.read.all<{ sealed: string | null }>`select sealed_seed as sealed from signing_key`;
  expect(rows).toHaveLength(1);
  expect(Buffer.from(rows[0]?.sealed ?? '', 'base64').length).toBeGreaterThan(32);
});

test('[CHN-5] another key takes its place, and the public keys of earlier ones stay', async () => {
  await using first = await startTestApp({ signingSeed: seedOf(1), secretKey: seedOf(9) });
  const fixture = await aSession(first);
  const { data: old } = await fixture.creator<Checkpoint>('GET', '/checkpoint');
  expect(old.keyId).toBe(kidOf(seedOf(1)));
  first.clock.advance(1000);
  const second = await startTestApp({ signingSeed: seedOf(2), secretKey: seedOf(9) }, first);
  expect((await keysOf(second)).map(({ kid }) => kid)).toEqual([kidOf(seedOf(2)), kidOf(seedOf(1))]);
  await second[Symbol.asyncDispose]();
  first.clock.advance(1000);
  const third = await startTestApp({ secretKey: seedOf(9) }, first);
  const kids = (await keysOf(third)).map(({ kid }) => kid);
  expect(kids.slice(1)).toEqual([kidOf(seedOf(2)), kidOf(seedOf(1))]);
  const { data: next } = await third.request<Checkpoint>('GET', `/api/sessions/${fixture.id}/checkpoint`);
  expect(next.keyId).toBe(kids[0]);
  await third[Symbol.asyncDispose]();
});

test('[CHN-5] a key that cannot be opened any more is followed by a new one', async () => {
  await using app = await startTestApp({ secretKey: seedOf(9) });
  const [made] = await keysOf(app);
  app.clock.advance(1000);
  await using beside = await openBeside(app);
  await beside.write((tx) => tx.run`delete from key_check`);
  const other = await startTestApp({ secretKey: seedOf(8) }, app);
  const [newer, older] = await keysOf(other);
  expect(older).toEqual(made);
  expect(newer?.kid).not.toBe(made?.kid);
  await other[Symbol.asyncDispose]();
});

test('[CHN-3] a seed makes the key pair that every other implementation makes of it', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { d = '', x } = privateKey.export({ format: 'jwk' });
  const signer = new Signer(Buffer.from(d, 'base64url'));
  expect(signer.publicKey.x).toBe(x);
  const { signature } = signer.sign('text');
  expect(verify(null, Buffer.from('text'), publicKey, Buffer.from(signature, 'base64url'))).toBe(true);
  expect(createPublicKey({ key: signer.publicKey, format: 'jwk' }).asymmetricKeyType).toBe('ed25519');
});
