import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** Samples of character classes: each class is tried with the first three samples that it contains. */
const samples = [
  ...['a', '0', ' ', '-', '.', '/', '\n', '_', 'A', '\t', '[', '(', '<', '"', '`', '*', '#', '@', ':', '=', '+', '\\'],
  ...[
    '{',
    '|',
    '!',
    '&',
    '%',
    'f',
    'Z',
    '9',
    '\r',
    '\u2028',
    '\u0000',
    '\u202e',
    '\ud800',
    '\ufe0f',
    'é',
    '漢',
    '\u0301',
    '👍',
  ],
];
const samplesOfClass = 3;
const mostPieces = 16;

/** A prefix, a repeated part, and an ending. */
export interface WorstText {
  beginning: string;
  part: string;
  end: string;
}

/** The text with a number of characters. */
export const ofLength = ({ beginning, part, end }: WorstText, characters: number): string =>
  beginning + part.repeat(Math.max(1, Math.floor((characters - beginning.length - end.length) / part.length))) + end;

type Node = AST.Alternative | AST.Element;

/**
 * Texts that cost an expression most: its literals, its classes and pairs of them, repeated from the start or after a
 * matching prefix, with an ending that matches and with one that does not.
 */
export const worstTexts = (pattern: string, flags: string): WorstText[] => {
  const parsed = new RegExpParser().parsePattern(pattern, 0, pattern.length, {
    unicode: flags.includes('u'),
    unicodeSets: flags.includes('v'),
  });
  const pieces = new Set<string>();
  const beginnings = new Set(['']);
  for (const alternative of parsed.alternatives) collect(alternative, '', { pieces, beginnings, flags });
  const few = [...pieces].slice(0, mostPieces);
  const parts = new Set([...few, ...few.flatMap((one) => few.map((other) => one + other))]);
  const whole = fitting(parsed.alternatives[0], flags);
  const texts: WorstText[] = [];
  for (const part of parts) {
    for (const end of ['', '\n\u0001', whole]) texts.push({ beginning: '', part, end });
  }
  for (const beginning of beginnings) {
    for (const part of few)
      texts.push({ beginning, part, end: '\n\u0001' }, { beginning: `a${beginning}`, part, end: whole });
    // A border that is not a word character is tried, too, because many expressions require one before a match.
    for (const border of ['', '-', ' ', '\n'])
      texts.push({ beginning: '', part: `${border}${beginning}` || 'a', end: '' });
  }
  return texts;
};

interface Collected {
  pieces: Set<string>;
  beginnings: Set<string>;
  flags: string;
}

/** Walks through an expression and collects the text that matches before each part. */
const collect = (node: Node, before: string, found: Collected): void => {
  switch (node.type) {
    case 'Alternative': {
      let fits = before;
      let literal = '';
      for (const element of node.elements) {
        if (element.type === 'Character')
          literal += element.raw.startsWith('\\') ? fitting(element, found.flags) : element.raw;
        else literal = keep(found.pieces, literal);
        collect(element, fits, found);
        fits += fitting(element, found.flags);
      }
      keep(found.pieces, literal);
      return;
    }
    case 'Quantifier':
      if (node.max > 20) found.beginnings.add(before);
      keep(found.pieces, fitting(node.element, found.flags));
      collect(node.element, before, found);
      return;
    case 'Group':
    case 'CapturingGroup':
      for (const alternative of node.alternatives) collect(alternative, before, found);
      return;
    case 'Assertion':
      if (node.kind !== 'lookahead' && node.kind !== 'lookbehind') return;
      for (const alternative of node.alternatives) collect(alternative, before, found);
      return;
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      for (const one of inClass(node.raw, found.flags)) found.pieces.add(one);
  }
};

const keep = (pieces: Set<string>, piece: string): string => {
  if (piece !== '') pieces.add(piece);
  return '';
};

const inClass = (raw: string, flags: string): string[] => {
  const one = new RegExp(`^${raw}$`, flags.replace(/[gym]/g, ''));
  return samples.filter((sample) => one.test(sample)).slice(0, samplesOfClass);
};

/** A short text that matches a part of an expression. */
const fitting = (node: Node | undefined, flags: string): string => {
  switch (node?.type) {
    case 'Alternative':
      return node.elements.map((element) => fitting(element, flags)).join('');
    case 'Quantifier':
      return fitting(node.element, flags).repeat(Math.min(Math.max(node.min, Math.min(node.max, 1)), 200));
    case 'Group':
    case 'CapturingGroup':
      return fitting(node.alternatives[0], flags);
    case 'Character':
      return String.fromCodePoint(node.value);
    case 'CharacterSet':
    case 'CharacterClass':
    case 'ExpressionCharacterClass':
      return inClass(node.raw, flags)[0] ?? '';
    default:
      return '';
  }
};
