import { z } from 'zod';

const encoder = new TextEncoder();

/** Length of `text` in bytes of UTF-8. */
export const utf8Bytes = (text: string): number => encoder.encode(text).byteLength;

// A UTF-16 unit takes at most three bytes, so most strings are accepted without encoding them.
export const utf8Fits = (text: string, limitBytes: number): boolean =>
  text.length * 3 <= limitBytes || (text.length <= limitBytes && utf8Bytes(text) <= limitBytes);

/** A string of at most `limitBytes` bytes. A longer one is PAYLOAD_TOO_LARGE, not VALIDATION_ERROR (LIM-2). */
export const textUpTo = (limitBytes: number) =>
  z
    .string()
    .refine((text) => utf8Fits(text, limitBytes), beyond(limitBytes))
    .meta({ 'x-maxBytes': limitBytes });

/** `abort` ends the checks of a text that is too long, because normalising a text can take quadratic time. */
export const beyond = (limitBytes: number) => ({
  error: `must be at most ${String(limitBytes)} bytes`,
  params: { limitBytes },
  abort: true,
});

const fitsCharacters = (text: string, characters: number): boolean =>
  text.length <= characters || (text.length <= characters * 2 && Array.from(text).length <= characters);

/** A name, title or short message of at most `characters` code points. */
export const nameUpTo = (characters: number) =>
  z
    .string()
    .refine((text) => fitsCharacters(text, characters), {
      error: `must be at most ${String(characters)} characters`,
      abort: true,
    })
    .meta({ maxLength: characters });

/** A map with at most `max` entries. The entries are counted before they are checked (NET-4). */
export const mapUpTo = <V extends z.ZodType>(max: number, key: z.ZodString, value: V) =>
  z.record(key, value).meta({ maxProperties: max });

/** The greatest number of keys in a JSON object of the client. */
const maxKeys = 1000;

const metadataMeta = {
  description: 'A JSON object of your own; the service keeps it and reads nothing into it',
  examples: [{ branch: 'dates' }],
};

/** The metadata of an entity as it is returned. */
export const Metadata = z.record(z.string(), z.unknown()).meta(metadataMeta);

/** Whether the JSON text of a value fits the limit. The text is only written when the value's strings could fit. */
const isJsonUpTo = (value: unknown, limitBytes: number): boolean =>
  charactersLeft(value, limitBytes) >= 0 && utf8Fits(JSON.stringify(value), limitBytes);

/** The part of `characters` that is left after all strings of a value; less than 0 as soon as there are too many. */
const charactersLeft = (value: unknown, characters: number): number => {
  if (typeof value === 'string') return characters - value.length;
  if (typeof value !== 'object' || value === null) return characters;
  const isList = Array.isArray(value);
  const members = value as Readonly<Record<string, unknown>>;
  let left = characters;
  for (const key of Object.keys(members)) {
    left = charactersLeft(members[key], isList ? left : left - key.length);
    if (left < 0) break;
  }
  return left;
};

/** A JSON object of the client, limited by the size of its JSON text. */
export const metadataUpTo = (limitBytes: number) =>
  z
    .record(z.string(), z.unknown())
    .refine((value) => isJsonUpTo(value, limitBytes), {
      error: `must be at most ${String(limitBytes)} bytes of JSON`,
      params: { limitBytes },
    })
    .meta({ ...metadataMeta, 'x-maxBytes': limitBytes, maxProperties: maxKeys });

/** Any JSON value, limited by the size of its JSON text. */
export const jsonUpTo = (limitBytes: number) =>
  z
    .unknown()
    .refine((value) => value === undefined || isJsonUpTo(value, limitBytes), {
      error: `must be at most ${String(limitBytes)} bytes of JSON`,
      params: { limitBytes },
    })
    .meta({ 'x-maxBytes': limitBytes });

const agentIdMeta = { description: 'The id that the agent chose for itself', examples: ['ada'] };

/** The agentId of an entity as it is returned. */
export const KnownAgentId = z.string().meta(agentIdMeta);

/** The id that an agent chooses for itself. It is the same in every session (API-16). */
export const AgentId = z
  .string()
  .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._:@-]{0,126}[A-Za-z0-9])?$/, {
    error: 'must be 1–128 characters of A–Z a–z 0–9 . _ : @ - and begin and end with a letter or digit',
  })
  .meta(agentIdMeta);

/** A point in time: ISO 8601, UTC, milliseconds. */
export const Timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601, UTC, milliseconds', examples: ['2026-11-02T09:30:00.000Z'] });

/** The seq of an event in a query. The answer shows the state after this event (TIME-2, TIME-5). */
export const pastSeq = () =>
  wholeNumber(1, Number.MAX_SAFE_INTEGER).meta({
    description: 'Answers as it was after this event; later than the newest one is 400',
    examples: [12],
  });

/** A whole number in a query or path, as text. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,15}$/, { error: 'must be a whole number' })
    .transform(Number)
    .pipe(z.int().min(min).max(max));

/** The field of every body with texts that others will read (SEC-2). */
export const screenedBody = {
  allowSecrets: z
    .boolean()
    .optional()
    .meta({
      description: 'True when what looks like a secret of somebody is none, or is meant to be read by everybody.',
      examples: [true],
    }),
};
