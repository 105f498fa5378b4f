import { ServiceError } from '@pairspace/protocol';
import { findForeignSecret, findOwnToken, mayHoldSecret } from './find-secret.ts';

interface ScreenedBody {
  /** The fields of the body that others will read. */
  fields: readonly string[];
  body: Readonly<Record<string, unknown>>;
  /** Whether everybody can read the text. */
  isPublic: boolean;
}

/**
 * Refuses a body with a token of this service (SEC-1) or, in public, with a secret of another service unless it has
 * `allowSecrets: true` (SEC-2). The refusal names rule and place, and never repeats the secret.
 */
export const refuseSecrets = async ({ fields, body, isPublic }: ScreenedBody): Promise<void> => {
  for (const field of fields) {
    for (const { path, text } of textsIn(body[field], `body.${field}`)) {
      if (!mayHoldSecret(text)) continue;
      const position = findOwnToken(text);
      if (position !== undefined) throw containsToken(path, position);
      if (!isPublic || body['allowSecrets'] === true) continue;
      const found = await findForeignSecret(text);
      if (found) throw containsSecret(path, found.rule, found.position);
    }
  }
};

const refusal = (path: string, message: string, details: Record<string, unknown>): ServiceError =>
  new ServiceError('VALIDATION_ERROR', `${path} ${message}`, { details: { ...details, issues: [{ path, message }] } });

const containsToken = (path: string, position: number): ServiceError =>
  refusal(
    path,
    `holds a token of this service at character ${String(position)}. Whoever reads it could act in its session. Leave it out; if it was shown to others, end it with recover or remove its seat.`,
    { reason: 'contains_token', position },
  );

const containsSecret = (path: string, rule: string, position: number): ServiceError =>
  refusal(
    path,
    `holds what looks like a secret (${rule}) at character ${String(position)}, and everybody can read this session. Leave it out, or send "allowSecrets": true if it is none.`,
    { reason: 'contains_secret', rule, position },
  );

/** Whether a text in a JSON value may hold a secret; false is certain, and the result for most bodies. */
export const mayHoldSecrets = (value: unknown): boolean => {
  if (typeof value === 'string') return mayHoldSecret(value);
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Readonly<Record<string, unknown>>;
  return Object.keys(members).some((name) => mayHoldSecret(name) || mayHoldSecrets(members[name]));
};

/** Whether a text in a JSON value holds a token of this service (SEC-1). */
export const holdsOwnToken = (value: unknown): boolean => {
  for (const { text } of textsIn(value, '')) if (findOwnToken(text) !== undefined) return true;
  return false;
};

/** Every text in a JSON value, including names of members. */
function* textsIn(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === 'string') yield { path, text: value };
  else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, `${path}.${String(index)}`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      yield { path, text: name };
      yield* textsIn(member, `${path}.${name}`);
    }
  }
}
