import { expect, test } from 'vitest';
import type { Session } from '@pairspace/protocol';
import { aSession } from '../testing/a-session.ts';
import { startTestApp } from '../testing/test-app.ts';

const happenedIn = (content: string): string[] =>
  content
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\S+ \S+ (\S+) \S+ "[^"]*" /, '$1: '));

test('[TRN-9] a change of the session is told as what is different', async () => {
  await using app = await startTestApp();
  const fixture = await aSession(app, { name: 'Dates' });
  const begun = (await fixture.creator<Session>('GET', '')).data.lastSeq;
  await fixture.creator('PATCH', '', { body: { name: 'Times', mode: 'realtime' } });
  await fixture.creator('PATCH', '', { body: { metadata: { topic: 'time' } } });
  await fixture.creator('POST', '/reinvite');
  await fixture.creator('PATCH', '', { body: { status: 'paused' } });
  await fixture.creator('PATCH', '', { body: { status: 'active' } });
  await fixture.creator('POST', '/visibility', { body: { visibility: 'private' } });
  const { data } = await fixture.creator<{ content: string }>('GET', '/transcript');
  expect(happenedIn(data.content).slice(begun)).toEqual([
    'session.updated: renamed the session to "Times" and set the mode to realtime',
    'session.updated: changed the metadata',
    'session.updated: replaced the invite link',
    'session.paused: paused the session',
    'session.updated: set the status to active',
    'session.updated: made the session private',
  ]);
});
