import { defaultLimits, type Event } from '@pairspace/protocol';
import { VerificationFailed } from '@pairspace/protocol/verify';
import { expect, test } from 'vitest';
import { AsWritten } from './as-written.ts';

const now = '2026-11-30T12:00:00.000Z';
const written = new AsWritten(defaultLimits, now);
const token = `agt_${'Ab3_'.repeat(11).slice(0, 43)}`;
const whole = { createdAt: now, updatedAt: now };
const file = { path: 'src/a.ts', mediaType: 'text/plain', encoding: 'utf-8', content: 'x', ...whole };
const task = {
  ...{ title: 'T', description: '', dependsOn: [], paths: ['src/**'], labels: [], priority: 1, leaseMs: 60_000 },
  ...{ result: null, endedAt: null, ...whole },
};
const options = [
  { id: 'a', label: 'Yes', approves: true },
  { id: 'b', label: 'No', approves: false },
];
const ask = { title: 'May I?', details: '', options, answer: null, expiresAt: '2026-12-07T11:00:00.000Z', ...whole };
const pool = {
  totalCredits: 1000,
  perAgentCredits: null,
  maxConcurrentJobs: 4,
  maxQueuedJobs: 9,
};
const entities = {
  file,
  task,
  ask,
  compute: pool,
  message: { content: 'hello', metadata: {}, createdAt: now },
  note: { title: 'Plan', content: '', ...whole },
  session: { name: 'S', mode: 'async', metadata: {}, ...whole },
  job: { label: null, cost: 10, input: { code: 'print(1)' }, stdout: token, ...whole },
};
const refusals: [kind: keyof typeof entities, change: object][] = [
  ...['../../etc/passwd', '/etc/passwd', '..\\x', '.', 'a//b', 'a\nb', 'a/', '', 'e\u0301.txt'].map(
    (path): [keyof typeof entities, object] => ['file', { path }],
  ),
  ['file', { content: token }],
  ['file', { content: Buffer.from(`key ${token}`).toString('base64'), encoding: 'base64' }],
  ['file', { mediaType: 'no type' }],
  ['message', { content: `use ${token}` }],
  ['message', { content: '' }],
  ['message', { content: 'x'.repeat(defaultLimits.messageBytes + 1) }],
  ['message', { metadata: { token } }],
  ['message', { createdAt: '9999-01-01T00:00:00.000Z' }],
  ['note', { title: 'x'.repeat(201) }],
  ['note', { updatedAt: '2026-12-01T12:00:00.001Z' }],
  ['session', { name: token }],
  ['session', { agents: [{ joinedAt: '2026-12-02T00:00:00.000Z' }] }],
  ['task', { paths: ['../x'.padEnd(300, 'x')] }],
  ['task', { title: '' }],
  ['task', { leaseMs: 1 }],
  ['task', { result: { text: 'x'.repeat(17 * 1024), links: [] } }],
  ['ask', { options: [options[0], { ...options[1], label: ' y\u200bES ' }] }],
  ['ask', { answer: { text: 'x'.repeat(17 * 1024) } }],
  ['ask', { expiresAt: '2027-01-01T00:00:00.000Z' }],
  ['compute', { totalCredits: 1e15 }],
  ['compute', { maxConcurrentJobs: 0 }],
  ['job', { label: token }],
  ['job', { input: { code: token } }],
  ['job', { cost: 1e15 }],
];

test.each(Object.entries(entities))('[IMP-2] a %s that a write takes is taken', (kind, entity) => {
  written.check(kind, entity, 3);
});

test.each(refusals)('[IMP-2] a %s that a write refuses is refused: %j', (kind, change) => {
  expect(() => {
    written.check(kind, { ...entities[kind], ...change }, 3);
  }).toThrow(VerificationFailed);
});

test('[IMP-2] the time and the actor of an event are held to the same', () => {
  const event = {
    ...{ event: 'session.joined', seq: 2, timestamp: now, sessionId: 'ses_1' },
    ...{ actor: { kind: 'agent', id: 'ada', name: 'Ada' }, data: { agentId: 'ada', joinedAt: now } },
  } as unknown as Event;
  written.event(event);
  for (const change of [
    { timestamp: '2026-12-01T12:00:00.001Z' },
    { actor: { kind: 'agent', id: 'ada', name: token } },
    { data: { agentName: token } },
  ]) {
    expect(() => {
      written.event({ ...event, ...change } as Event);
    }).toThrow(VerificationFailed);
  }
});
