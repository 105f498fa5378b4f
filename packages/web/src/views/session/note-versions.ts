import type { SessionFeed } from '../../model/session-feed.ts';

const mostKept = 50;
const kept = new WeakMap<SessionFeed, Map<string, Promise<string>>>();

/**
 * Returns the content of one version of a note. Versions never change, so the newest versions that were read are
 * cached.
 */
export const noteVersion = (feed: SessionFeed, noteId: string, version: number): Promise<string> => {
  const versions = kept.get(feed) ?? new Map<string, Promise<string>>();
  kept.set(feed, versions);
  const key = `${noteId} ${String(version)}`;
  const known = versions.get(key);
  if (known) return known;
  const held = feed.events.noteContent(noteId, version);
  const given = { sessionId: feed.sessionId, noteId, version: String(version) };
  const reading =
    held === undefined ? feed.client.getNoteVersion(given).then(({ content }) => content) : Promise.resolve(held);
  versions.set(key, reading);
  const [oldest = key] = versions.keys();
  if (versions.size > mostKept) versions.delete(oldest);
  reading.catch(() => versions.delete(key));
  return reading;
};
