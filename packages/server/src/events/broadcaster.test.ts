import { until } from '@pairspace/testkit/until';
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
    await until(() => {
      expect(reads).toHaveLength(1);
    });
    reads.shift()?.(rows);
  };
  return { db, nextRead };
};

const aFollower = (gone: AbortController, seq: number, write: (frame: string) => void): Follower => ({
  sink: {
    closed: gone.signal,
    write: (frame: Buffer) => {
      write(frame.toString());
    },
    drained: () => Promise.resolve(),
  },
  seq,
  publicOnly: false,
  holderId: undefined,
  readsByKey: false,
  isStillAdmitted: () => Promise.resolve(true),
  release: () => undefined,
});

test('[PRES-8] a frame that is announced while the log is read waits for the events that were committed before it', async () => {
  const bus = new Bus();
  const { db, nextRead } = slowLog();
  const gone = new AbortController();
  const broadcaster = new Broadcaster({ db, bus, now: () => 0, sessionId: 's', seq: 0, onIdle: () => undefined });
  const sent: string[] = [];
  broadcaster.join(aFollower(gone, 0, (frame) => sent.push(/event: (.*)/.exec(frame)?.[1] ?? '')));

  // The first read began before the message was committed; then come its notification and the frame.
  bus.notify('s');
  bus.announce(typing);
  await nextRead([]);
  await nextRead([loggedMessage]);
  await until(() => {
    expect(sent).toEqual(['message.created', 'typing']);
  });
  gone.abort();
});

test('[SEAT-3] [SEAT-6] no stream joins before a seat event while that event is checked for the followers', async () => {
  const { db, nextRead } = slowLog();
  const gone = new AbortController();
  const checked = Promise.withResolvers<boolean>();
  const onIdle = vi.fn();
  const broadcaster = new Broadcaster({ db, bus: new Bus(), now: () => 0, sessionId: 's', seq: 0, onIdle });
  const isStillAdmitted = vi.fn(() => checked.promise);
  broadcaster.join({ ...aFollower(gone, 0, () => undefined), holderId: 'ada', isStillAdmitted });
  await nextRead([{ ...loggedMessage, event: 'agent.recovered', data: '{"id":"ada"}' }]);
  await until(() => {
    expect(isStillAdmitted).toHaveBeenCalled();
  });
  expect(broadcaster.seq).toBe(1);
  checked.resolve(false);
  await until(() => {
    expect(onIdle).toHaveBeenCalled();
  });
});

test('[LOG-8] a burst of events yields to other requests, and a follower that joins meanwhile misses none', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { db, nextRead } = slowLog();
  const gone = new AbortController();
  const options = { db, bus: new Bus(), now: () => 0, sessionId: 's', seq: 0, onIdle: () => undefined };
  const broadcaster = new Broadcaster(options);
  const seqOf = (frame: string): number => Number(/id: (.*)/.exec(frame)?.[1]);
  const [first, second]: number[][] = [[], []];
  const joined: number[] = [];
  broadcaster.join(
    aFollower(gone, 0, (frame) => {
      first?.push(seqOf(frame));
      vi.advanceTimersByTime(5);
      if (seqOf(frame) !== 2) return;
      setImmediate(() => {
        joined.push(broadcaster.seq);
        broadcaster.join(aFollower(gone, broadcaster.seq, (later) => second?.push(seqOf(later))));
      });
    }),
  );
  await nextRead([1, 2, 3, 4].map((seq) => ({ ...loggedMessage, seq })));
  await until(() => {
    expect(first).toEqual([1, 2, 3, 4]);
  });
  expect(joined).toEqual([2]);
  expect(second).toEqual([3, 4]);
  gone.abort();
  vi.useRealTimers();
});

test('[PRES-8] a burst of transient frames gives others their turns, and keeps its order', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const bus = new Bus();
  const { db, nextRead } = slowLog();
  const gone = new AbortController();
  const broadcaster = new Broadcaster({ db, bus, now: () => 0, sessionId: 's', seq: 0, onIdle: () => undefined });
  const seen: string[] = [];
  broadcaster.join(
    aFollower(gone, 0, (frame) => {
      seen.push(/"agentId":"(.*?)"/.exec(frame)?.[1] ?? '');
      vi.advanceTimersByTime(5);
      if (seen.length === 1) setImmediate(() => seen.push('another request'));
    }),
  );
  await nextRead([]);
  for (const agentId of ['ada', 'bob', 'cyd']) bus.announce({ ...typing, data: { ...typing.data, agentId } });
  await nextRead([]);
  await until(() => {
    expect(seen).toEqual(['ada', 'another request', 'bob', 'cyd']);
  });
  gone.abort();
  vi.useRealTimers();
});
