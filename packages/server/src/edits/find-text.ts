/** The longest pattern for the engine's own search, which can take minutes for some longer ones. */
const shortPattern = 200;
/**
 * The number of positions at which a long pattern is compared before the search switches to one with a bounded cost.
 */
const maxCandidates = 32;

/**
 * The parts of a text between the occurrences of a pattern, like `split`. The cost is linear in the lengths of text and
 * pattern.
 */
export const splitBy = (text: string, pattern: string): string[] => {
  if (pattern.length <= shortPattern) return text.split(pattern);
  let from = 0;
  const parts: string[] = [];
  for (const place of findText(text, pattern)) {
    parts.push(text.slice(from, place));
    from = place + pattern.length;
  }
  return [...parts, text.slice(from)];
};

/** The positions of a long pattern, from left to right without overlap. */
function* findText(text: string, pattern: string): Generator<number> {
  const beginning = pattern.slice(0, shortPattern);
  let at = text.indexOf(beginning);
  for (let candidates = 0; at !== -1 && candidates < maxCandidates; candidates++) {
    const isThere = text.startsWith(pattern, at);
    if (isThere) yield at;
    at = text.indexOf(beginning, at + (isThere ? pattern.length : 1));
  }
  if (at !== -1) yield* findByTable(text, pattern, at);
}

/** The algorithm of Knuth, Morris and Pratt, which reads each character of the text once. */
function* findByTable(text: string, pattern: string, start: number): Generator<number> {
  const table = overlapsOf(pattern);
  let matched = 0;
  for (let at = start; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = table[matched - 1] ?? 0;
    if (pattern.charCodeAt(matched) === unit) matched++;
    if (matched === pattern.length) {
      yield at - pattern.length + 1;
      matched = 0;
    }
  }
}

/** For each prefix of the pattern: the length of its longest proper suffix that is also a prefix. */
const overlapsOf = (pattern: string): Int32Array => {
  const table = new Int32Array(pattern.length);
  let matched = 0;
  for (let at = 1; at < pattern.length; at++) {
    const unit = pattern.charCodeAt(at);
    while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = table[matched - 1] ?? 0;
    if (pattern.charCodeAt(matched) === unit) matched++;
    table[at] = matched;
  }
  return table;
};
