import { invalid } from '@pairspace/protocol';

/** The names in a message, and what is not an argument of a tool, are short. */
const mostCharacters = 2048;

/**
 * Refuses a message whose names are long: the SDK repeats the name of a tool, an id or a key that it does not know, so the
 * answer would be as long. The arguments of a tool may hold long texts.
 */
export const assertModest = (message: unknown): void => {
  // Neither revision has batches, and one request is counted as one.
  if (Array.isArray(message)) throw invalid('body', 'must be one JSON-RPC message, not a batch');
  check(message, { inArguments: false });
};

const check = (value: unknown, { inArguments }: { inArguments: boolean }): void => {
  if (typeof value === 'string') {
    if (!inArguments && value.length > mostCharacters) throw tooLong();
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (key.length > mostCharacters) throw tooLong();
    check(inner, { inArguments: inArguments || key === 'arguments' });
  }
};

const tooLong = () =>
  invalid(
    'body',
    `must not hold a name or another text of over ${String(mostCharacters)} characters, but in arguments`,
  );
