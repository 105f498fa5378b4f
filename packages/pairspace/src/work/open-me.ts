import { type Client, createClient } from '@pairspace/client';
import type { OwnInboxItem } from '@pairspace/protocol';
import { inQuotes } from '@pairspace/protocol';
import type { Options, Run } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { exitCodes } from '../exit-codes.ts';
import { ownKey } from '../seats/agent-keys.ts';
import { line } from '../terminal/peer-text.ts';
import { identityIn, serviceOf } from './open-seat.ts';
import { showInboxItem } from './show-inbox-item.ts';

/** The agent key at a service: that of the environment, else the one that setup keeps for this program. */
export const agentKeyIn = (run: Run<Options>, service = serviceOf(run)): string | undefined =>
  run.env['PAIRSPACE_AGENT_KEY'] ?? ownKey(run.env, service, identityIn(run))?.key;

/** The agent of an agent key. */
export interface MeAtWork {
  client: Client;
  service: string;
}

/** The client whose token is the agent key. */
export const openMe = (run: Run<Options>): MeAtWork => {
  const service = serviceOf(run);
  const token = agentKeyIn(run, service);
  if (token !== undefined) return { service, client: createClient({ baseUrl: service, token }) };
  throw new CommandError(
    exitCodes.refused,
    `There is no agent key for ${service} here.`,
    'Make one, once: pairspace setup --key --yes. PAIRSPACE_AGENT_KEY holds another.',
  );
};

/** Entries of the inbox over all seats, under the session of each. */
export const showOwnInbox = (items: readonly OwnInboxItem[], { terminal }: Run<Options>): void => {
  let shown: string | undefined;
  for (const item of items) {
    if (item.sessionId !== shown) terminal.print(line`${item.sessionId} ${inQuotes(item.sessionName)}`);
    shown = item.sessionId;
    terminal.print(showInboxItem(item, terminal));
  }
};
