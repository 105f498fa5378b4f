import { canonicalJson, type SessionExport } from '@pairspace/protocol';
import { createHash } from 'node:crypto';
import type { Caller } from './caller.ts';
import { declare } from './rule.ts';
import type { RuleContext } from './rule-context.ts';
import { skip } from './tools.ts';

export const exported = (caller: Caller): Promise<SessionExport> => caller.ok('exportSession');

/** A session with everything in it, which was exported and then deleted. */
export const anExport = async (context: RuleContext, given = {}) => {
  const { nobody, aFullSession } = context;
  const off = await nobody.call('importSession', { bytes: '{}' });
  if (!off.ok && off.error.details['reason'] === 'import_off') skip('this service imports no sessions');
  const fixture = await aFullSession(given);
  const { creator, partner, note, message } = fixture;
  const body = { content: '@ada "\u{1f600}"\u2028', replyTo: message.id, metadata: deepest() };
  await partner.ok('postMessage', { body });
  await partner.ok('updateNote', { params: { noteId: note.id }, body: { expectedVersion: 1, content: 'Second' } });
  const bytes = Buffer.from([0, 255, 137, 80]).toString('base64');
  await creator.ok('writeFile', { body: { path: 'a/b.png', content: bytes, encoding: 'base64' } });
  await creator.ok('createAsk', { body: { kind: 'approval', title: 'May I?' } });
  await creator.ok('writeFile', { body: { path: 'gone.txt', content: 'Gone' } });
  await creator.ok('deleteFile', { params: { path: 'gone.txt' } });
  const document = await exported(creator);
  await creator.ok('deleteSession');
  return { ...context, ...fixture, document };
};

/** Declares a test with an export. */
export const exportRule = declare(anExport);

/** Metadata of a body with as many levels as a body may have (API-13). */
const deepest = (): Record<string, unknown> => {
  let value = {};
  for (let level = 2; level < 64; level++) value = { value };
  return value;
};

const without = (value: object, ...names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** Hashes the log of a document anew and takes its signatures away, as a forger can. */
export const rehashed = (document: SessionExport): Record<string, unknown> => {
  let before = createHash('sha256').update(document.session.id).digest('hex');
  const events = document.events.map((hashed) => {
    const event = without(hashed, 'hash');
    before = createHash('sha256')
      .update(`${before}\n${canonicalJson(event)}`)
      .digest('hex');
    return { ...event, hash: before };
  });
  return { ...without(document, 'checkpoint', 'manifest'), events };
};
