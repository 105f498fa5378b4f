/** Throws when something that cannot happen has happened; `sentence` says what was believed. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${sentence}`);
}
