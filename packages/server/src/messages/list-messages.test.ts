import { type Message, pageBytes } from '@pairspace/protocol';
import { expect, test } from 'vitest';
import { aSession } from '../testing/a-session.ts';
import { openBeside } from '../testing/open-beside.ts';
import { startTestApp } from '../testing/test-app.ts';
import { listMessages } from './list-messages.ts';

test('[API-20] a page of messages holds no more than it may, and reads no more', async () => {
  await using app = await startTestApp();
  await using storage = await openBeside(app);
  const { id, creator } = await aSession(app);
  // Each character takes six bytes in JSON.
  const large = '\u0001'.repeat(100_000);
  const contents = Array.from({ length: 18 }, (_, index) => (index % 3 === 0 ? `small ${String(index)}` : large));
  for (const content of contents) await creator('POST', '/messages', { body: { content } });

  let readBytes = 0;
  const read = {
    ...storage.read,
    get: async <Row>(...query: Parameters<typeof storage.read.get>) => count(await storage.read.get<Row>(...query)),
    all: async <Row>(...query: Parameters<typeof storage.read.all>) => {
      const rows = await storage.read.all<Row>(...query);
      rows.forEach(count);
      return rows;
    },
  };
  const count = <Row>(row: Row): Row => {
    readBytes += Buffer.byteLength((row as { data?: string | null } | undefined)?.data ?? '');
    return row;
  };
  for (const way of ['since', 'before'] as const) {
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const start = cursor === undefined ? { [way]: way === 'since' ? '0' : '1000' } : { cursor };
      readBytes = 0;
      const page = await listMessages(read, id, { limit: 200, ...start });
      expect(Buffer.byteLength(page.items.join(''))).toBeLessThanOrEqual(pageBytes);
      expect(readBytes).toBeLessThan(2 * pageBytes);
      pages.push(page.items);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    const inOrder = (way === 'since' ? pages : pages.reverse()).flat();
    expect(inOrder.map((text) => (JSON.parse(text) as Message).content)).toEqual(contents);
  }
});
