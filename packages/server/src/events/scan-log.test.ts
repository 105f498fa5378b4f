import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { sayMany } from '../testing/say-many.ts';
import { startTestApp } from '../testing/test-app.ts';
import { scanLog } from './scan-log.ts';

test('[TRN-1] a log that is removed while it is read is not taken for a whole one', async () => {
  await using app = await startTestApp();
  await using storage = await openBeside(app);
  const { id } = await aSession(app);
  await sayMany(app, id, Array<string>(120).fill('hello'));
  const seqs: number[] = [];
  await expect(async () => {
    for await (const { seq } of scanLog(storage.read, id, 120)) {
      seqs.push(seq);
      if (seq === 50) await storage.write((tx) => tx.run`delete from event where session_id = ${id} and seq <= 110`);
    }
  }).rejects.toThrow('deleted meanwhile');
  expect(seqs).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
});
