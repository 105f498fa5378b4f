import { expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import type { AttemptRecord } from './record-attempts.ts';
import { Recorder } from './recorder.ts';

const record = (id: string): AttemptRecord => ({
  session_id: 'ses_1',
  id,
  webhook_id: 'whk_1',
  status: 'delivered',
  attempts: 1,
  first_attempt_at: 0,
  attempted_at: 0,
  due_at: 0,
  response_status: 204,
  error: null,
  failed: false,
});

test('[HOOK-12] an outcome that comes when the one before was just written is written too', async () => {
  let writes = 0;
  const storage = {
    write: () => {
      writes++;
      return Promise.resolve();
    },
  } as unknown as Storage;
  const errors: unknown[] = [];
  const recorder = new Recorder({
    storage,
    onError: (error) => errors.push(error),
    giveUp: new AbortController().signal,
  });
  const first = recorder.record(record('dlv_1'));
  const second = first.then(() => {
    const recorded = recorder.record(record('dlv_2'));
    recorder.flush();
    return recorded;
  });
  recorder.flush();
  await second;
  expect([writes, errors]).toEqual([2, []]);
}, 5000);
