import { deepEqual, equal } from 'node:assert/strict';
import { canonicalJson, type Event } from '@pairspace/protocol';
import { createHash } from 'node:crypto';
import { rule } from '../rule.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The hashes that the events of a whole log must have. */
const chainOf = (sessionId: string, events: readonly Event[]): string[] => {
  let previous = sha256(sessionId);
  return events.map((event) => (previous = sha256(`${previous}\n${canonicalJson({ ...event, hash: undefined })}`)));
};

export const verificationRules = [
  rule('CHN-1', 'every event carries the hash of the event before it and of itself', async ({ aSession }) => {
    const { id, creator, partner, observer } = await aSession({ metadata: { 10: 'ten', 9: [0.1, 1e21] } });
    await partner.ok('postMessage', {
      body: { content: '"\u{1f600}"\u2028\u0007', metadata: { ключ: { b: 1, a: null } } },
    });
    const note = await creator.ok('createNote', { body: { title: 'Plan', content: '# One\n' } });
    await observer.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: '# Two\n' } });
    await creator.ok('writeFile', { body: { path: 'ä.txt', content: 'text' } });
    await creator.ok('deleteNote', { params: { noteId: note.id } });
    const { items } = await creator.ok('listEvents', { query: { since: 0, limit: 200 } });
    deepEqual(
      items.map(({ hash }) => hash),
      chainOf(id, items),
    );
  }),

  rule('CHN-1', 'a message that was answered is in the chain as it was answered', async ({ aSession }) => {
    const { creator } = await aSession();
    const message = await creator.ok('postMessage', { body: { content: 'Hello', metadata: { z: 1, a: 2 } } });
    const { items } = await creator.ok('listEvents', { query: { since: message.seq - 1 } });
    equal(items.length, 1);
    deepEqual(items[0]?.data, message);
  }),
];
