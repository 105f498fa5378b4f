import { type Check, type Finding, quote, wordsIn } from './checks.ts';
import type { TextDocument } from './document.ts';

type LineFinding = Required<Pick<Finding, 'column' | 'message'>> & { replaceBy?: { to: number; text: string } };

/** A check of single lines. */
const perLine =
  (check: string, find: (line: string, document: TextDocument) => LineFinding[]): Check =>
  (document) =>
    document.lines.flatMap((text, index) =>
      find(text, document).map(({ column, message, replaceBy }) => {
        const line = index + 1;
        return { check, line, column, message, ...(replaceBy && { edit: { line, from: column, ...replaceBy } }) };
      }),
    );

const phrases = (check: string, pattern: RegExp): Check =>
  perLine(check, (line) =>
    [...line.matchAll(pattern)].map(({ 0: phrase, index }) => ({ column: index, message: quote(phrase) })),
  );

interface Sentence {
  line: number;
  text: string;
}

const startsAnew = /^\s*([-*+#>|]|\d+[.)]\s)/;
const sentenceEnd = /[.!?…]["')\]”’*_]*\s+(?=["'(“‘*_[`]*[\p{Lu}\p{N}])|[。！？]/gu;

const sentencesOf = ({ lines }: TextDocument): Sentence[] => {
  const paragraphs: Sentence[][] = [[]];
  for (const [index, text] of lines.entries()) {
    const isBlank = text.trim() === '';
    if (isBlank || startsAnew.test(text)) paragraphs.push([]);
    if (!isBlank) paragraphs.at(-1)?.push({ line: index + 1, text });
  }
  return paragraphs.flatMap(splitSentences);
};

const splitSentences = (parts: readonly Sentence[]): Sentence[] => {
  const whole = parts.map(({ text }) => text).join('\n');
  const cuts = [...[...whole.matchAll(sentenceEnd)].map((end) => end.index + end[0].length), whole.length];
  let line = parts[0]?.line ?? 0;
  return cuts.map((cut, index) => {
    const text = whole.slice(cuts[index - 1] ?? 0, cut);
    const sentence = { line, text };
    line += text.split('\n').length - 1;
    return sentence;
  });
};

const mostWords = 35;

const longSentences: Check = (document) =>
  sentencesOf(document)
    .map(({ line, text }) => ({ line, text, length: wordsIn(text).length }))
    .filter(({ length }) => length > mostWords)
    .sort((a, b) => b.length - a.length)
    .map(({ line, text, length }) => {
      return { check: 'long sentence', line, message: `${String(length)} words: ${quote(text)}` };
    });

/** Words whose immediate repetition is an error in every sentence. */
const slips = new Set('a an and are as at be but by for from if in it of on or the this to we with'.split(' '));

const doubledWords = perLine('doubled word', (line) =>
  [...line.matchAll(/(?<![\p{L}\p{N}'’-])(\p{L}+)\s+\1(?![\p{L}\p{N}'’-])/gu)].map(
    ({ 0: both, 1: word = '', index: column }) => ({
      column,
      message: quote(both),
      ...(slips.has(word) && { replaceBy: { to: column + both.length, text: word } }),
    }),
  ),
);

const participle = '(?:[a-z]{2,}ed|built|done|found|given|held|kept|known|made|seen|sent|shown|taken|told|written)';
const passives = phrases('passive', new RegExp(`\\b(?:is|are|was|were|be|been|being) (?:not )?${participle}\\b`, 'g'));
const fillers = phrases(
  'filler',
  /\b(?:actually|basically|easily|in order to|just|obviously|of course|quite|really|simply|utili[sz]e|very)\b/gi,
);
const openMarks = phrases('open mark', /\b(?:TODO|FIXME|TBD|XXX)\b.{0,40}/g);

const trailingSpaces = perLine('trailing space', (line, { isMarkdown }) => {
  const kept = line.trimEnd();
  // In Markdown two spaces at the end of a line are a line break, so they stay.
  if (kept === line || (isMarkdown && kept !== '' && line === `${kept}  `)) return [];
  const message = kept === '' ? 'an empty line that is not' : `after ${quote(kept.slice(-40))}`;
  return [{ column: kept.length, message, replaceBy: { to: line.length, text: '' } }];
});

const lastLineEnd: Check = ({ lines, lineEnd }) => {
  const last = lines.at(-1) ?? '';
  if (last === '') return [];
  const line = lines.length;
  const column = last.length;
  const edit = { line, from: column, to: column, text: lineEnd };
  return [{ check: 'last line', line, column, message: 'the file does not end with a line end', edit }];
};

/** Checks of the language. They treat a text as plain text and do not know Markdown. */
export const languageChecks: readonly Check[] = [
  longSentences,
  doubledWords,
  passives,
  fillers,
  openMarks,
  trailingSpaces,
  lastLineEnd,
];
