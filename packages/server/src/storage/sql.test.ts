import { expect, test } from 'vitest';
import { joined, sql, statement } from './sql.ts';

const written = (piece: Parameters<typeof statement>[0]) => {
  const [strings, ...values] = statement(piece);
  expect(strings).toHaveLength(values.length + 1);
  expect(strings.raw).toEqual([...strings]);
  return { text: strings.join('?'), values };
};

test('a value is a parameter, a piece becomes part of the text with its own parameters', () => {
  const inner = sql`b = ${2} and c = ${'3; drop table x'}`;
  expect(written(sql`select ${1} where ${inner} or d = ${null}`)).toEqual({
    text: 'select ? where b = ? and c = ? or d = ?',
    values: [1, 2, '3; drop table x', null],
  });
});

test('a piece without parameters, at either end, and pieces side by side', () => {
  const name = sql`name`;
  expect(written(sql`${name}`)).toEqual({ text: 'name', values: [] });
  expect(written(sql`${name} ${sql`desc`}`)).toEqual({ text: 'name desc', values: [] });
  expect(written(sql`${sql`${1}`}${sql`${2}`}`)).toEqual({ text: '??', values: [1, 2] });
});

test('pieces are joined with a separator between', () => {
  const rows = [1, 2, 3].map((row) => sql`(${row}, ${String(row)})`);
  expect(written(joined(rows, sql`, `))).toEqual({ text: '(?, ?), (?, ?), (?, ?)', values: [1, '1', 2, '2', 3, '3'] });
  expect(written(joined(rows.slice(0, 1), sql`, `)).text).toBe('(?, ?)');
});
