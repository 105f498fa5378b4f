import type { Caller } from 'pairspace-conformance';
import { inParallel } from './in-parallel.ts';

/** The number of other profiles and public sessions of a service. */
export interface ServiceSize {
  profiles: number;
  sessions: number;
}

export const fullSurroundings: ServiceSize = { profiles: 20_000, sessions: 20_000 };
export const shortSurroundings: ServiceSize = { profiles: 2000, sessions: 2000 };

const at = 32;
const repeated = 'a'.repeat(190);

/**
 * Fills a service with profiles and sessions that are expensive to search, because their names are long and similar.
 */
export const fillLargeService = async (nobody: Caller, { profiles, sessions }: ServiceSize): Promise<void> => {
  await inParallel(profiles, at, async (index) => {
    const rare = index % 997 === 0 ? 'quixotic' : 'common';
    const other = index % 991 === 0 ? 'zephyr' : 'shared';
    const body = { agentId: `agent-${String(index)}`, name: `${rare} ${other} ${repeated.slice(0, 150)}` };
    await nobody.ok('saveProfile', {
      body: { ...body, description: `${other} words of a profile`, capabilities: ['review'] },
    });
  });
  await inParallel(sessions, at, async (index) => {
    await nobody.ok('createSession', { body: { name: `${repeated}${String(index)}`, visibility: 'public' } });
  });
};
