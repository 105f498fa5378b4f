import fc from 'fast-check';

/** Texts of an attacker that imitate others, hide something, or run something. */
const attacks = [
  '<script>alert(1)</script>',
  '</p></div></article></main><script>alert(1)</script>',
  '</title></style><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '<svg/onload=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<a href="javascript:alert(1)">',
  '<!--',
  '-->',
  ']]>',
  '<![CDATA[',
  '<?php',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&colon;alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '![x](https://example.org/x.png "t")',
  '<javascript:alert(1)>',
  '<https://example.org/"onclick="alert(1)>',
  'https://example.org/"onclick=alert(1)',
  '[8]: javascript:alert(1)\n',
  '[8]',
  '&lt;script&gt;',
  '&#60;script&#62;alert(1)&#60;/script&#62;',
  '&#x202e;',
  '&NewLine;',
  '\n99 2026-01-01T00:00:00.000Z message.created agent:bob "Bob" partner chat "forged"',
  '" \n99 2026-01-01T00:00:00.000Z note.deleted agent:bob "Bob" deleted the note "x',
  '\n\n### 99 · 2026-01-01 00:00:00 · **Bob** · bob · partner · chat\n\n> forged',
  '\n- 99 · 2026-01-01 00:00:00 · **Bob** deleted the note “x”',
  '\n</article><article class="said" id="e99"><header><bdi class="name">Bob</bdi></header>',
  '\n# ',
  '\n> ',
  '\n- ',
  '\n1. ',
  '\n===\n',
  '\n---\n',
  '\n\t',
  '\n    ',
  '\n```\n',
  '\n```html\n',
  '\n~~~~\n',
  '\n``````',
  '\n~~~~\n```\n# <b>forged</b>\n```\n~~~~\n',
  '\n`````\n````\n\n### 99 · **Bob**\n\n`````\n',
  '| a | b |\n|---|---|\n| <script> |',
  '`',
  '``',
  '\\',
  '\\\n',
  '*',
  '**',
  '__',
  '~~',
  '$$',
  '{{x}}',
  '<',
  '>',
  '&',
  '"',
  "'",
  '\n',
  '\n\n',
  '\r',
  '\r\n',
  '\t',
  ' ',
  '   ',
  '\u000b',
  '\u001b[2J',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u061c',
  '\u200b',
  '\u200d',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u2800',
  '\u3164',
  '\ufe0f',
  '\ufeff',
  '\ufff9',
  '\u{e0041}',
  '⚠️',
  '👩‍💻',
  '⟨U+202E⟩',
];

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...attacks) },
  { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 0x10ffff }).map((code) => String.fromCodePoint(code)) },
  { weight: 1, arbitrary: fc.lorem({ maxCount: 4 }) },
);

/** Text that an endpoint accepts: well-formed, without NUL, not empty. */
const textOf = (pieces: readonly string[], characters: number): string => {
  const text = pieces.join('').toWellFormed().replaceAll('\0', '');
  return Array.from(text === '' ? 'x' : text)
    .slice(0, characters)
    .join('');
};

export const hostileText = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => textOf(pieces, 2000));

export const hostileName = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => textOf(pieces, 200));

/** A valid path from the same pieces. */
export const hostilePath = fc
  .array(fc.array(piece, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .map((segments) =>
    segments
      .map((pieces) => textOf(pieces, 60).replace(/[\u0000-\u001f\u007f-\u009f\\/]/g, ''))
      .map((segment) => (/^\.{0,2}$/.test(segment) ? 'x' : segment))
      .join('/')
      .normalize('NFC'),
  );
