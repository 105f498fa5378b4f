import { AssertionError, deepStrictEqual } from 'node:assert';

interface Schema<T> {
  safeParse(
    value: unknown,
  ): { success: true; data: T } | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

/** Throws unless the value has exactly this shape, without missing and undeclared fields. */
export const assertShape = <T>(schema: Schema<T>, value: unknown, what: string): T => {
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new AssertionError({ message: `${what} does not have its shape: ${issues.join('; ')}`, actual: value });
  }
  // Parsing drops unknown fields, so a difference is an undeclared field.
  try {
    deepStrictEqual(value, parsed.data);
  } catch {
    const message = `${what} holds a field that is not declared`;
    throw new AssertionError({ message, expected: parsed.data, actual: value });
  }
  return parsed.data;
};
