/** A long run of digits or an exponent: only a text with one of them may hold such a number, or words like it. */
const suspicious = /\d{16}|\d[eE]/;

export const inexactMessage = `must be a number that a double holds: finite, and from -(2^53 - 1) to 2^53 - 1 where it has no exponent. Send a longer one as a string`;

/**
 * Whether a double does not hold the number that was written: it is infinite, nothing is left of it, or its whole part
 * is beyond ±(2^53 - 1).
 */
const isInexact = (value: number, source: string): boolean =>
  !Number.isFinite(value) ||
  Math.abs(Number.parseInt(source, 10)) > Number.MAX_SAFE_INTEGER ||
  (value === 0 && /^[^eE]*[1-9]/.test(source));

/** The path of a number in a JSON text that a double does not hold (API-23). Precondition: `text` is valid JSON. */
export const findInexactNumber = (text: string): string[] | undefined => {
  if (!suspicious.test(text)) return undefined;
  let found: { holder: unknown; key: string } | undefined;
  const note = function (this: unknown, key: string, value: unknown, context?: { source?: string }): unknown {
    // The source is missing before Node 22.
    if (typeof value === 'number' && isInexact(value, context?.source ?? String(value))) found = { holder: this, key };
    return value;
  };
  const root: unknown = JSON.parse(text, note);
  return found && [...(pathTo(root, found.holder) ?? []), ...(found.key === '' ? [] : [found.key])];
};

const pathTo = (value: unknown, holder: unknown): string[] | undefined => {
  if (value === holder) return [];
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    const path = pathTo(inner, holder);
    if (path) return [key, ...path];
  }
  return undefined;
};
