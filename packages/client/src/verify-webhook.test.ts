import { cases } from '@pairspace/testkit/cases';
import type { Delivery } from '@pairspace/protocol';
import { signedHeader } from '@pairspace/testkit/signed-header';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

const nowMs = Date.UTC(2026, 5, 1);
const now = () => nowMs;
const seconds = nowMs / 1000;
const secret = 'a long random text';
const delivery: Delivery = {
  event: 'message.created',
  timestamp: '2026-06-01T00:00:00.000Z',
  sessionId: 'ses_1',
  data: { id: 'msg_1', content: 'héllo 🙂' },
};
const payload = JSON.stringify(delivery);

/** The header as another implementation of the format writes it. */
const signedBy = (withSecret: string, body = payload, timestamp = seconds): string =>
  signedHeader(body, withSecret, timestamp);
const headersWith = (signature: string) => ({ 'x-pair-signature': signature });
const refused = async (attempt: Promise<unknown>): Promise<void> => {
  await expect(attempt).rejects.toBeInstanceOf(WebhookVerificationError);
};

describe('what is believed', () => {
  test('what another implementation of the format signed, from whatever headers and body', async () => {
    const signature = signedBy(secret);
    for (const headers of [
      new Headers({ 'X-Pair-Signature': signature }),
      { 'x-pair-signature': signature, host: 'example.com', 'set-cookie': ['a', 'b'] },
      { 'X-Pair-Signature': signature },
    ]) {
      expect(await verifyWebhook(headers, payload, secret, { now })).toEqual(delivery);
    }
    expect(await verifyWebhook(headersWith(signature), new TextEncoder().encode(payload), secret, { now })).toEqual(
      delivery,
    );
    expect(await verifyWebhook(headersWith(signature), Buffer.from(payload), secret, { now })).toEqual(delivery);
  });

  test('random secrets and contents', async () => {
    const text = fc.string({ unit: 'binary' });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), text, async (anySecret, content) => {
        const body = JSON.stringify({ ...delivery, data: { content } });
        const headers = headersWith(signedBy(anySecret, body));
        expect((await verifyWebhook(headers, body, anySecret, { now })).data['content']).toBe(content);
      }),
      { numRuns: cases(200) },
    );
  });

  test('one signature of two, and one secret of two, while a secret is replaced', async () => {
    const old = signedBy('old');
    const two = `${old},${signedBy('new').replace(/^t=\d+,/, '')}`;
    for (const secrets of ['old', 'new', ['other', 'old'], ['new', 'old']]) {
      expect(await verifyWebhook(headersWith(two), payload, secrets, { now })).toEqual(delivery);
    }
    expect(await verifyWebhook(headersWith(old), payload, ['new', 'old'], { now })).toEqual(delivery);
    await refused(verifyWebhook(headersWith(old), payload, 'new', { now }));
    await refused(verifyWebhook(headersWith(old), payload, [], { now }));
  });
});

describe('what is not', () => {
  test('a body, time or signature of which anything is another', async () => {
    const signature = signedBy(secret);
    await fc.assert(
      fc.asyncProperty(fc.nat(payload.length - 1), fc.integer({ min: 1, max: 127 }), async (at, by) => {
        const bytes = Buffer.from(payload);
        bytes.writeUInt8(bytes.readUInt8(at) ^ by, at);
        await refused(verifyWebhook(headersWith(signature), bytes, secret, { now }));
      }),
      { numRuns: cases(100) },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 15 }), async (at, by) => {
        const [t = '', hex = ''] = signature.split(',v1=');
        const digit = (parseInt(hex.charAt(at), 16) ^ by).toString(16);
        const changed = `${t},v1=${hex.slice(0, at)}${digit}${hex.slice(at + 1)}`;
        await refused(verifyWebhook(headersWith(changed), payload, secret, { now }));
      }),
      { numRuns: cases(100) },
    );
    await refused(
      verifyWebhook(headersWith(signature.replace(String(seconds), String(seconds + 1))), payload, secret, { now }),
    );
  });

  test('a signature that is more than 300 s away', async () => {
    const at = (timestamp: number, options = {}) =>
      verifyWebhook(headersWith(signedBy(secret, payload, timestamp)), payload, secret, { now, ...options });
    expect(await at(seconds - 300)).toEqual(delivery);
    expect(await at(seconds + 300)).toEqual(delivery);
    await refused(at(seconds - 301));
    await refused(at(seconds + 301));
    await refused(at(seconds - 11, { toleranceSeconds: 10 }));
    expect(await at(seconds - 3000, { toleranceSeconds: 3000 })).toEqual(delivery);
  });

  test.each([
    '',
    'v1=',
    `t=${String(seconds)}`,
    `t=${String(seconds)},v0=${'0'.repeat(64)}`,
    `t=${String(seconds)},v1=`,
    `t=${String(seconds)},v1=zz`,
    `t=x,v1=${'0'.repeat(64)}`,
    `t=-1,v1=${'0'.repeat(64)}`,
    `t=1,t=${String(seconds)},v1=${'0'.repeat(64)}`,
    'whatever',
  ])('the header %j', async (header) => {
    await refused(verifyWebhook(headersWith(header), payload, secret, { now }));
  });

  test('no header, or two', async () => {
    const signature = signedBy(secret);
    await refused(verifyWebhook({}, payload, secret, { now }));
    await refused(verifyWebhook({ 'x-pair-signature': [signature, signature] }, payload, secret, { now }));
    await refused(verifyWebhook(new Headers(), payload, secret, { now }));
  });

  test('a body that is signed and no delivery', async () => {
    for (const body of ['', '{}', 'null', '{"event":"other.thing"}']) {
      await refused(verifyWebhook(headersWith(signedBy(secret, body)), body, secret, { now }));
    }
  });
});
