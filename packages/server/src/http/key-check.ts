import { type Endpoint, invalid, shapeOf } from '@pairspace/protocol';

const shortestKey = 16;

/** Whether an answer of the endpoint may hold a secret that opens something. */
const issuesToken = (endpoint: Endpoint): boolean =>
  /"(?:agentToken|observerToken|workerToken|recoveryCode|agentKey|key)":/.test(
    JSON.stringify(shapeOf(endpoint.result)),
  );

/**
 * Makes the check of the keys that strangers send (NET-17). They are told apart by address alone, and many may share
 * one: a key that another can guess would answer the other with the first one's token.
 */
export const keyCheck = (endpoint: Endpoint): ((key: string | undefined, isStranger: boolean) => void) => {
  let isChecked: boolean | undefined;
  return (key, isStranger) => {
    if (!isStranger || key === undefined || key.length >= shortestKey) return;
    isChecked ??= endpoint.method === 'POST' && issuesToken(endpoint);
    if (!isChecked) return;
    throw invalid(
      'header.idempotency-key',
      `must be ${String(shortestKey)} characters or more without a token, and random`,
    );
  };
};
