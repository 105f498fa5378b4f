const mostMore = 20;

/**
 * Whether another kill is due: all of those that were asked for, and then more until the kills have met everything that
 * the proof looks at. A few kills need not meet it: where they fall is left to chance.
 */
export const isKillDue = (kills: number, asked: number, hasMetAll: boolean): boolean =>
  kills < asked || (!hasMetAll && kills < asked + mostMore);
