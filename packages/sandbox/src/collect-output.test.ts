import { expect, test } from 'vitest';
import { createOutputCollector } from './collect-output.ts';

test('both streams are kept in their order, and cut together between characters', () => {
  const output = createOutputCollector(10);
  for (const [stream, text] of [
    ['stdout', 'one'],
    ['stderr', 'two'],
    ['stdout', 'aéé'],
    ['stderr', 'more'],
  ] as const) {
    output.add(stream, Buffer.from(text));
  }
  expect(output.collected()).toEqual({
    stdout: 'oneaé',
    stderr: 'two',
    stdoutTruncated: true,
    stderrTruncated: true,
  });
  expect(output.totalBytes).toBe(15);
  expect(output.flood).toBeUndefined();
});

test('many writes of one byte are held in little more than their bytes', () => {
  const maxBytes = 4 * 1024 * 1024;
  const output = createOutputCollector(maxBytes);
  const held = () => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const before = held();
  const bytes = Buffer.from('x');
  for (let count = 0; count < 1_000_000; count++) output.add('stdout', bytes);
  expect(held() - before).toBeLessThan(48 * 1024 * 1024);
  expect(output.collected().stdout).toHaveLength(1_000_000);
});

test('a flood is one of bytes, or of very many writes', () => {
  const write = (maxBytes: number, times: number, bytes: Buffer) => {
    const output = createOutputCollector(maxBytes);
    for (let count = 0; count < times; count++) output.add('stdout', bytes);
    return output.flood;
  };
  const [line, byte] = [Buffer.alloc(100), Buffer.alloc(1)];
  expect(write(1000, 160, line)).toBeUndefined();
  expect(write(1000, 161, line)).toContain('16 times its limit of 1000 bytes');
  expect(write(262_144, 1_000_000, byte)).toBeUndefined();
  expect(write(262_144, 1_000_001, byte)).toContain('more than 1000000 times');
});
