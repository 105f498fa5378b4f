import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loggedEvents, loggedNames, specifiedEvents, transientEvents } from './session-parts.ts';
import { Event } from './events.ts';

const rows = Object.entries({ ...loggedEvents, ...transientEvents }).map(
  ([name, { data, when }]) =>
    `| \`${name}\` | ${when}${name in transientEvents ? '; live streams alone' : ''} | ${data.meta()?.id ?? ''} |`,
);

test('[LOG-2] [LOG-4] the table of events in the specification is the one of the declarations', () => {
  const spec = readFileSync(new URL('../../../docs/spec.md', import.meta.url), 'utf8').replaceAll(/ +\|/g, ' |');
  const table = spec.split('| event | when | data |\n')[1]?.split('\n\n')[0] ?? '';
  expect(table.split('\n').slice(1)).toEqual(rows);
});

test('[LOG-2] every logged event has one schema, and the names of the specification are among them', () => {
  const json = Event.toJSONSchema({ unrepresentable: 'any' }) as {
    $defs: Record<string, { properties?: { event?: { enum?: string[] } } }>;
  };
  const declared = Object.values(json.$defs).flatMap(({ properties }) => properties?.event?.enum ?? []);
  expect(declared.toSorted()).toEqual([...loggedNames].sort());
  expect(loggedNames.slice(0, specifiedEvents.length)).toEqual(specifiedEvents);
});

test('[LOG-4] an event whose data is another entity has not its shape', () => {
  const actor = { kind: 'observer', id: 'obv_1', name: 'Ines' };
  const observer = {
    id: 'obv_1',
    name: 'Ines',
    joinedAt: '2026-11-02T09:30:00.000Z',
    invited: true,
    rights: [],
    vouched: false,
  };
  const event = {
    seq: 1,
    hash: null,
    event: 'observer.joined',
    timestamp: observer.joinedAt,
    sessionId: 'ses_1',
    actor,
  };
  expect(Event.safeParse({ ...event, data: observer }).success).toBe(true);
  expect(Event.safeParse({ ...event, event: 'note.created', data: observer }).success).toBe(false);
});
