const longestMs = 30_000;
/** So many look as often as one alone: when one of them falls silent, the others still come in time. */
const fewNodes = 4;

/**
 * How long a node waits before a round that any of several nodes may make: where they are more than a few, so much
 * longer, and by chance, that all together look about as often as those few would, however many they are.
 */
export const pauseAmong = (nodes: number, pauseMs: number, random: () => number = Math.random): number =>
  nodes <= fewNodes ? pauseMs : Math.max(pauseMs, Math.min((pauseMs * nodes) / fewNodes, longestMs) * (0.5 + random()));
