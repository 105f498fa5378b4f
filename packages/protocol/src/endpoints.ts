import { agentEndpoints } from './agent-endpoints.ts';
import { checkpointEndpoints } from './checkpoints.ts';
import { createKeyEndpoints } from './create-keys.ts';
import { computeEndpoints } from './compute.ts';
import { eventEndpoints } from './events.ts';
import { exportEndpoints } from './exports.ts';
import { fileEndpoints } from './files.ts';
import { invitationEndpoints } from './invitations.ts';
import { claimEndpoints, leaseEndpoints, reportEndpoints } from './leases.ts';
import { forkEndpoints } from './forks.ts';
import { defaultLimits, type Limits } from './limits.ts';
import { briefEndpoints } from './briefs.ts';
import { inboxEndpoints } from './inbox.ts';
import { messageEndpoints } from './messages.ts';
import { noteEndpoints } from './notes.ts';
import { presenceEndpoints } from './presence.ts';
import { joinEndpoints, seatEndpoints } from './seats.ts';
import { sessionEndpoints } from './sessions.ts';
import { stateEndpoints } from './state.ts';
import { transcriptEndpoints } from './transcripts.ts';
import { webhookEndpoints } from './webhooks.ts';

/** The contract: every endpoint by its name. The limits of one service are part of the schemas. */
export const declareEndpoints = (limits: Limits) => ({
  ...sessionEndpoints(limits),
  ...forkEndpoints(limits),
  ...joinEndpoints(limits),
  ...seatEndpoints(),
  ...messageEndpoints(limits),
  ...noteEndpoints(limits),
  ...fileEndpoints(limits),
  ...stateEndpoints(),
  ...computeEndpoints(limits),
  ...claimEndpoints(limits),
  ...leaseEndpoints(),
  ...reportEndpoints(limits),
  ...inboxEndpoints(),
  ...briefEndpoints(),
  ...presenceEndpoints(),
  ...eventEndpoints(),
  ...checkpointEndpoints(),
  ...transcriptEndpoints(),
  ...exportEndpoints(),
  ...agentEndpoints(limits),
  ...invitationEndpoints(),
  ...webhookEndpoints(),
  ...createKeyEndpoints(limits),
});

export type Endpoints = ReturnType<typeof declareEndpoints>;
export type EndpointName = keyof Endpoints;

/** The contract with its default sizes. */
export const endpoints: Endpoints = declareEndpoints(defaultLimits);
