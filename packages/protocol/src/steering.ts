import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { JobId } from './ids.ts';
import type { Limits } from './limits.ts';
import { Pool } from './pools.ts';
import { seatCount, Session, settableStatus } from './sessions.ts';

/** The changes that a person at the page makes to a session (SEAT-14). */
const steerSession = (limits: Limits) =>
  endpoint({
    method: 'POST',
    path: '/api/sessions/:sessionId/steer',
    access: 'steerer',
    summary: 'Steer a session as a person',
    description:
      'Pauses, resumes or completes the session, sets its seats and its budget, and cancels jobs, all in one commit. Agents use `PATCH`.',
    body: z.object({
      status: settableStatus.optional(),
      maxAgents: seatCount(limits)
        .meta({ description: 'How many seats there are; at least those that are taken', examples: [3] })
        .optional(),
      totalCredits: z
        .number()
        .nonnegative()
        .max(limits.poolCredits)
        .meta({ description: 'The whole budget of the pool that the session has', examples: [500] })
        .optional(),
      cancelJobs: z
        .array(JobId)
        .max(100)
        .meta({ description: 'Jobs to cancel; those that have ended stay as they are' })
        .default([]),
    }),
    result: z.object({
      session: Session,
      pool: Pool.nullable().meta({ description: 'The pool; null where the session has none' }),
      cancelled: z.array(JobId).meta({ description: 'The jobs that this has cancelled' }),
    }),
    status: [200],
    errors: ['CONFLICT'],
    conflicts: ['seats_taken', 'no_pool', 'session_completed'],
    example: { body: { status: 'paused', totalCredits: 500 } },
  });

export const steeringEndpoints = (limits: Limits) => ({ steerSession: steerSession(limits) });
