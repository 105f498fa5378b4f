const mostMore = 20;

/**
 * Whether another kill is due: until the requested number is reached, and until the kills have covered every situation
 * of the proof. The situation of a kill is random, so the requested number may not be enough.
 */
export const isKillDue = (kills: number, asked: number, hasMetAll: boolean): boolean =>
  kills < asked || (!hasMetAll && kills < asked + mostMore);
