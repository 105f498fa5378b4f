import { expect, test } from 'vitest';
import { JsonScan } from './json-scan.ts';

const scan = (text: string, maxValues: number, chunkBytes = text.length): void => {
  const bytes = Buffer.from(text);
  const scanned = new JsonScan(maxValues);
  for (let at = 0; at < bytes.length; at += chunkBytes) scanned.add(bytes.subarray(at, at + chunkBytes));
};

test('[NET-4] what stands in strings is no value, however the bytes are cut', () => {
  const long = `${'x'.repeat(100)}"${',x'.repeat(70)}\\${','.repeat(65)}\n`;
  const text = JSON.stringify({ a: '[,{"\\', 'b,,': ['\\\\', '"', '\\"', long], c: { d: 1 } });
  for (let bytes = 1; bytes <= text.length; bytes++) {
    scan(text, 9, bytes);
    expect(() => {
      scan(text, 8, bytes);
    }).toThrow('must not hold more than 8 values');
  }
});

test('[NET-4] [API-13] too many values and too many levels are refused before the end', () => {
  expect(() => {
    scan(`[${'0,'.repeat(200)}`, 100);
  }).toThrow('must not hold more than 100 values');
  expect(() => {
    scan('['.repeat(65), 1000);
  }).toThrow('must not be nested deeper than 64 levels');
  scan('['.repeat(64) + ']'.repeat(64), 1000);
});
