import { quoted, visibleLine, visibleText } from '@pairspace/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isHidden } from '../testing/parsed-html.ts';

test.each([
  ['bidi controls', 'user\u202etxt.exe', 'user⟨U+202E⟩txt.exe'],
  ['isolates and marks', '\u2066a\u2069\u200f\u061c', '⟨U+2066⟩a⟨U+2069⟩⟨U+200F⟩⟨U+061C⟩'],
  ['zero-width characters', 'pass\u200bword\ufeff', 'pass⟨U+200B⟩word⟨U+FEFF⟩'],
  ['joiners outside emoji', 'a\u200db', 'a⟨U+200D⟩b'],
  ['selectors that carry a message', '⚠️\ufe01\u{e0101}', '⚠️⟨U+FE01⟩⟨U+E0101⟩'],
  ['tags', 'x\u{e0041}', 'x⟨U+E0041⟩'],
  ['controls of terminals', '\u001b[2J\u0007\u009b', '⟨U+001B⟩[2J⟨U+0007⟩⟨U+009B⟩'],
  ['letters that are blank', 'a\u3164b\u2800\u115f', 'a⟨U+3164⟩b⟨U+2800⟩⟨U+115F⟩'],
  ['line separators', 'a\u2028b\u2029c\u0085d\rE', 'a⟨U+2028⟩b⟨U+2029⟩c⟨U+0085⟩d⟨U+000D⟩E'],
  ['soft hyphens', 'pass\u00adword', 'pass⟨U+00AD⟩word'],
])('[TRN-5] %s are shown', (_, text, shown) => {
  expect(visibleText(text)).toBe(shown);
});

test('[TRN-5] what is seen stays as it is: letters of all scripts, accents, emoji and their sequences', () => {
  const text = 'naïve Ünïcode 漢字 العربية עברית 한글 ✅ ⚠️ 👩‍💻 👨‍👩‍👧 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ 🇪🇺\n\tx';
  expect(visibleText(text)).toBe(text);
});

test('[TRN-5] lines stay lines where they may, and nowhere else', () => {
  expect(visibleText('a\r\nb\nc')).toBe('a\nb\nc');
  expect(visibleLine('a\nb\tc')).toBe('a⟨U+000A⟩b⟨U+0009⟩c');
  expect(visibleLine('  ')).toBe('“  ”');
});

test('[TRN-5] nothing is hidden in any text', () => {
  const text = fc.array(fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)));
  fc.assert(
    fc.property(text, (characters) => {
      const hostile = characters.join('');
      expect(isHidden(visibleText(hostile))).toBe(false);
      expect(isHidden(visibleLine(hostile))).toBe(false);
      expect(quoted(hostile)).toMatch(/^"(?:[^"\\\n]|\\["\\nrt]|\\u\{[0-9A-F]+\})*"$/);
    }),
  );
});
