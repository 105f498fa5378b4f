import { ServiceError } from '@pairspace/protocol';
import type { Calls } from './calls.ts';
import type { CallOptions } from './request.ts';

/** The session of an invite code, and why nobody new can join it. */
export const invitedSession = async (
  client: Pick<Calls, 'getInvitation'>,
  inviteCode: string,
  options?: CallOptions,
): Promise<{ sessionId: string; refusal?: ServiceError }> => {
  try {
    return { sessionId: (await client.getInvitation({ inviteCode }, options)).sessionId };
  } catch (error) {
    const sessionId = error instanceof ServiceError ? error.details?.['sessionId'] : undefined;
    if (!(error instanceof ServiceError) || typeof sessionId !== 'string') throw error;
    return { sessionId, refusal: error };
  }
};
