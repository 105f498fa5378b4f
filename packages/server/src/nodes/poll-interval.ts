const longestMs = 30_000;
/** Up to this number of nodes, each node polls as often as a single node would. */
const fewNodes = 4;

/**
 * How long a node waits between rounds that any node may make, in milliseconds. The interval grows with the number of
 * nodes, so that together they poll as often as four nodes would. It varies by chance, so that they do not poll at once.
 */
export const pollIntervalOf = (nodes: number, pauseMs: number, random: () => number = Math.random): number =>
  nodes <= fewNodes ? pauseMs : Math.max(pauseMs, Math.min((pauseMs * nodes) / fewNodes, longestMs) * (0.5 + random()));
