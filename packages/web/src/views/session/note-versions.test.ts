import { expect, test, vi } from 'vitest';
import type { SessionFeed } from '../../model/session-feed.ts';
import { noteVersion } from './note-versions.ts';

test('the 50 versions of notes that were read last are cached, and others are read again', async () => {
  const getNoteVersion = vi.fn(({ version }: { version: string }) => Promise.resolve({ content: version }));
  const events = { noteContent: () => undefined };
  const feed = { sessionId: 'ses_1', events, client: { getNoteVersion } } as unknown as SessionFeed;
  for (let version = 1; version <= 60; version++)
    expect(await noteVersion(feed, 'note_1', version)).toBe(String(version));
  await noteVersion(feed, 'note_1', 11);
  expect(getNoteVersion).toHaveBeenCalledTimes(60);
  await noteVersion(feed, 'note_1', 10);
  expect(getNoteVersion).toHaveBeenCalledTimes(61);
});
