import { type Endpoint, invalid, shapeOf } from '@pairspace/protocol';

/** A UUID, or 32 hexadecimal digits, anywhere in the key, because programs add prefixes. */
const randomHex = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Keys of generators of base64 and of short ids: 21 characters are 126 bits. */
const randomBase64 = /^(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{21,}$/;
const fewestCharacters = 8;

/**
 * Whether a key has the form of about 128 random bits. Nobody can verify that it is random, but words, numbers and
 * dates, which others could guess, have another form.
 */
const mayBeRandom = (key: string): boolean => {
  const [random] = randomHex.exec(key) ?? randomBase64.exec(key) ?? [];
  return random !== undefined && new Set(random.toLowerCase()).size >= fewestCharacters;
};

/** Whether an answer of the endpoint may contain a token or code. */
const issuesToken = (endpoint: Endpoint): boolean =>
  /"(?:agentToken|observerToken|workerToken|recoveryCode|agentKey|key)":/.test(
    JSON.stringify(shapeOf(endpoint.result)),
  );

/**
 * Makes the check of strangers' keys (NET-17). Strangers are identified by address only, and many may share one. A
 * guessed key would return the answer, and so the token, of another stranger.
 */
export const keyCheck = (endpoint: Endpoint): ((key: string | undefined, isStranger: boolean) => void) => {
  let isChecked: boolean | undefined;
  return (key, isStranger) => {
    if (!isStranger || key === undefined || mayBeRandom(key)) return;
    isChecked ??= endpoint.method === 'POST' && issuesToken(endpoint);
    if (!isChecked) return;
    throw invalid(
      'header.idempotency-key',
      'must hold 128 random bits where there is no token, such as a UUID or 32 hexadecimal digits: whoever guesses it gets the tokens of this answer',
    );
  };
};
