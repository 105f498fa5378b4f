import { expect, test } from 'vitest';
import { searchWords } from './search-words.ts';

test('[AGT-17] a profile is found by 600 words at most, those of its id and its name first', () => {
  const description = Array.from({ length: 1300 }, (_, index) => String.fromCodePoint(0x4e00 + index)).join('');
  const words = searchWords('ada', 'Grace', description);
  expect(words).toHaveLength(600);
  expect(words).toEqual(expect.arrayContaining(['ada', 'grace', 'race']));
});

test('[AGT-17] an id that the service made is found from the beginning of its words alone', () => {
  const id = 'agent-1m872jk7qf2m';
  expect(searchWords(id, id, '')).toEqual(['agent', '1m872jk7qf2m']);
  expect(searchWords(id, 'Ada', '')).toEqual(expect.arrayContaining(['m872jk7qf2m', 'da']));
});
