import type { SiteView } from '@pairspace/protocol/site';

interface PageOfSeries {
  number: number;
  goesOn: boolean;
  pathOf: (number: number) => string;
  link: (to: string) => string;
  /** The words for the links between the pages. */
  words: { label: string; back: string; on: string };
}

/** Links from one page of a long list to the neighbouring pages; nothing for a single page. */
export const turn = ({ number, goesOn, pathOf, link, words }: PageOfSeries): SiteView[] => {
  if (number === 1 && !goesOn) return [];
  const to = (page: number, says: string) => ({ href: link(pathOf(page)), says });
  const back = number > 1 ? to(number - 1, words.back) : undefined;
  return [{ kind: 'turn', label: words.label, number, back, on: goesOn ? to(number + 1, words.on) : undefined }];
};
