import { agentEndpoints } from './agent-endpoints.ts';
import { briefEndpoints } from './briefs.ts';
import { checkpointEndpoints } from './checkpoints.ts';
import { adminLogEndpoints } from './admin-log.ts';
import { createKeyEndpoints } from './create-keys.ts';
import { eventEndpoints } from './events.ts';
import { exportEndpoints } from './exports.ts';
import { inboxEndpoints } from './inbox.ts';
import { invitationEndpoints } from './invitations.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { agentKeyEndpoints, meEndpoints } from './me.ts';
import { searchEndpoints } from './search.ts';
import { partEndpoints } from './session-parts.ts';
import { stateEndpoints } from './state.ts';
import { steeringEndpoints } from './steering.ts';
import { transcriptEndpoints } from './transcripts.ts';
import { webhookEndpoints } from './webhooks.ts';

const declare = (limits: Limits) => ({
  ...partEndpoints(limits),
  ...stateEndpoints(),
  ...steeringEndpoints(limits),
  ...inboxEndpoints(),
  ...briefEndpoints(),
  ...eventEndpoints(),
  ...checkpointEndpoints(),
  ...transcriptEndpoints(),
  ...exportEndpoints(),
  ...searchEndpoints(),
  ...agentEndpoints(limits),
  ...agentKeyEndpoints(),
  ...meEndpoints(),
  ...invitationEndpoints(),
  ...webhookEndpoints(),
  ...createKeyEndpoints(limits),
  ...adminLogEndpoints(),
});

export type Endpoints = ReturnType<typeof declare>;
export type EndpointName = keyof Endpoints;

const declared = new Map<string, Endpoints>();

/**
 * The contract: every endpoint by its name. The limits of one service are part of the schemas. Equal limits share their
 * schemas, because these take long to make.
 */
export const declareEndpoints = (limits: Limits): Endpoints => {
  const key = JSON.stringify(limits);
  const known = declared.get(key) ?? declare(limits);
  declared.set(key, known);
  return known;
};

/** The contract with its default sizes. */
export const endpoints: Endpoints = declareEndpoints(defaultLimits);
