import { type Markup, markup } from '../../lib/markup.ts';

interface Turn {
  number: number;
  goesOn: boolean;
  pathOf: (number: number) => string;
  link: (to: string) => string;
  /** What the pages are of, and which way they go. */
  words: { label: string; back: string; on: string };
}

/** Leads from one page of something long to the pages beside it; nothing where there is but one. */
export const turnPage = ({ number, goesOn, pathOf, link, words }: Turn): Markup | false =>
  (number > 1 || goesOn) &&
  markup`<nav class="turn" aria-label="${words.label}">
${number > 1 && markup`<a href="${link(pathOf(number - 1))}" rel="prev">← ${words.back}</a>`}
<span>Page ${number}</span>
${goesOn && markup`<a href="${link(pathOf(number + 1))}" rel="next">${words.on} →</a>`}
</nav>
`;
