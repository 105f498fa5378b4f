import type { SiteView } from '@pairspace/protocol/site';

interface Turned {
  number: number;
  goesOn: boolean;
  pathOf: (number: number) => string;
  link: (to: string) => string;
  /** What the pages are of, and which way they go. */
  words: { label: string; back: string; on: string };
}

/** Leads from one page of something long to the pages beside it; nothing where there is but one. */
export const turn = ({ number, goesOn, pathOf, link, words }: Turned): SiteView[] => {
  if (number === 1 && !goesOn) return [];
  const to = (page: number, says: string) => ({ href: link(pathOf(page)), says });
  const back = number > 1 ? to(number - 1, words.back) : undefined;
  return [{ kind: 'turn', label: words.label, number, back, on: goesOn ? to(number + 1, words.on) : undefined }];
};
