/** The bounds of asks (ASK-2). */
export const askLimits = {
  titleCharacters: 200,
  /** The bound of the details, and of the text of an answer. */
  textBytes: 16 * 1024,
  optionIdCharacters: 64,
  labelCharacters: 100,
  leastOptions: 2,
  mostOptions: 8,
  /** The greatest number of open asks in one session. */
  open: 50,
  leastMs: 60_000,
  usualMs: 60 * 60_000,
  mostMs: 7 * 24 * 60 * 60_000,
} as const;
