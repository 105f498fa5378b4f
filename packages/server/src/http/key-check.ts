import { type Endpoint, invalid, shapeOf } from '@pairspace/protocol';

/** A UUID, or 32 hexadecimal digits, anywhere in the key: programs put words before them. */
const randomHex = /[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i;
/** Keys of generators of base64 and of short ids: 21 characters are 126 bits. */
const randomBase64 = /^(?=.*[a-z])(?=.*[A-Z])[\w+/=-]{21,}$/;
const fewestCharacters = 8;

/**
 * Whether a key has the form of some 128 random bits. That it is random nobody can see; words, numbers and dates, which
 * others guess, have another form.
 */
const mayBeRandom = (key: string): boolean => {
  const [random] = randomHex.exec(key) ?? randomBase64.exec(key) ?? [];
  return random !== undefined && new Set(random.toLowerCase()).size >= fewestCharacters;
};

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
    if (!isStranger || key === undefined || mayBeRandom(key)) return;
    isChecked ??= endpoint.method === 'POST' && issuesToken(endpoint);
    if (!isChecked) return;
    throw invalid(
      'header.idempotency-key',
      'must hold 128 random bits where there is no token, such as a UUID or 32 hexadecimal digits: whoever guesses it gets the tokens of this answer',
    );
  };
};
