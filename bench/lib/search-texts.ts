/** Words with the frequencies of a language: the word of rank n comes about 1/n as often as the first. */
const vocabulary = 50_000;
const syllables = ['ba', 'co', 'di', 'fu', 'ga', 'lo', 'mi', 'nu', 'pe', 'ra', 'so', 'ti', 'vu', 'xe', 'zo', 'qua'];
/** The messages of which one has a rare word. */
const rareEvery = 10_000;
const wordsEach = 30;

/** Stands in every message. */
export const everywhere = 'always';

export const wordAt = (rank: number): string => {
  let word = '';
  for (let left = rank + 17; left > 0; left = Math.floor(left / 16)) word += syllables[left % 16] ?? '';
  return word;
};

export const rareWordAt = (index: number): string => `rare${String(Math.floor(index / rareEvery))}`;

/** Makes messages that are the same each time. */
export class SearchTexts {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  messageAt(index: number): string {
    const words = Array.from({ length: wordsEach }, () => wordAt(this.#rank()));
    if (index % rareEvery === 0) words.push(rareWordAt(index));
    return `${words.join(' ')} ${everywhere}.`;
  }

  #rank(): number {
    this.#state = (Math.imul(this.#state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor(vocabulary ** ((this.#state >> 8) / 2 ** 23)) - 1;
  }
}
