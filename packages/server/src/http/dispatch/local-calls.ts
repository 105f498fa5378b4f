import { type Calls, callsOver } from '@pairspace/client';
import { ServiceError } from '@pairspace/protocol';
import type { Dispatch, LocalCall } from './local-dispatch.ts';
import { invariant } from '../../lib/invariant.ts';

type LocalCaller = Pick<
  LocalCall,
  'token' | 'clientAddress' | 'worker' | 'inSeat' | 'agentKey' | 'createKey' | 'repetition'
>;

/**
 * The methods of the client library, which call the dispatcher of this process. A fault of the service reveals nothing
 * (ERR-9).
 */
export const localCalls = (dispatch: Dispatch, caller: LocalCaller, onFault: (error: unknown) => void): Calls =>
  callsOver(async (name, { params = {}, query = {}, body, headers = {}, signal }) => {
    const asText = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
    const call = { ...caller, params, query: Object.fromEntries(asText) as Record<string, string>, body, signal };
    try {
      const result = await dispatch(name, { ...call, idempotencyKey: headers['idempotency-key'] });
      invariant(result.kind === 'value', 'what answers in pieces or without end is called otherwise');
      return result.data;
    } catch (error) {
      if (error instanceof ServiceError || signal?.aborted) throw error;
      onFault(error);
      throw new ServiceError('INTERNAL_ERROR', 'The service failed. The fault has been logged.', { cause: error });
    }
  });
