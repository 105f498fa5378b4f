import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Queries, Storage } from '../storage/storage.ts';
import { aSession, type SessionFixture } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { GatheredIdentities } from './gathered-identities.ts';
import { findIdentityIn } from './identity-row.ts';
import { tokenHash } from './token.ts';

let app: TestApp;
let storage: Storage;
let plan: SessionFixture;
let other: SessionFixture;
beforeAll(async () => {
  app = await startTestApp();
  storage = await openBeside(app);
  plan = await aSession(app);
  other = await aSession(app, { visibility: 'private' });
});
afterAll(async () => {
  await storage[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});

/** The database, where queries of one row begin to be answered when `open` is called. */
const slowQueries = () => {
  const { promise: opened, resolve: open } = Promise.withResolvers<undefined>();
  const asked: string[] = [];
  const queries: Queries = {
    ...storage.read,
    all: (strings, ...values) => {
      asked.push('many');
      return storage.read.all(strings, ...values);
    },
    get: async (strings, ...values) => {
      asked.push('one');
      await opened;
      return storage.read.get(strings, ...values);
    },
  };
  return {
    queries,
    asked,
    open: () => {
      open(undefined);
    },
  };
};

/** Tokens and sessions of every kind, with and without the other. */
const questions = (): [hash: string | undefined, sessionId: string | undefined][] => {
  const hashes = [...Object.values(plan.tokens), ...Object.values(other.tokens), 'agt_unknown'].map(tokenHash);
  return [undefined, ...hashes].flatMap((hash) =>
    [undefined, plan.id, other.id, 'ses_unknown'].map((id): [string | undefined, string | undefined] => [hash, id]),
  );
};

describe('identities that are asked for together', () => {
  test('each is what it is when it is asked for alone', async () => {
    const { queries, asked, open } = slowQueries();
    const identities = new GatheredIdentities(queries);
    const alone = findIdentityIn(storage.read);
    const first = identities.find(tokenHash(plan.tokens.creator), plan.id);
    const found = questions().map((question) => identities.find(...question));
    open();
    expect(await first).toEqual(await alone(tokenHash(plan.tokens.creator), plan.id));
    expect(await Promise.all(found)).toEqual(await Promise.all(questions().map((question) => alone(...question))));
    const statements = Math.ceil(questions().length / 8);
    expect(asked).toEqual(['one', ...Array.from({ length: statements }, () => 'many')]);
  });

  test('a question that comes alone is asked at once, and one behind a slow answer soon', async () => {
    const { queries, asked, open } = slowQueries();
    const identities = new GatheredIdentities(queries);
    const slow = identities.find(undefined, plan.id);
    expect(asked).toEqual(['one']);
    const behind = [plan.id, other.id].map((id) => identities.find(undefined, id));
    expect((await Promise.all(behind)).map(({ id }) => id)).toEqual([plan.id, other.id]);
    open();
    expect((await slow).id).toBe(plan.id);
  });

  test('one that the database refuses spoils no other', async () => {
    const refusing: Queries = {
      ...storage.read,
      all: () => Promise.reject(new Error('refused')),
      get: (strings, ...values) =>
        values.includes('ses_refused') ? Promise.reject(new Error('refused')) : storage.read.get(strings, ...values),
    };
    const identities = new GatheredIdentities(refusing);
    const asked = [plan.id, 'ses_refused', other.id].map((id) => identities.find(undefined, id));
    const [first, second, third] = await Promise.allSettled(asked);
    expect(first).toMatchObject({ value: { id: plan.id } });
    expect(second).toMatchObject({ reason: new Error('refused') });
    expect(third).toMatchObject({ value: { id: other.id } });
  });
});
