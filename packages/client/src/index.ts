export type { NewAsk, PendingAsk } from './ask-people.ts';
export { type Calls, callsOver } from './calls.ts';
export { type Client, createClient } from './client.ts';
export type { AnyRequest, CallName, CallOptions, GivenTo, ListName, RequestOf } from './request.ts';
export type { ClientOptions } from './connection.ts';
export { checkedSession, isAgentId, isSessionId } from './checked-session.ts';
export { invitedSession } from './invited-session.ts';
export { findParents } from './find-parents.ts';
export { findInvitation, type Invitation } from './find-invitation.ts';
export { pathTo } from './path-to.ts';
export { serviceAddress } from './service-address.ts';
export { readAnswer, readRefusal, UnexpectedAnswer } from './answer.ts';
export { ConnectionFailed, idempotencyKeyOf } from './failed-call.ts';
export { sendRequest } from './without-redirects.ts';
export type { FollowInbox } from './follow-inbox.ts';
export {
  Conflict,
  EditRefused,
  Forbidden,
  LoopDetected,
  NotFound,
  RateLimited,
  SecretRefused,
  StaleVersion,
  Unauthorized,
  Unavailable,
  ValidationFailed,
} from './refusals.ts';
export type { EditOptions, SessionClient } from './session-client.ts';
export type { FollowEvents } from './follow-events.ts';
export type { FollowJob, JobNews } from './follow-job.ts';
export type { FollowMe, MeClient } from './me-client.ts';
export type { NextEvents } from './next-events.ts';
export type { ClaimNext } from './tasks/claim-next.ts';
export type { ClaimedTask, TaskOutcome } from './tasks/claimed-task.ts';
export { type HeadersLike, type VerifyOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export type { JobOutcome } from './worker/report-outcome.ts';
export { runWorker, type WorkerOptions } from './worker/run-worker.ts';
export type { OutputFile } from './worker/upload-outputs.ts';
export type { WorkerCalls } from './worker/worker-calls.ts';
export { type OutputPart, type RunningJob, WorkerLoop } from './worker/worker-loop.ts';
export {
  type AgentActs,
  applyEvents,
  emptySessionState,
  isApproved,
  type LogState as SessionState,
  ServiceError,
} from '@pairspace/protocol';
