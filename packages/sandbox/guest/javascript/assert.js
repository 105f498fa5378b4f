const isDeepEqual = (one, other, isStrict) => {
  if (Object.is(one, other) || (!isStrict && one == other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (isStrict && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  if (one instanceof Date && other instanceof Date) return one.getTime() === other.getTime();
  if (one instanceof RegExp && other instanceof RegExp) return String(one) === String(other);
  if (one instanceof Error && (one.message !== other.message || one.name !== other.name)) return false;
  if (one instanceof Map && other instanceof Map)
    return (
      one.size === other.size &&
      [...one].every(([key, value]) => other.has(key) && isDeepEqual(value, other.get(key), isStrict))
    );
  if (one instanceof Set && other instanceof Set)
    return (
      one.size === other.size &&
      [...one].every((value) => other.has(value) || [...other].some((each) => isDeepEqual(value, each, isStrict)))
    );
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isDeepEqual(one[key], other[key], isStrict))
  );
};
class AssertionError extends Error {
  constructor({ message, actual, expected, operator }) {
    super(message);
    this.name = 'AssertionError';
    this.code = 'ERR_ASSERTION';
    Object.assign(this, { actual, expected, operator });
  }
}
const claim = (holds, message, actual, expected, operator) => {
  if (holds) return;
  if (message instanceof Error) throw message;
  throw new AssertionError({
    message: message ?? inspect(actual, 1) + ' ' + operator + ' ' + inspect(expected, 1),
    actual,
    expected,
    operator,
  });
};
const isExpected = (error, expected) => {
  if (expected === undefined) return true;
  if (expected instanceof RegExp) return expected.test(String(error));
  if (typeof expected === 'function')
    return expected.prototype !== undefined && error instanceof expected
      ? true
      : Error.isPrototypeOf(expected)
        ? false
        : expected(error) === true;
  return Object.keys(expected).every((key) =>
    expected[key] instanceof RegExp ? expected[key].test(error[key]) : isDeepEqual(error[key], expected[key], true),
  );
};
const ok = (value, message) => claim(value, message, value, true, '==');
const rejected = (expected, message, error) => {
  if (!isExpected(error, expected)) throw error;
};
const assertions = {
  ok,
  AssertionError,
  equal: (a, b, m) => claim(a == b || (a !== a && b !== b), m, a, b, '=='),
  notEqual: (a, b, m) => claim(a != b, m, a, b, '!='),
  strictEqual: (a, b, m) => claim(Object.is(a, b), m, a, b, '==='),
  notStrictEqual: (a, b, m) => claim(!Object.is(a, b), m, a, b, '!=='),
  deepEqual: (a, b, m) => claim(isDeepEqual(a, b, false), m, a, b, 'deepEqual'),
  notDeepEqual: (a, b, m) => claim(!isDeepEqual(a, b, false), m, a, b, 'notDeepEqual'),
  deepStrictEqual: (a, b, m) => claim(isDeepEqual(a, b, true), m, a, b, 'deepStrictEqual'),
  notDeepStrictEqual: (a, b, m) => claim(!isDeepEqual(a, b, true), m, a, b, 'notDeepStrictEqual'),
  match: (text, pattern, m) => claim(pattern.test(text), m, text, pattern, 'match'),
  doesNotMatch: (text, pattern, m) => claim(!pattern.test(text), m, text, pattern, 'doesNotMatch'),
  fail: (m = 'Failed') => claim(false, m),
  throws: (run, expected, m) => {
    try {
      run();
    } catch (error) {
      return rejected(expected, m, error);
    }
    claim(false, m ?? 'Missing expected exception.');
  },
  doesNotThrow: (run) => {
    run();
  },
  rejects: async (what, expected, m) => {
    try {
      await (typeof what === 'function' ? what() : what);
    } catch (error) {
      return rejected(expected, m, error);
    }
    claim(false, m ?? 'Missing expected rejection.');
  },
  doesNotReject: async (what) => {
    await (typeof what === 'function' ? what() : what);
  },
  ifError: (value) => {
    if (value !== null && value !== undefined) throw value;
  },
};
const strictAssert = Object.assign((value, message) => ok(value, message), assertions, {
  equal: assertions.strictEqual,
  notEqual: assertions.notStrictEqual,
  deepEqual: assertions.deepStrictEqual,
  notDeepEqual: assertions.notDeepStrictEqual,
});
strictAssert.strict = strictAssert;
const assert = Object.assign((value, message) => ok(value, message), assertions, { strict: strictAssert });
