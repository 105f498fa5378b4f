import { expect, test } from 'vitest';
import { judge } from './judge.ts';

type Judge = typeof judge;
type Observation<C extends keyof Judge> = Parameters<Judge[C]>[0];

const told = { pointers: [7], ms: 900, reads: [1, 1] };
const faultsOfReading = [{ reads: [1, 0] }, { reads: [2, 1] }];
const faultsOfTold = [
  { ...told, pointers: [] },
  { ...told, pointers: [7, 7] },
  ...faultsOfReading.map((seen) => ({ ...told, ...seen })),
];
const receipt = { seq: 7, state: 'read', via: 'mcp', wasTold: true, keepsQueue: false, wasShown: true, wasRead: true };
const unheard = { states: ['queued', 'queued'], allowed: ['queued'], unread: 2, posted: 2, strayPointers: 0 };
const settings = {
  path: 'config.toml',
  before: 'model = "a"\n[mcp_servers.pairspace]\n',
  again: 'model = "a"\n[mcp_servers.pairspace]\n',
  removed: 'model = "a"\n',
};

/** Correct and wrong observations for each check of `proofs/programs.ts`. */
const cases: { readonly [C in keyof Judge]: { right: readonly Observation<C>[]; wrong: readonly Observation<C>[] } } = {
  tools: {
    right: [{ send: true, note: true, conflict: true }],
    wrong: [
      { send: false, note: true, conflict: true },
      { send: true, note: false, conflict: true },
      { send: true, note: true, conflict: false },
    ],
  },
  working: { right: [told, { ...told, ms: 20_000 }], wrong: [...faultsOfTold, { ...told, ms: 120_001 }] },
  turnEnd: { right: [told], wrong: faultsOfTold },
  resume: { right: [{ reads: [1, 1] }], wrong: faultsOfReading },
  twice: { right: [told], wrong: faultsOfTold },
  idle: { right: [told, { ...told, ms: 20_000 }], wrong: [...faultsOfTold, { ...told, ms: Infinity }] },
  reach: { right: [{ seen: 'none', wanted: 'none' }], wrong: [{ seen: 'idle', wanted: 'none' }] },
  receipts: {
    right: [
      receipt,
      { ...receipt, state: 'offered', wasRead: false },
      { ...receipt, state: 'queued', wasTold: false, wasRead: false },
      { ...receipt, state: 'queued', wasTold: false, wasShown: false, wasRead: false },
      { ...receipt, state: 'queued', keepsQueue: true, wasShown: false, wasRead: false },
    ],
    wrong: [
      { ...receipt, state: 'queued', wasShown: false, wasRead: false },
      { ...receipt, state: 'queued', keepsQueue: true, wasRead: false },
      { ...receipt, wasRead: false },
      { ...receipt, state: 'offered', wasTold: false, wasShown: false, wasRead: false },
      { ...receipt, state: 'queued', wasRead: false },
      { ...receipt, state: 'offered' },
      { ...receipt, state: 'none', wasTold: false, wasRead: false },
    ],
  },
  unheard: {
    right: [
      unheard,
      { ...unheard, states: ['offered', 'queued'], allowed: ['queued', 'offered'] },
      { ...unheard, reach: { seen: 'unknown', wanted: 'unknown' } },
    ],
    wrong: [
      { ...unheard, states: ['queued', 'offered'] },
      { ...unheard, states: ['read'], allowed: ['queued', 'offered'] },
      { ...unheard, unread: 1 },
      { ...unheard, reach: { seen: 'idle', wanted: 'unknown' } },
      { ...unheard, strayPointers: 1 },
    ],
  },
  doctor: {
    right: [
      { code: 0, out: 'ok    service: it responds' },
      { code: 0, out: 'ok    wake: its program has ended', wanted: 'has ended' },
    ],
    wrong: [
      { code: 1, out: 'ok    service: it responds' },
      { code: 0, out: 'ok    identity\nFAIL  service: away' },
      { code: 0, out: 'error: No seat in that session is known here.' },
      { code: 0, out: 'ok    service: it responds', wanted: 'has ended' },
    ],
  },
  setup: {
    right: [settings],
    wrong: [
      { ...settings, again: `${settings.again}\n` },
      { ...settings, removed: '' },
      { ...settings, removed: settings.before },
      { ...settings, removed: '{"command": "/bin/node /pairspace/dist/main.js hook codex Stop"}' },
    ],
  },
  task: {
    right: [{ pointers: 1, state: 'TASK_STATE_COMPLETED', text: 'x', wanted: 'x' }],
    wrong: [
      { pointers: 0, state: 'TASK_STATE_COMPLETED', text: 'x', wanted: 'x' },
      { pointers: 1, state: 'TASK_STATE_WORKING', text: 'x', wanted: 'x' },
      { pointers: 1, state: 'TASK_STATE_COMPLETED', text: undefined, wanted: 'x' },
    ],
  },
  asks: { right: [{ problem: undefined }], wrong: [{ problem: 'the command ran' }] },
};

test('every check of programs takes what is right, and finds each fault', () => {
  for (const [claim, { right, wrong }] of Object.entries(cases)) {
    const check = judge[claim as keyof Judge] as (seen: unknown) => string | undefined;
    expect([right.length > 0, wrong.length > 0], claim).toEqual([true, true]);
    for (const seen of right) expect(check(seen), claim).toBeUndefined();
    for (const seen of wrong) expect(check(seen), `${claim} ${JSON.stringify(seen)}`).toEqual(expect.any(String));
  }
});
