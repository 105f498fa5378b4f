export { type Client, createClient } from './client.ts';
export type { CallName, CallOptions, GivenTo, ListName, RequestOf } from './request.ts';
export type { ClientOptions } from './connection.ts';
export { UnexpectedAnswer } from './answer.ts';
export type { FollowEvents } from './follow-events.ts';
export type { NextEvents } from './next-events.ts';
export { type HeadersLike, type VerifyOptions, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';
export { type JobOutcome, runWorker, type WorkerOptions } from './worker.ts';
export { ServiceError } from '@pairspace/protocol';
