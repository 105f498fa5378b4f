const longestMs = 30_000;
/** Up to this number of nodes, each node polls as often as a single node would. */
const fewNodes = 4;

/**
 * The pause of a node between rounds that any node may make, in milliseconds. The interval grows with the number of
 * nodes, so that together they poll as often as four nodes would. A random part keeps the nodes apart.
 */
export const pollIntervalOf = (nodes: number, pauseMs: number, random: () => number = Math.random): number =>
  nodes <= fewNodes ? pauseMs : Math.max(pauseMs, Math.min((pauseMs * nodes) / fewNodes, longestMs) * (0.5 + random()));
