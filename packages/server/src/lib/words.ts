/**
 * Scripts that put no spaces between words, or join particles to words, as Korean does. Each character of them is a
 * word, and a term of several characters is a phrase.
 */
const unspacedClass = String.raw`[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\u30fc\uff70\uff9e\uff9f\u3099\u309a\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]`;
const unspaced = new RegExp(unspacedClass, 'v');
const runOf = (kind: string): string =>
  String.raw`[${kind}--${unspacedClass}][[${kind}\p{M}\p{Cf}]--${unspacedClass}]*`;
/** The signs of names such as C++ and C#. */
const signs = String.raw`(?<=[\p{L}\p{N}])(?:\+\+(?![\p{L}+])|#(?![\p{L}\p{N}+#]))`;
/** Runs of characters of such scripts, of other letters, and of digits. No run begins with a combining mark. */
const runs = new RegExp(
  String.raw`(?!\p{M})${unspacedClass}+|${runOf(String.raw`\p{L}`)}|${runOf(String.raw`\p{N}`)}|${signs}`,
  'gv',
);
const asciiRuns = /[a-z]+|[0-9]+|(?<=[a-z0-9])(?:\+\+(?![a-z+])|#(?![a-z0-9+#]))/g;
/** Runs of letters and digits, such as names in programs. */
const names = new RegExp(runOf(String.raw`[\p{L}\p{N}]`), 'gv');
const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Longer words are cut, in texts and in queries alike. */
const maxWordUnits = 64;

const ascii = /^[\0-\x7f]*$/;
/** Combining marks of scripts in which they are often left out. */
const marks = /[[\p{sc=Inherited}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Greek}\p{sc=Cyrillic}]&&\p{M}]/gv;
const voicing = /[\u3099\u309a]/u;
const unlike = /[^\p{L}\p{N}\p{M}]/gu;
const ignorable = /\p{Cf}/gu;
/** Letters that Unicode does not decompose, such as letters with a stroke, with the letters that replace them. */
const strokes: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ħ: 'h', ŧ: 't', ı: 'i', ς: 'σ' };
const stroked = /[øđłħŧıς]/gu;

/** A word without case and diacritics; empty when nothing of it is left. */
const foldWord = (word: string): string => cut(ascii.test(word) ? word.toLowerCase() : foldUnicode(word));

const foldUnicode = (word: string): string => foldLetters(word).replace(unlike, '');

const foldLetters = (text: string): string =>
  withoutMarks(withoutMarks(text).toLowerCase().toUpperCase().toLowerCase()).replace(
    stroked,
    (letter) => strokes[letter] ?? letter,
  );

/** A text without case and diacritics, to find the block that has a word: it contains every word of `wordsOf`. */
export const foldText = (text: string): string =>
  ascii.test(text) ? text.toLowerCase() : foldLetters(text).replace(ignorable, '');

/** The voicing marks of kana stay, because they distinguish words. */
const withoutMarks = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(marks, (mark) => (voicing.test(mark) ? mark : ''))
    .normalize('NFC');

const cut = (word: string): string => {
  if (word.length <= maxWordUnits) return word;
  const short = word.slice(0, maxWordUnits);
  return short.isWellFormed() ? short : short.slice(0, -1);
};

/** A word of a text, with its place in the text in UTF-16 units. */
export interface PlacedWord {
  word: string;
  from: number;
  to: number;
}

/** The words of a text, in order, with their places. The index, queries and marks all use these words. */
export const placedWords = (text: string): Generator<PlacedWord> => wordsOfRuns(text, 0);

function* wordsOfRuns(text: string, from: number): Generator<PlacedWord> {
  for (const run of text.matchAll(runs)) yield* wordsOfRun(run[0], from + run.index);
}

function* wordsOfRun(run: string, from: number): Generator<PlacedWord> {
  if (!unspaced.test(run)) {
    const word = foldWord(run);
    if (word !== '') yield { word, from, to: from + run.length };
    return;
  }
  for (const { segment, index } of characters.segment(run)) {
    const place = { from: from + index, to: from + index + segment.length };
    // A sign such as ㌀ stands for several characters.
    for (const { segment: word } of characters.segment(foldWord(segment))) yield { word, ...place };
  }
}

/** The words of `placedWords` without their places. */
export const wordsOf = (text: string): string[] =>
  ascii.test(text)
    ? (text.toLowerCase().match(asciiRuns) ?? []).map(cut)
    : Array.from(placedWords(text), ({ word }) => word);

const caseChange = /(?<=\p{Ll}\p{M}?)(?=\p{Lu})|(?<=\p{Lu}\p{M}?)(?=\p{Lu}\p{M}?\p{Ll})/u;

/** A text with a space at each change of case. */
export const splitCase = (text: string): string => text.split(caseChange).join(' ');

/** The words of the parts of each name that has a change of case inside, such as `parseDate`, with their places. */
export const placedParts = (text: string): PlacedWord[][] => {
  if (!caseChange.test(text)) return [];
  return Array.from(text.matchAll(names)).flatMap(({ 0: name, index }) => {
    const parts = name.split(caseChange);
    if (parts.length === 1) return [];
    let from = index;
    return [
      parts.flatMap((part) => {
        const words = Array.from(wordsOfRuns(part, from));
        from += part.length;
        return words;
      }),
    ];
  });
};

/**
 * The words of a text, as sequences in which a phrase may stand: all words, and the parts of each name with changes of
 * case, once.
 */
export const sequencesOf = (text: string): string[][] => {
  const parts = new Map(placedParts(text).map((placed) => [placed.map(({ word }) => word).join(' '), placed]));
  return [wordsOf(text), ...Array.from(parts.values(), (placed) => placed.map(({ word }) => word))];
};

/** Whether a text has a character of a script without spaces. A word of such a script is one character. */
export const isUnspaced = (text: string): boolean => unspaced.test(text);
