import { invalid } from '@pairspace/protocol';

/** The limit for names in a message, and for everything that is not an argument of a tool. */
const mostCharacters = 2048;

/**
 * Refuses a message with long names: the SDK repeats an unknown tool name, id or key, so the answer would be as long.
 * The arguments of a tool may contain long texts.
 */
export const assertModest = (message: unknown): void => {
  // Neither revision has batches, and a request counts as one.
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
