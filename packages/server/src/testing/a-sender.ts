import type { Message, Webhook } from '@pairspace/protocol';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentCaller, identify } from '../access/caller.ts';

import { tokenHash } from '../access/token.ts';
import { Bus } from '../events/bus.ts';
import { postMessage } from '../messages/post-message.ts';
import { createSession } from '../sessions/create-session.ts';
import { openSqlite } from '../storage/sqlite/open.ts';
import type { Storage } from '../storage/storage.ts';
import { createWebhook } from '../webhooks/change-webhook.ts';
import type { WebhookRequest, WebhookResult } from '../webhooks/webhook-client.ts';
import { SecretBox } from '../lib/secret-box.ts';
import { WebhookSender } from '../webhooks/sender.ts';
import { TestClock } from './test-app.ts';

const minute = 60_000;

/** A storage that counts its reads, so that a test can wait for the next read of a loop. */
export const countingReads = (storage: Storage): { storage: Storage; looks: () => number } => {
  let looks = 0;
  const counted: Storage = {
    read: {
      all: (strings, ...values) => {
        looks++;
        return storage.read.all(strings, ...values);
      },
      get: (strings, ...values) => storage.read.get(strings, ...values),
    },
    write: (work, options) => storage.write(work, options),
    snapshot: (work) => storage.snapshot(work),
    usedBytes: () => storage.usedBytes(),
    compact: () => storage.compact(),
    noteDeletion: () => {
      storage.noteDeletion();
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { storage: counted, looks: () => looks };
};

/** A session on its own database, from which senders deliver to a receiver of the test. */
export interface SenderBench extends AsyncDisposable {
  storage: Storage;
  clock: TestClock;
  caller: AgentCaller;
  errors: unknown[];
  webhook: (url: string, as: 'member' | 'stranger') => Promise<Webhook>;
  say: (content: string) => Promise<Message>;
  /** Starts a sender; it is stopped with the bench. */
  send: (post: Post, options?: SendOptions) => WebhookSender;
}

type Post = (posting: WebhookRequest) => Promise<WebhookResult>;

interface SendOptions {
  storage?: Storage;
  secrets?: SecretBox;
}

const fixed = {
  offsetsMs: [1, 5, 30, 120, 360, 1440].map((minutes) => minutes * minute),
  leaseMs: 15_000,
  pollMs: () => 5,
  onAttempt: () => undefined,
};

export const aSenderBench = async (): Promise<SenderBench> => {
  const folder = await mkdtemp(join(tmpdir(), 'pairspace-sender-'));
  const clock = new TestClock();
  const bus = new Bus();
  const errors: unknown[] = [];
  const secrets = new SecretBox(Buffer.alloc(32, 1));
  const storage = await openSqlite({
    file: join(folder, 'test.sqlite'),
    clock,
    onNotify: (topic) => {
      bus.notify(topic);
    },
    onAnnounce: () => undefined,
    onError: (error) => errors.push(error),
  });
  const caller = await anAgent(storage);
  const senders: WebhookSender[] = [];
  return {
    storage,
    clock,
    caller,
    errors,
    webhook: (url, as) => aWebhook(storage, as === 'member' ? caller : { kind: 'stranger' }, { url, secrets }),
    say: (content) => say(storage, caller, content),
    send(post, options) {
      const sender = new WebhookSender({
        ...{ storage, bus, clock, secrets, post, ...fixed },
        onError: (error) => errors.push(error),
        ...options,
      });
      senders.push(sender);
      return sender;
    },
    async [Symbol.asyncDispose]() {
      for (const sender of senders) await sender[Symbol.asyncDispose]();
      await storage[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const say = async (storage: Storage, caller: AgentCaller, content: string): Promise<Message> => {
  const { text } = await storage.write((tx) => postMessage(tx, caller, { content }));
  return JSON.parse(text) as Message;
};

/** The only agent of a new public session. */
const anAgent = async (storage: Storage): Promise<AgentCaller> => {
  const { session, agentToken } = await storage.write((tx) =>
    createSession(
      tx,
      { agentId: 'ada', mode: 'async', maxAgents: 2, metadata: {} },
      { defaultVisibility: 'public', inviteTtlMs: minute },
    ),
  );
  const { caller } = await identify({ db: storage.read, operatorHashes: [] }, tokenHash(agentToken), session.id);
  if (caller.kind !== 'agent') throw new Error(`${session.id} has an agent`);
  return caller;
};

const aWebhook = (
  storage: Storage,
  caller: AgentCaller | { kind: 'stranger' },
  { url, secrets }: { url: string; secrets: SecretBox },
): Promise<Webhook> =>
  storage.write((tx) =>
    createWebhook(
      tx,
      caller,
      { url, events: ['message.created'], secret: 'shared', format: 'json' },
      {
        serviceUrl: undefined,
        makers: [],
        access: 'open',
        ownedByAddress: false,
        clientAddress: '127.0.0.1',
        secrets,
        limits: { webhooksPerSession: 5000, openWebhooks: 5000, openWebhooksInAll: 5000 },
      },
    ),
  );
