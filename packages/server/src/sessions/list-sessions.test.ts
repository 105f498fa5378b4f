import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listSessions } from './list-sessions.ts';

test('[SES-5] a session that is deleted while the list is read is not in it, and the others are', async () => {
  await using app = await startTestApp();
  await using storage = await openBeside(app);
  const [stays, goes] = [await aSession(app), await aSession(app)];
  let isDeleted = false;
  const racing = {
    ...storage.read,
    all: async <Row>(...query: Parameters<typeof storage.read.all>) => {
      const rows = await storage.read.all<Row>(...query);
      if (!isDeleted) await goes.creator('DELETE', '');
      isDeleted = true;
      return rows;
    },
  };
  const { items } = await listSessions(racing, { limit: 50 });
  expect(items.map(({ id }) => id)).toEqual([stays.id]);
});
