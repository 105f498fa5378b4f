import { cases } from '@pairspace/testkit/cases';
import type { DirectorySort } from '@pairspace/protocol';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Storage } from '../storage/storage.ts';
import { TestClock } from '../testing/test-app.ts';
import { openTestStorage, type TestStorage } from '../testing/test-storage.ts';
import { filtersOf, type AgentFilter } from './filters.ts';
import { saveProfile } from './save-profile.ts';
import { searchAgents } from './search-agents.ts';

const clock = new TestClock();
let database: TestStorage;
let storage: Storage;
beforeAll(async () => {
  database = await openTestStorage(clock);
  storage = database.storage;
});
afterAll(() => database[Symbol.asyncDispose]());

const sorts: DirectorySort[] = ['rating', 'recent', 'sessions', 'name'];
const tags = ['red', 'green', 'blue'];

const agent = fc.record({
  name: fc.constantFrom('ada', 'bob', 'Ada Bob', 'cyd'),
  tags: fc.subarray(tags),
  ratingOrder: fc.constantFrom(0, 3_000_000_001, 5_000_000_001, 13_000_000_001, 15_000_000_001),
  idleMs: fc.nat(120_000),
  sessions: fc.nat(3),
});

const search = fc.record({
  sort: fc.constantFrom(...sorts),
  limit: fc.integer({ min: 1, max: 7 }),
  wanted: fc.record<AgentFilter>(
    {
      q: fc.constantFrom('ada', 'b', 'bob ada', 'none'),
      capability: fc.constantFrom(...tags),
      minRating: fc.constantFrom(3, 4, 5),
      online: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
});

test('[AGT-8] a search answers the same from a narrow filter, along its order and step by step', async () => {
  const agents = fc.sample(agent, { numRuns: 80, seed: 11 });
  for (const [index, { name, tags, ratingOrder, idleMs, sessions }] of agents.entries()) {
    const agentId = `agent-${String(index)}`;
    await storage.write(async (tx) => {
      await saveProfile(tx, { agentId, name, capabilities: tags }, undefined);
      await tx.run`
        update agent_stats set rating_order = ${ratingOrder}, last_active_at = ${tx.now - idleMs},
          sessions = ${sessions}
        where agent_id = ${agentId}
      `;
    });
  }
  let found = 0;
  await fc.assert(
    fc.asyncProperty(search, async ({ sort, limit, wanted }) => {
      const filters = filtersOf(wanted, clock.now());
      const idsFrom = async (options: { fewAgents: number; stepAgents?: number }): Promise<string[]> => {
        const ids: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const kind = `directory-by-${sort}` as const;
          const page = await searchAgents(storage.read, { kind, sort, filters, limit, cursor }, options);
          ids.push(...page.items.map(({ agent_id }) => agent_id));
          expect(ids.length).toBeLessThanOrEqual(agents.length);
          cursor = page.nextCursor;
        }
        return ids;
      };
      const ids = await idsFrom({ fewAgents: 0 });
      expect(await idsFrom({ fewAgents: 1000 })).toEqual(ids);
      expect(await idsFrom({ fewAgents: 0, stepAgents: 3 })).toEqual(ids);
      expect(new Set(ids).size).toBe(ids.length);
      found += ids.length;
    }),
    { numRuns: cases(50) },
  );
  expect(found).toBeGreaterThan(50);
});

test('[API-20] a page of large profiles is cut, goes on, and leaves out none', async () => {
  const metadata = { text: 'x'.repeat(16_000) };
  const agentIds = Array.from({ length: 300 }, (_, index) => `large-${String(index).padStart(3, '0')}`);
  for (const agentId of agentIds) await storage.write((tx) => saveProfile(tx, { agentId, metadata }, undefined));
  const filters = filtersOf({ q: 'large' }, clock.now());
  const ids: string[] = [];
  const sizes: number[] = [];
  let cursor: string | null | undefined;
  while (cursor !== null) {
    const page = await searchAgents(storage.read, { kind: 'agents', sort: 'name', filters, limit: 290, cursor });
    ids.push(...page.items.map(({ agent_id }) => agent_id));
    sizes.push(page.items.length);
    expect(ids.length).toBeLessThanOrEqual(agentIds.length);
    cursor = page.nextCursor;
  }
  expect(ids).toEqual(agentIds);
  expect(sizes[0]).toBe(Math.floor(2 ** 20 / (16_000 + '{"text":""}'.length + '[]'.length)));
});
