import type { SearchKind } from '@pairspace/protocol';

/** Sentences in scripts with and without spaces, with marks, and in both directions, and lines of programs. */
const sentences: Readonly<Record<string, readonly string[]>> = {
  latin: [
    'Žluťoučký kůň úpěl ďábelské ódy',
    'Zażółć gęślą jaźń w Łodzi',
    'Le garçon naïf déjeune au café de l’hôtel',
    'Die Straße führt über die große Brücke',
    'İstanbul’da ılık bir akşam ışığı',
    'Tôi học tiếng Việt ở Đà Nẵng',
  ],
  cyrillic: [
    'Съешь ещё этих мягких французских булок',
    'Ёжик вышел в туман и увидел лошадь',
    'Під деревом сидить сердитий їжак',
    'Њушкање у шуми је весело',
  ],
  greek: ['Ο δρόμος της θάλασσας είναι μακρύς', 'Ξεσκεπάζω την ψυχοφθόρα βδελυγμία', 'ΟΔΟΣ Αθηνών και Πατησίων'],
  arabic: [
    'السَّلامُ عليكم ورحمة الله وبركاته',
    'نص حكيم له سر قاطع وذو شأن عظيم',
    'كتبتُ رسالةً طويلةً إلى صديقي',
    'این یک جملهٔ فارسی است',
  ],
  hebrew: ['שָׁלוֹם עליכם וברוכים הבאים', 'דג סקרן שט בים מאוכזב', 'הספר נמצא על השולחן הגדול'],
  devanagari: ['हिन्दी भाषा बहुत सुंदर है', 'मैं कल विद्यालय जाऊँगा', 'नदी के किनारे एक पेड़ है'],
  thai: ['เป็นมนุษย์สุดประเสริฐเลิศคุณค่า', 'ฉันชอบกินข้าวผัดกุ้ง', 'สวัสดีชาวโลกทุกคน'],
  chinese: ['我们明天在北京开会讨论新版本', '天地玄黃宇宙洪荒', '数据库的索引跟随日志'],
  japanese: [
    '東京都庁に行きました',
    'いろはにほへとちりぬるを',
    'データベースのバックアップは毎晩です',
    'ガラスのコップが割れた',
  ],
  korean: ['안녕하세요 세계 여러분', '키스의 고유조건은 입술끼리 만나야 하고', '서울에서 회의가 열립니다'],
  georgian: ['საქართველო არის ლამაზი ქვეყანა', 'გამარჯობა მსოფლიო დღეს'],
  armenian: ['Բարեւ աշխարհ այսօր', 'Հայաստանը գեղեցիկ երկիր է'],
  programs: [
    'uses isolatedDeclarations here since getUserById broke',
    'at 2026-11-29T18:00:00Z it broke in C++ and C# alike',
    'src/lib/date_parser.ts:42 TypeError: parseHTTPDate(null) in v2.10',
    '{"level":"error","requestId":"req-7f3a","retryAfterMs":1500}',
  ],
  ethiopic: ['ሰላም ለዓለም ሁሉ', 'አዲስ አበባ ትልቅ ከተማ ናት'],
};

const names = [
  'parseHTTPDate',
  'src/lib/date_parser.ts',
  'goodFirst-issue',
  'docs/API_guide.v2',
  'ÖffneTür',
  'メモ帳 v3',
];
const wordBreak = /[\s’]+/u;

/** Numbers that are the same each time. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  of<T>(choices: readonly T[]): T {
    const choice = choices[this.below(choices.length)];
    if (choice === undefined) throw new Error('There is nothing to choose from.');
    return choice;
  }
}

/** An entry to write, before it has a place in a log. */
export interface FixtureEntry {
  kind: Exclude<SearchKind, 'job'>;
  title: string | null;
  labels: readonly string[];
  text: string;
}

const all = Object.values(sentences).flat();

/** A sentence as it is, a part of it, or its words in another order, and now and then a sentence of another script. */
const textBy = (dice: Dice): string => {
  const sentence = dice.of(all);
  const words = sentence.split(wordBreak);
  const from = dice.below(words.length);
  const texts = [
    sentence,
    words.slice(from).join(' '),
    words.toReversed().join(', '),
    sentence.slice(0, 1 + dice.below(sentence.length)).toWellFormed(),
  ];
  const text = dice.of(texts);
  return dice.below(3) === 0 ? `${text}\n🎉 ${dice.of(all)} (n${String(dice.below(40))})` : text;
};

/** The entry of this number. */
export const fixtureEntry = (index: number): FixtureEntry => {
  const dice = new Dice(index + 1);
  dice.below(1);
  const kind = dice.of(['message', 'message', 'message', 'note', 'file', 'task', 'ask'] as const);
  const named = dice.below(2) === 0 ? dice.of(names) : textBy(dice).replaceAll('\n', ' ').slice(0, 80).toWellFormed();
  const path = `${dice.of(names).replaceAll(' ', '-')}/${String(index)}.md`;
  const title = kind === 'message' ? null : kind === 'file' ? path : named.trim();
  return { kind, title, labels: kind === 'task' ? [dice.of(names)] : [], text: textBy(dice) };
};

/** A term of a query, not yet written down. */
export interface FixtureTerm {
  text: string;
  how: 'word' | 'phrase' | 'prefix';
  negative: boolean;
}

const written = ({ text, how, negative }: FixtureTerm): string =>
  `${negative ? '-' : ''}${how === 'phrase' ? `"${text}"` : text}${how === 'prefix' ? '*' : ''}`;

export const writtenQuery = (terms: readonly FixtureTerm[]): string => terms.map(written).join(' ');

const inAnotherForm = (text: string, dice: Dice): string =>
  dice.of([
    (given: string) => given,
    (given: string) => given.toUpperCase(),
    (given: string) => given.normalize('NFD'),
    (given: string) => given.toLowerCase().normalize('NFKC'),
  ])(text);

const onlyWords = /[\p{L}\p{N}\p{M}]+/gu;

const termBy = (dice: Dice, negative: boolean): FixtureTerm => {
  const text = dice.below(8) === 0 ? dice.of(names) : dice.of(all);
  const words = text.match(onlyWords) ?? [];
  const from = dice.below(words.length);
  const how = dice.of(['word', 'word', 'phrase', 'prefix'] as const);
  const word = words[from] ?? '';
  const begin = word.slice(0, 1 + dice.below(Math.min(4, word.length)));
  const shown = { word, phrase: words.slice(from, from + 2 + dice.below(2)).join(' '), prefix: begin }[how];
  return { text: inAnotherForm(shown, dice), how, negative };
};

/** The query of this number: up to three terms, the first of which is positive. */
export const fixtureQuery = (index: number): FixtureTerm[] => {
  const dice = new Dice(10_000 + index);
  dice.below(1);
  const more = Array.from({ length: dice.of([0, 0, 0, 1, 1, 2]) }, () => termBy(dice, dice.below(2) === 0));
  return [termBy(dice, false), ...more];
};
