import { z } from 'zod';

const form =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([-+ ])([01]\d|2[0-3]):([0-5]\d)))?$/;

const dayMs = 86_400_000;

/** The milliseconds of an instant of RFC 3339, or of a date alone: its midnight, UTC. Undefined for any other text. */
export const millisecondsOf = (text: string): number | undefined => {
  const found = form.exec(text);
  if (!found) return undefined;
  const [, date = '', hours = '00', minutes = '00', seconds = '00', fraction = '', sign, byHours, byMinutes] = found;
  const midnight = Date.parse(`${date}T00:00:00.000Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== date) return undefined;
  // A part of a millisecond counts as a whole one: what happened before it, in milliseconds, is before it.
  const part = Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 1 : 0);
  // A `+` that is not percent-encoded arrives as a space.
  const offset = (Number(byHours ?? 0) * 60 + Number(byMinutes ?? 0)) * (sign === '-' ? 1 : -1);
  const minute = midnight + (Number(hours) * 60 + Number(minutes) + offset) * 60_000;
  // A leap second is the last of its day in UTC.
  if (seconds === '60' && (minute + 60_000) % dayMs !== 0) return undefined;
  return minute + Number(seconds) * 1000 + part;
};

/** A time in a query, as it is given. The parsed value has the form of every time of the service. */
export const instant = () =>
  z
    .string()
    .refine((text) => millisecondsOf(text) !== undefined, {
      error: 'must be a time with its offset, as in 2026-11-02T09:30:00Z, or a date',
      abort: true,
    })
    .overwrite((text) => {
      const at = millisecondsOf(text);
      return at === undefined ? text : new Date(at).toISOString();
    });
