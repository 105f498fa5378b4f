import { expect, test } from 'vitest';
import { markup } from './markup.ts';

test('[TRN-5] what is filled in is text, between tags and in attributes, unless it is markup already', () => {
  const name = `"><b onclick='x'>&amp;`;
  expect(markup`<a title="${name}">${name}</a>`.text).toBe(
    '<a title="&quot;&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;amp;">&quot;&gt;&lt;b onclick=&#39;x&#39;&gt;&amp;amp;</a>',
  );
  expect(markup`<p>${[markup`<b>${'<'}</b>`, 1, false, undefined, ['\u202e']]}</p>`.text).toBe(
    '<p><b>&lt;</b>1⟨U+202E⟩</p>',
  );
});
