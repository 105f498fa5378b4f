import { type Markup, markup } from '../../lib/markup.ts';
import { compareLines, type DiffLine } from './compare-lines.ts';
import { countText } from './facts.ts';

/** How many lines of a comparison are shown, and how much of each. */
const shownLines = 1000;
const shownCharacters = 5000;

const signs: Readonly<Record<DiffLine['kind'], string>> = { same: ' ', add: '+', del: '−', gap: '⋯' };
const spoken: Readonly<Record<DiffLine['kind'], string>> = { same: '', add: 'added: ', del: 'removed: ', gap: '' };

const lineHtml = ({ kind, text }: DiffLine): Markup =>
  markup`<div class="change is-${kind}" dir="auto"><span class="sign" aria-hidden="true">${signs[kind]}</span><span class="unseen">${spoken[kind]}</span>${kind === 'gap' ? countText(Number(text), 'line') : text.slice(0, shownCharacters)}</div>
`;

/** What one version changed, line by line. */
export const changesHtml = (before: string, after: string): string => {
  const lines = compareLines(before, after);
  if (!lines) return markup`<p class="soft">Nearly everything is different.</p>\n`.text;
  if (lines.length === 0) return markup`<p class="soft">The text is the same.</p>\n`.text;
  const left = lines.length - shownLines;
  return markup`<div class="changes">
${lines.slice(0, shownLines).map(lineHtml)}</div>
${left > 0 && markup`<p class="soft">and ${countText(left, 'more line')}</p>\n`}`.text;
};
