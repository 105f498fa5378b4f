import { expect, test } from 'vitest';
import { inOrderOfLogs } from './claim-webhook.ts';

const row = (session_id: string, seq: number | null, attempts = 0) => ({
  session_id,
  id: `dlv_${session_id}_${String(seq)}`,
  seq,
  attempts,
});

test('[HOOK-15] new events of a session go by seq, also when writers took their times in another order', () => {
  const due = [row('a', 2), row('b', 7), row('a', 9, 1), row('a', 1), row('b', null), row('a', 3), row('b', 6)];
  expect(inOrderOfLogs(due)).toEqual([
    row('a', 1),
    row('b', 6),
    row('a', 9, 1),
    row('a', 2),
    row('b', null),
    row('a', 3),
    row('b', 7),
  ]);
});
