import type { Rule } from './rule.ts';
import { a2aMessageRules } from './rules/a2a-messages.ts';
import { a2aRules } from './rules/a2a.ts';
import { accessMatrixRules } from './rules/access-matrix.ts';
import { accessRules } from './rules/access.ts';
import { agentKeyEndRules } from './rules/agent-key-ends.ts';
import { agentKeyRules } from './rules/agent-keys.ts';
import { agentRules } from './rules/agents.ts';
import { badInputRules } from './rules/bad-input.ts';
import { bodyRules } from './rules/bodies.ts';
import { browserRules } from './rules/browsers.ts';
import { documentRules } from './rules/documents.ts';
import { doorRules } from './rules/door.ts';
import { conditionRules } from './rules/conditions.ts';
import { conventionRules } from './rules/conventions.ts';
import { editRules } from './rules/edits.ts';
import { errorRules } from './rules/errors.ts';
import { exportRules } from './rules/exports.ts';
import { fileBytesRules } from './rules/file-bytes.ts';
import { fileRules } from './rules/files.ts';
import { forkRules } from './rules/forks.ts';
import { hostileRequestRules } from './rules/hostile-requests.ts';
import { idempotencyRules } from './rules/idempotency.ts';
import { idRules } from './rules/ids.ts';
import { briefRules } from './rules/briefs.ts';
import { importRefusalRules } from './rules/import-refusals.ts';
import { importRules } from './rules/imports.ts';
import { inboxRules } from './rules/inbox.ts';
import { receiptRules } from './rules/receipts.ts';
import { jobFeedbackRules } from './rules/job-feedback.ts';
import { liveJobRules } from './rules/live-jobs.ts';
import { jobRules } from './rules/jobs.ts';
import { invitationRules } from './rules/invitations.ts';
import { joiningRules } from './rules/joining.ts';
import { listRules } from './rules/lists.ts';
import { logRules } from './rules/log.ts';
import { loopRules } from './rules/loops.ts';
import { mcpRules } from './rules/mcp.ts';
import { messageRules } from './rules/messages.ts';
import { noteRules } from './rules/notes.ts';
import { observerRules } from './rules/observers.ts';
import { operationRules } from './rules/operation.ts';
import { peopleRules } from './rules/people.ts';
import { presenceRules } from './rules/presence.ts';
import { rateRules } from './rules/rates.ts';
import { sandboxJobRules } from './rules/sandbox-jobs.ts';
import { searchRules } from './rules/search.ts';
import { seatRules } from './rules/seats.ts';
import { steeringRules } from './rules/steering.ts';
import { sessionListRules } from './rules/session-list.ts';
import { secretRules } from './rules/secrets.ts';
import { sessionRules } from './rules/sessions.ts';
import { sizeRules } from './rules/sizes.ts';
import { storageRules } from './rules/storage.ts';
import { streamRules } from './rules/stream.ts';
import { timeRules } from './rules/time.ts';
import { askRules } from './rules/asks.ts';
import { taskClaimRules } from './rules/task-claims.ts';
import { taskEffectRules } from './rules/task-effects.ts';
import { taskRules } from './rules/tasks.ts';
import { transcriptRules } from './rules/transcripts.ts';
import { verificationRules } from './rules/verification.ts';
import { waitingRules } from './rules/waiting.ts';
import { webhookRules } from './rules/webhooks.ts';
import { uploadRules } from './rules/uploads.ts';
import { workerRules } from './rules/workers.ts';

/** The suite, in the order of the contract. */
export const allRules: readonly Rule[] = [
  ...bodyRules,
  ...doorRules,
  ...browserRules,
  ...conditionRules,
  ...conventionRules,
  ...badInputRules,
  ...idRules,
  ...listRules,
  ...idempotencyRules,
  ...verificationRules,
  ...waitingRules,
  ...errorRules,
  ...hostileRequestRules,
  ...sizeRules,
  ...rateRules,
  ...storageRules,
  ...accessRules,
  ...accessMatrixRules,
  ...secretRules,
  ...sessionRules,
  ...sessionListRules,
  ...joiningRules,
  ...invitationRules,
  ...documentRules,
  ...a2aRules,
  ...a2aMessageRules,
  ...mcpRules,
  ...forkRules,
  ...observerRules,
  ...peopleRules,
  ...seatRules,
  ...steeringRules,
  ...loopRules,
  ...messageRules,
  ...inboxRules,
  ...briefRules,
  ...receiptRules,
  ...noteRules,
  ...fileRules,
  ...fileBytesRules,
  ...editRules,
  ...timeRules,
  ...taskRules,
  ...taskClaimRules,
  ...taskEffectRules,
  ...askRules,
  ...jobFeedbackRules,
  ...liveJobRules,
  ...jobRules,
  ...sandboxJobRules,
  ...workerRules,
  ...uploadRules,
  ...presenceRules,
  ...logRules,
  ...streamRules,
  ...searchRules,
  ...transcriptRules,
  ...exportRules,
  ...importRules,
  ...importRefusalRules,
  ...agentRules,
  ...agentKeyRules,
  ...agentKeyEndRules,
  ...webhookRules,
  ...operationRules,
];
