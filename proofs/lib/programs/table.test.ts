import { expect, test } from 'vitest';
import { type Row, withRows } from './table.ts';

const row = (program: string, checks: string): Row => ({
  program,
  date: '2026-11-27',
  load: '3',
  checks,
  messages: '30',
  tools: 'all',
  working: '',
  idle: '',
  hook: '',
  questions: '',
});

test('the row of a program takes the place of its earlier one, and nothing else changes', () => {
  const around = (table: string): string => `# Programs\n\n${table}\nMore.\n\n| program | setup |\n| --- | --- |\n`;
  const empty = around('| program | date |\n| --- | --- |\n');
  const first = withRows(empty, [row('Codex 0.169.0', '10 of 13'), row('Claude Code 2.1.332', '13 of 13')]);
  const second = withRows(first, [row('Codex 0.170.0', '13 of 13')]);
  const lines = second.split('\n');
  expect(lines.slice(4, 6).map((line) => line.split(' | ').slice(0, 4))).toEqual([
    ['| Claude Code 2.1.332', '2026-11-27', '3', '13 of 13'],
    ['| Codex 0.170.0', '2026-11-27', '3', '13 of 13'],
  ]);
  expect(second).toBe(around(`${lines.slice(2, 6).join('\n')}\n`));
});
