/**
 * Globs over paths relative to /work: `*` and `?` within a name, `**` over names, `{a,b}`. The time of a match is at
 * most proportional to the length of the path times the length of the glob, because jobs choose the globs.
 */

/** @param {string} glob @returns {string[]} */
const expandBraces = (glob) => {
  const open = glob.indexOf('{');
  const close = open < 0 ? -1 : glob.indexOf('}', open);
  if (close < 0) return [glob];
  const [before, after] = [glob.slice(0, open), glob.slice(close + 1)];
  return glob
    .slice(open + 1, close)
    .split(',')
    .slice(0, 32)
    .flatMap((choice) => before + choice + after);
};

/**
 * The remaining cost of matching, counted in comparisons.
 * @typedef {{ steps: number }} GlobBudget
 */

/** @param {string} name @param {string} pattern @param {GlobBudget} budget */
const matchesName = (name, pattern, budget) => {
  let [at, inPattern, starAt, starPattern] = [0, 0, -1, -1];
  while (at < name.length) {
    if (--budget.steps < 0) return false;
    const wanted = pattern[inPattern];
    if (wanted === '*') [starPattern, starAt] = [inPattern++, at];
    else if (wanted === '?' || wanted === name[at]) [at, inPattern] = [at + 1, inPattern + 1];
    else if (starPattern >= 0) [inPattern, at] = [starPattern + 1, ++starAt];
    else return false;
  }
  return /^\**$/.test(pattern.slice(inPattern));
};

/** @param {string[]} names @param {string[]} patterns @param {GlobBudget} budget */
const matchesNames = (names, patterns, budget) => {
  let [at, inPatterns, starAt, starPattern] = [0, 0, -1, -1];
  while (at < names.length) {
    if (--budget.steps < 0) return false;
    const wanted = patterns[inPatterns];
    if (wanted === '**') [starPattern, starAt] = [inPatterns++, at];
    else if (wanted !== undefined && matchesName(names[at] ?? '', wanted, budget))
      [at, inPatterns] = [at + 1, inPatterns + 1];
    else if (starPattern >= 0) [inPatterns, at] = [starPattern + 1, ++starAt];
    else return false;
  }
  return patterns.slice(inPatterns).every((pattern) => pattern === '**');
};

/**
 * @param {readonly string[]} globs
 * @param {GlobBudget} [budget] shared by all matches; once its steps are below zero, `false` means nothing
 * @returns {(path: string) => boolean}
 */
export const compileGlobs = (globs, budget = { steps: Infinity }) => {
  const patterns = globs
    .flatMap(expandBraces)
    .map((glob) =>
      glob
        .replace(/^\/work\//, '')
        .split('/')
        .filter((part) => part !== '' && part !== '.'),
    )
    .filter((parts) => parts.length > 0 && !parts.includes('..'));
  return (path) => {
    const names = path.split('/');
    return patterns.some((parts) => matchesNames(names, parts, budget));
  };
};
