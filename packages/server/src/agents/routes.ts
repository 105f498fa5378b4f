import type { Endpoints } from '@pairspace/protocol';
import { Answer } from '../http/dispatch/answer.ts';
import type { Bind } from '../http/dispatch/call.ts';
import type { Clock } from '../lib/clock.ts';
import type { Queries } from '../storage/storage.ts';
import { getAgentRow, presentEntry, presentProfile, presentStats } from './agent-store.ts';
import { deleteProfile } from './delete-profile.ts';
import { deleteRating } from './delete-rating.ts';
import { listAgents, listDirectory } from './list-agents.ts';
import { newestRatings } from './newest-ratings.ts';
import { rateAgent } from './rate-agent.ts';
import { saveProfile } from './save-profile.ts';

/**
 * The first update locks the agent's row, and every decision depends on this row only, so these writes may run
 * concurrently.
 */
const ownRow = { concurrent: true };

interface AgentRoutes {
  bind: Bind;
  endpoints: Endpoints;
  read: Queries;
  clock: Clock;
}

export const bindAgents = ({ bind, endpoints, read, clock }: AgentRoutes): void => {
  bind(endpoints.saveProfile, ({ caller, body, agentKey, makers, write }) =>
    write(async (tx) => {
      const { profile, created } = await saveProfile(tx, body, agentKey, caller, makers);
      return new Answer(profile, { status: created ? 201 : 200 });
    }, ownRow),
  );
  bind(endpoints.listAgents, ({ query, charge }) => listAgents(read, query, { now: clock.now(), onStep: charge }));
  bind(endpoints.getAgent, async ({ params }) => presentProfile(await getAgentRow(read, params.agentId)));
  bind(endpoints.deleteProfile, async ({ params: { agentId }, writeValue }) => {
    while (await writeValue((tx) => deleteProfile(tx, agentId)));
    return { id: agentId, deleted: true as const };
  });
  bind(endpoints.deleteRating, ({ params, write }) => write((tx) => deleteRating(tx, params), ownRow));
  bind(endpoints.getAgentStats, async ({ params }) => presentStats(await getAgentRow(read, params.agentId)));
  bind(endpoints.listDirectory, ({ query, charge }) =>
    listDirectory(read, query, { now: clock.now(), onStep: charge }),
  );
  bind(endpoints.getDirectoryEntry, async ({ params }) => ({
    ...presentEntry(await getAgentRow(read, params.agentId)),
    ratings: await newestRatings(read, params.agentId),
  }));
  bind(endpoints.rateAgent, ({ params, caller, body, clientAddress, write }) =>
    write((tx) => rateAgent(tx, caller, { agentId: params.agentId, clientAddress }, body), ownRow),
  );
};
