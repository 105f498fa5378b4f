import type { TransientEvent } from '@pairspace/protocol';
import { expect, test, vi } from 'vitest';
import type { Queries } from '../storage/storage.ts';
import { Bus } from './bus.ts';
import { Broadcaster, type Follower } from './broadcaster.ts';

const loggedMessage = {
  seq: 1,
  event: 'message.created',
  at: 0,
  actor_kind: 'agent',
  actor_id: 'ada',
  actor_name: 'Ada',
  data: '{}',
  available: 1,
};

const typing: TransientEvent = {
  event: 'typing',
  timestamp: '2026-01-01T00:00:00.000Z',
  sessionId: 's',
  actor: { kind: 'agent', id: 'ada', name: 'Ada' },
  data: { id: 'ada', sessionId: 's', agentId: 'ada', agentName: 'Ada', typing: true },
};

/** A log whose reads end when the test says so, with what the test says. */
const slowLog = () => {
  const reads: ((rows: unknown[]) => void)[] = [];
  const db: Queries = {
    all: <Row>() =>
      new Promise<Row[]>((resolve) =>
        reads.push((rows) => {
          resolve(rows as Row[]);
        }),
      ),
    get: <Row>() => Promise.resolve({ id: 's' } as Row),
  };
  const nextRead = async (rows: unknown[]): Promise<void> => {
    await vi.waitFor(() => {
      expect(reads).toHaveLength(1);
    });
    reads.shift()?.(rows);
  };
  return { db, nextRead };
};

const aFollower = (closed: AbortSignal): { follower: Follower; sent: string[] } => {
  const sent: string[] = [];
  const sink = {
    closed,
    write: (frame: Buffer) => sent.push(/event: (.*)/.exec(frame.toString())?.[1] ?? ''),
    drained: () => Promise.resolve(),
    reserve: () => Promise.resolve(),
    giveBack: () => undefined,
  };
  const follower = {
    sink,
    seq: 0,
    publicOnly: false,
    holderId: undefined,
    readsByKey: false,
    isStillAdmitted: () => Promise.resolve(true),
    release: () => undefined,
  };
  return { follower, sent };
};

test('[PRES-18] a frame that is announced while the log is read waits for the events that were committed before it', async () => {
  const bus = new Bus();
  const { db, nextRead } = slowLog();
  const gone = new AbortController();
  const broadcaster = new Broadcaster({ db, bus, now: () => 0, sessionId: 's', seq: 0, onIdle: () => undefined });
  const { follower, sent } = aFollower(gone.signal);
  broadcaster.join(follower);

  // The first read began before the message was committed; then come its notification and the frame.
  bus.notify('s');
  bus.announce(typing);
  await nextRead([]);
  await nextRead([loggedMessage]);
  await vi.waitFor(() => {
    expect(sent).toEqual(['message.created', 'typing']);
  });
  gone.abort();
});

test('[SEAT-3] [SEAT-6] no stream joins before an event of a seat while the followers are checked for it', async () => {
  const { db, nextRead } = slowLog();
  const gone = new AbortController();
  const checked = Promise.withResolvers<boolean>();
  const onIdle = vi.fn();
  const broadcaster = new Broadcaster({ db, bus: new Bus(), now: () => 0, sessionId: 's', seq: 0, onIdle });
  const isStillAdmitted = vi.fn(() => checked.promise);
  broadcaster.join({ ...aFollower(gone.signal).follower, holderId: 'ada', isStillAdmitted });
  await nextRead([{ ...loggedMessage, event: 'agent.recovered', data: '{"id":"ada"}' }]);
  await vi.waitFor(() => {
    expect(isStillAdmitted).toHaveBeenCalled();
  });
  expect(broadcaster.seq).toBe(1);
  checked.resolve(false);
  await vi.waitFor(() => {
    expect(onIdle).toHaveBeenCalled();
  });
});
