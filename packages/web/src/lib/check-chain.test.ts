import { canonicalJson, type Checkpoint, checkpointText, type Event, type PublicKey } from '@pairspace/protocol';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkChain } from './check-chain.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const aLog = (sessionId: string, texts: readonly string[]): Event[] => {
  let previous = sha256(sessionId);
  return texts.map((text, index) => {
    const event = { seq: index + 1, sessionId, event: 'message.created', data: { content: text } };
    previous = sha256(`${previous}\n${canonicalJson(event)}`);
    return { ...event, hash: previous } as unknown as Event;
  });
};

test('a changed entry, another end and a wrong signature are found', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one' } as unknown as PublicKey;
  const log = aLog('ses_1', ['a', 'b', 'c']);
  const end = { sessionId: 'ses_1', seq: 3, hash: log[2]?.hash ?? '', signedAt: '2026-11-02T09:30:00.000Z' };
  const signature = sign(null, Buffer.from(checkpointText(end)), privateKey).toString('base64url');
  const checkpoint: Checkpoint = { ...end, keyId: 'one', signature };
  expect(await checkChain('ses_1', log, checkpoint, [key])).toMatchObject({ kind: 'whole' });
  const changed = log.map((one) => (one.seq === 2 ? ({ ...one, data: { content: 'B' } } as unknown as Event) : one));
  expect(await checkChain('ses_1', changed, checkpoint, [key])).toMatchObject({
    kind: 'broken',
    why: 'Entry 2 is not as it was hashed, or the log before it has changed.',
  });
  expect(await checkChain('ses_1', log.slice(0, 2), checkpoint, [key])).toMatchObject({ kind: 'broken' });
  const later = { ...checkpoint, signedAt: '2026-11-03T09:30:00.000Z' };
  expect(await checkChain('ses_1', log, later, [key])).toMatchObject({ kind: 'broken' });
});
