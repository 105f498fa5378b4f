/** Throws when an impossible situation occurs; `sentence` is the violated assumption. */
export function invariant(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${sentence}`);
}
