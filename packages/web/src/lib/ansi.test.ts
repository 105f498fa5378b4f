import { expect, test } from 'vitest';
import { readAnsi } from './ansi.ts';

const esc = String.fromCharCode(27);

test('colours of a terminal are read, and what moves a cursor is left out', () => {
  expect(readAnsi(`a ${esc}[31mred ${esc}[1mbold${esc}[0m plain${esc}[2K${esc}[92mok`)).toEqual([
    { text: 'a ', style: '' },
    { text: 'red ', style: 'ansi-1' },
    { text: 'bold', style: 'ansi-1 ansi-bold' },
    { text: ' plain', style: '' },
    { text: 'ok', style: 'ansi-2' },
  ]);
  expect(readAnsi('')).toEqual([]);
  expect(readAnsi(`${esc}[`)).toEqual([{ text: `${esc}[`, style: '' }]);
});
