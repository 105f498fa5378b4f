import { type Edit, type Finding, quote } from './checks.ts';
import type { Fence, TextDocument } from './document.ts';

/** A proposed solution for a finding. */
export interface Suggestion {
  /** The index of the finding in the report. */
  finding: number;
  edit: Edit;
  words: string;
}

/** The greatest number of suggestions in one message. */
const mostSuggestions = 40;

/** Suggestions for dead anchors and for code without a language. */
export const suggest = (document: TextDocument, findings: readonly Finding[]): Suggestion[] =>
  findings
    .flatMap((finding, index): Suggestion[] => {
      const idea = ideaFor(document, finding);
      return idea ? [{ finding: index, ...idea }] : [];
    })
    .slice(0, mostSuggestions);

const ideaFor = (document: TextDocument, { check, line, column }: Finding): Omit<Suggestion, 'finding'> | undefined => {
  if (check === 'dead anchor') {
    const link = document.links.find((each) => each.line === line && each.column === column);
    const anchor = link && nearestAnchor(link.target.slice(1), document.anchors);
    if (!link || anchor === undefined) return undefined;
    const from = link.column + 1;
    const edit = { line, from, to: from + link.target.length - 1, text: anchor };
    return { edit, words: `line ${String(line)}: ${quote(link.target)} most likely means ${quote(`#${anchor}`)}` };
  }
  const fence = check === 'bare fence' ? document.fences.find(({ from }) => from === line) : undefined;
  const language = fence && guessLanguage(document, fence);
  if (!fence || language === undefined) return undefined;
  const edit = { line, from: fence.mark.length, to: fence.mark.length, text: language };
  return { edit, words: `line ${String(line)}: this code looks like ${language}` };
};

/** The anchor that a dead one probably meant, if exactly one is near. */
export const nearestAnchor = (dead: string, anchors: Iterable<string>): string | undefined => {
  const near = [...anchors].map((anchor) => ({ anchor, apart: distance(dead.toLowerCase(), anchor) }));
  const [best, second] = near.sort((a, b) => a.apart - b.apart);
  if (!best || best.apart > Math.max(1, dead.length / 4) || second?.apart === best.apart) return undefined;
  return best.anchor;
};

/** The number of letters to insert, delete or replace until the words are equal. */
const distance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced);
    }
    row = next;
  }
  return row[b.length] ?? 0;
};

/** The language that the content of a code block reveals. */
export const guessLanguage = ({ lines }: TextDocument, { from, to }: Fence): string | undefined => {
  const code = lines.slice(from, to - 1).filter((line) => line.trim() !== '');
  const some = (pattern: RegExp): boolean => code.some((line) => pattern.test(line));
  if (isJson(code.join('\n'))) return 'json';
  if (some(/^\s*(\$ |(?:sudo |npx? |npm |git |curl |cd |docker |export |mkdir |pip )\S)/)) return 'sh';
  if (some(/^(import .* from |export (const|function|default) |const \w+ = |interface \w+ )/)) return 'ts';
  if (some(/^(def \w+\(|from \w+ import |import \w+$)/)) return 'python';
  return undefined;
};

const isJson = (code: string): boolean => {
  try {
    return typeof JSON.parse(code) === 'object';
  } catch {
    return false;
  }
};
