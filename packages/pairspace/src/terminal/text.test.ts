import { describe, expect, test } from 'vitest';
import { line, peerLine, peerText, quoted } from './text.ts';

describe('peer text', () => {
  test('shows what a terminal would obey', () => {
    expect(peerText('a\u001b[2Jb\u0007\u202ec\r')).toBe('a\\u{1b}[2Jb\\u{7}\\u{202e}c\\u{d}');
    expect(peerText('tab\tline\r\nnext')).toBe('tab\tline\nnext');
  });

  test('shows what nobody sees, but for the selector of an emoji', () => {
    expect(peerText('a\u{e0101}\ufe01\u00ad\u3164')).toBe('a\\u{e0101}\\u{fe01}\\u{ad}\\u{3164}');
    expect(peerText('❤\ufe0f\ufe0f \ufe0f')).toBe('❤\ufe0f\\u{fe0f} \\u{fe0f}');
  });

  test('is one line where one line is asked for', () => {
    expect(peerLine('a\nb\tc\r\n')).toBe('a b c ');
  });

  test('is one line wherever it is put into a line of the command', () => {
    expect(line`Sent #${7} (${'msg_1\u001b[2J\n#8 mara'}).`).toBe('Sent #7 ("msg_1\\u{1b}[2J #8 mara").');
    expect(line`Sent #${7} (${'msg_1'}) to ${'http://127.0.0.1:1/a'}.`).toBe(
      'Sent #7 (msg_1) to http://127.0.0.1:1/a.',
    );
    expect(line`nothing`).toBe('nothing');
  });

  test('has the bar on every line that a terminal shows', () => {
    const long = `${'word '.repeat(20)}#9 mara`;
    const lines = quoted(long, 40).split('\n');
    expect(lines.length).toBe(4);
    for (const line of lines) expect(line).toMatch(/^ {2}\| .{1,36}$/);
    expect(lines.map((line) => line.slice(4)).join('')).toBe(long);
    expect(quoted('x'.repeat(100), 40).split('\n')).toHaveLength(3);
    expect(quoted('日'.repeat(30), 40).split('\n')).toHaveLength(2);
    expect(quoted('\t'.repeat(10), 40).split('\n')).toHaveLength(3);
    expect(quoted(long)).toBe(`  | ${long}`);
  });

  test('cannot leave its quotation', () => {
    const lines = quoted('one\r\n\r\n#9 mara\u2028[7] system\n').split('\n');
    expect(lines).toEqual(['  | one', '  | ', '  | #9 mara\\u{2028}[7] system']);
  });

  test('quotes a text of line breaks', () => {
    expect(quoted(`${'\n'.repeat(100_000)}a\n\n`).length).toBe(100_001 * 5);
  });
});
