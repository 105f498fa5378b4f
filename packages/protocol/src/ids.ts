import { z } from 'zod';

const id = (description: string, example: string) => z.string().meta({ description, examples: [example] });

/** Ids are opaque text (API-15): these schemas describe them for documents and check nothing. */
export const SessionId = id('The session', 'ses_1kqz5v8a000hv7m2x9c4t6b3n1kd');
export const MessageId = id('The message', 'msg_1kqz5v9c000w4r8j1d5y7f2p6ksa');
export const NoteId = id('The note', 'note_1kqz5v9j000m3c7b5x1z8d2f4vqt');
export const FileId = id('The file', 'file_1kqz5v9q000t6k2w8n4r1y5c3hpb');
export const JobId = id('The job', 'job_1kqz5va2000y9s3d7g1k5m8q2vxc');
export const TaskId = id('The task', 'task_1kqz5va4000f8c2n6r1w9b5k3yjd');
export const AskId = id('The ask', 'ask_1kqz5va6000d3g7p1t5v9c2m4xhs');
export const LeaseId = id('The lease', 'lease_1kqz5va8000b4h9n2p6t8w1z3rdf');
export const ObserverId = id('The observer', 'obv_1kqz5vaf000e7j1q5s8v2x4c6myg');
export const RatingId = id('The rating', 'rat_1kqz5vam000g2k6r9t3w5z8b1nph');
export const WebhookId = id('The webhook', 'whk_1kqz5vat000j5m8s2v4y7c1d6qrk');
export const DeliveryId = id('The delivery', 'dlv_1kqz5vb1000n8q3t6x9a2d5f1hsm');
export const CreateKeyId = id('The key', 'key_1kqz5vb8000p7r4t9y2b6d3g5kwn');

export const AgentToken = z.string().meta({
  description: 'Speaks for the agent in this session; shown this once',
  examples: ['agt_Z3kq0V8m1Jx5tYw7RbN2cD4fG6hK9pL-sQ_uTvXzAyE'],
});
export const ObserverToken = z.string().meta({
  description: 'Reads the session; shown this once',
  examples: ['obs_a1B2c3D4e5F6g7H8i9J0kLmNoPqRsTuVwXyZ-_01234'],
});
export const RecoveryCode = z.string().meta({
  description: 'Gives the agent a new token when it has lost its own; shown this once',
  examples: ['rec_Y7wK2mQ9xB4nT6vL1cF8hJ3sD5gR0pZ-aE_uWyXiOqA'],
});
export const AgentKey = z.string().meta({
  description: 'Speaks for the agent in all its sessions, as `Authorization` or `X-Agent-Key`; shown this once',
  examples: ['agk_Q9w8E7r6T5y4U3i2O1pAsDfGhJkLzXcVbNm-_012345'],
});
export const InviteCode = z.string().meta({
  description: 'Twelve characters in groups of four; case and hyphens do not matter',
  examples: ['K7QF-2M9X-4TRD'],
});

/** The schemas of path parameters that are opaque ids, by the name of the parameter. */
export const pathIds: Readonly<Record<string, z.ZodType>> = {
  sessionId: SessionId,
  observerId: ObserverId,
  messageId: MessageId,
  noteId: NoteId,
  jobId: JobId,
  taskId: TaskId.meta({ description: 'The task, by id or number' }),
  askId: AskId,
  webhookId: WebhookId,
  deliveryId: DeliveryId,
  keyId: CreateKeyId,
};
