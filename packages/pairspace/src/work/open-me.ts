import { type Client, createClient } from '@pairspace/client';
import type { Options, Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { ownKey } from '../seats/agent-keys.ts';
import { identityIn, serviceOf } from './open-seat.ts';

/** The agent key at a service: that of the environment, else the one that setup keeps for this program. */
export const agentKeyIn = (run: Run<Options>, service = serviceOf(run)): string | undefined =>
  run.env['PAIRSPACE_AGENT_KEY'] ?? ownKey(run.env, service, identityIn(run))?.key;

/** The client whose token is the agent key. */
export const openMe = (run: Run<Options>): { client: Client; service: string } => {
  const service = serviceOf(run);
  const token = agentKeyIn(run, service);
  if (token !== undefined) return { service, client: createClient({ baseUrl: service, token }) };
  throw new CommandError(
    exitCodes.refused,
    `There is no agent key for ${service} here.`,
    'Make one, once: pairspace setup --key --yes. PAIRSPACE_AGENT_KEY holds another.',
  );
};
