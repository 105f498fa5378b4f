/** A part of a text: lines of prose, or a fenced code block. */
export interface Block {
  kind: 'prose' | 'code';
  text: string;
}

/** Each branch has spaces in one place only, so that a line of spaces is scanned once. */
const opening = /^ {0,3}(`{3,}|~{3,}) *(?:[A-Za-z0-9_+#.-]{1,30} *)?$/;
const closing = /^ {0,3}(`{3,}|~{3,}) *$/;

const isNotBlank = (line: string): boolean => line.trim() !== '';

/** Splits a text at its fenced code. An unclosed fence is prose; blank lines around prose are dropped. */
export const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = [];
  const lines = text.split('\n');
  const closingOf = closingFinder(lines);
  let prose: string[] = [];
  const endProse = (): void => {
    const first = prose.findIndex(isNotBlank);
    const text = prose.slice(first, prose.findLastIndex(isNotBlank) + 1).join('\n');
    if (first !== -1) blocks.push({ kind: 'prose', text });
    prose = [];
  };
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = opening.exec(line)?.[1];
    const end = fence === undefined ? -1 : closingOf(fence, at);
    if (end === -1) prose.push(line);
    else {
      endProse();
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end;
    }
  }
  endProse();
  return blocks;
};

/** Finds the closing line of a fence. A search that failed is not repeated for longer fences. */
const closingFinder = (lines: readonly string[]) => {
  const shortestUnclosed = new Map<string, number>();
  return (fence: string, openedAt: number): number => {
    const kind = fence.charAt(0);
    if (fence.length >= (shortestUnclosed.get(kind) ?? Infinity)) return -1;
    for (let at = openedAt + 1; at < lines.length; at++) {
      if (closing.exec(lines[at] ?? '')?.[1]?.startsWith(fence)) return at;
    }
    shortestUnclosed.set(kind, fence.length);
    return -1;
  };
};
