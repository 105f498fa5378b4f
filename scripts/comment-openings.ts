const marker = /^\s*(?:\{?\/\*+|\*(?!\/)|\/\/|#(?!!))\s?/;
const trailing = /\s(?:\/\/|\/\*+) (?=[A-Z])/;
const closing = /\s*\*\/\}?.*$/;

/** Words that stand for a noun, or come before it, so that the reader has to begin the sentence again. */
const openings =
  /^(?:What(?:ever)?|Who(?:m|se|ever)?|Which(?:ever)?|Where(?:ver)?|One|Those|These|This|That|Its?|As|Beside|Beyond|None|So (?:few|long|many|much)|Of (?:all|an?|each|its|the|those|what))\b/;

/** A later sentence may refer to the noun of the one before: "It" and "This" are plain there. */
const laterOpenings =
  /^(?:What(?:ever)?|Who(?:m|se|ever)|Which(?:ever)?|One|Those|Beside|Beyond|So many|Of (?:an?|the))\b/;

/** The comments of a source, each as one line. Only the first characters of a line tell a comment, in every language. */
export const commentsOf = (source: string): string[] => {
  const comments: string[] = [];
  let open: string[] = [];
  const close = (): void => {
    if (open.length > 0) comments.push(open.join(' '));
    open = [];
  };
  for (const line of source.split('\n')) {
    const isStart = /^\s*\{?\/\*/.test(line);
    if (isStart || !marker.test(line)) close();
    if (marker.test(line)) open.push(line.replace(marker, '').replace(closing, '').trim());
    else if (trailing.test(line))
      comments.push(line.slice(line.search(trailing)).replace(marker, '').replace(closing, ''));
  }
  close();
  return comments;
};

/** The sentences of a source's comments that begin with a pronoun or an inversion. */
export const unclearSentences = (source: string): string[] =>
  commentsOf(source).flatMap((comment) => {
    const [first = '', ...later] = comment.trim().split(/(?<=[.!?]["'”)`]?) +(?=[A-Z])/);
    return [...(openings.test(first) ? [first] : []), ...later.filter((sentence) => laterOpenings.test(sentence))];
  });
