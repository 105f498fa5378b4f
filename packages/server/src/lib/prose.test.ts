import { expect, test } from 'vitest';
import { blocksOf } from './prose.ts';

test('a fence may name its language, between spaces', () => {
  for (const fence of ['```', '``` ', '```js', '```  c++  ', '   ~~~~']) {
    const closing = fence.includes('~') ? '~~~~' : '```';
    expect(blocksOf(`a\n${fence}\nx\n${closing}\nb`).map(({ kind }) => kind)).toEqual(['prose', 'code', 'prose']);
  }
  for (const fence of ['``` two words', '``', '    ```', '```!']) {
    expect(blocksOf(`a\n${fence}\nx\n\`\`\`\nb`).map(({ kind }) => kind)).toEqual(['prose']);
  }
});

test('a line that nearly opens a fence opens none', () => {
  for (const middle of [' '.repeat(100_000), '`'.repeat(100_000), `${' '.repeat(50_000)}a${' '.repeat(50_000)}`]) {
    expect(blocksOf(`\`\`\`${middle}!`)).toHaveLength(1);
  }
});
