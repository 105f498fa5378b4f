import { idempotencyKeyOf } from '@pairspace/client';

type Headers = Readonly<Record<string, string>>;

/** Sends a request. If the answer to the same request was lost before, the service finds out whether it has arrived. */
export type SendOnce = <Given, Answer>(
  given: Given,
  call: (given: Given, options: { headers: Headers }) => Promise<Answer>,
) => Promise<Answer>;

/** Makes the function for the requests of one form, which are sent one after the other. */
export const createSendOnce = (): SendOnce => {
  /** The last request, if its answer was lost, and the headers by which the service recognises its repetition. */
  let lost: { said: string; headers: Headers } | undefined;
  return async (given, call) => {
    const said = JSON.stringify(given);
    const headers = lost?.said === said ? lost.headers : {};
    lost = undefined;
    try {
      return await call(given, { headers });
    } catch (error) {
      const key = idempotencyKeyOf(error);
      if (key !== undefined) lost = { said, headers: { 'idempotency-key': key } };
      throw error;
    }
  };
};
